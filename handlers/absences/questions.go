package absences

import (
	"errors"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/web/office/absences"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// answers are the answers to the questions about absences, as the form has them.
type answers struct {
	over []string
	// asked are the marks that the page showed, correct those to correct, days the tokens of the saves.
	asked, correct []views.LateMark
	days           []views.DateToken
}

func answersOf(v *visit.Visit) (given answers, err error) {
	form := v.Request().PostForm
	given.over = form["over"]
	for _, text := range form["day"] {
		day, err := views.ParseDateToken(text)
		if err != nil {
			return given, roll.Problem(roll.Malformed, "problem.what.400").Because(err)
		}
		given.days = append(given.days, day)
	}
	for _, field := range []struct {
		name string
		into *[]views.LateMark
	}{{"asked", &given.asked}, {"correct", &given.correct}} {
		for _, text := range form[field.name] {
			mark, err := views.ParseLateMark(text)
			if err != nil {
				return given, roll.Problem(roll.Malformed, "problem.what.400").Because(err)
			}
			*field.into = append(*field.into, mark)
		}
	}
	return given, nil
}

// keep keeps the absences, and corrects the marks that the form chooses, all in one transaction. Where the form leaves
// a question open it keeps nothing, and read has the questions. A repeated press keeps and corrects nothing twice.
func (k *KnownAbsences) keep(v *visit.Visit, read *absenceRead, all []absences.Detailed) error {
	given, err := answersOf(v)
	if err != nil {
		return err
	}
	for i := range all {
		if err := all[i].Validate(); err != nil {
			return err
		}
	}
	if err := k.ask(v, read, all, given); err != nil || read.questions.Any() {
		return err
	}
	sealed, err := k.absences.Sealed(v.School, all)
	if err != nil {
		return err
	}
	presses, err := corrections(v, read, all, given)
	if err != nil {
		return err
	}
	if len(presses) == 0 {
		return k.absences.Keep(v.Ctx, v.School, sealed)
	}
	presses[0].Absences = sealed
	accepted, err := k.saving.Accept(v.Ctx, v.School, v.Actor(), presses...)
	if errors.As(err, new(*roll.OtherContentError)) {
		return roll.Problem(roll.Stale, "known.problem.changed").Because(err)
	}
	if err != nil {
		return err
	}
	_, err = k.saving.Await(v.Ctx, v.Connection, v.School, accepted)
	return err
}

// ask collects the questions, all of them if the form leaves one open, and the days that are too long ago.
func (k *KnownAbsences) ask(v *visit.Visit, read *absenceRead, all []absences.Detailed, given answers) error {
	open := false
	var asked views.Questions
	for i := range all {
		one := &all[i].KnownAbsence
		name := read.nameOf(one.Enrolment)
		late, err := k.late(v, read, one, name)
		if err != nil {
			return err
		}
		earlier, err := k.store.KnownSince(v.Ctx, v.School.ID, one.From)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(earlier, func(kept roll.KnownAbsence) bool { return kept.ID == one.ID }) {
			continue
		}
		for _, kept := range earlier {
			days := read.shared(kept, one)
			if len(days) == 0 {
				continue
			}
			if one.Replaces == "" && len(days) == len(daysOf(kept)) {
				// Nothing of it is left.
				one.Replaces = kept.ID
			}
			open = open || !slices.Contains(given.over, string(kept.ID))
			asked.Overlaps = append(asked.Overlaps, views.Overlap{ID: kept.ID, Text: v.Words.Text("known.overlap",
				"Student", name, "Status", statusOf(v, kept), "Days", daysText(v, days))})
		}
		for _, day := range late {
			open = open || !slices.Contains(given.asked, day.LateMark)
		}
		asked.Late = append(asked.Late, late...)
	}
	if !open {
		return nil
	}
	for _, day := range asked.Late {
		if !slices.ContainsFunc(asked.Days, func(of views.DateToken) bool { return of.Date == day.Date }) {
			asked.Days = append(asked.Days, views.DateToken{Date: day.Date, Token: v.SaveToken()})
		}
	}
	first, last := read.tooOldEnds()
	asked.TooOld = tooOldText(v, first, last)
	read.questions = asked
	return nil
}

// tooOldEnds returns the first and the last of the days that are too long ago, or none.
func (r *absenceRead) tooOldEnds() (first, last roll.Date) {
	if len(r.tooOld) == 0 {
		return "", ""
	}
	return slices.Min(r.tooOld), slices.Max(r.tooOld)
}

// tooOldText says that the days cannot be corrected here any more; it is empty without days.
func tooOldText(v *visit.Visit, first, last roll.Date) string {
	if first == "" {
		return ""
	}
	from, to := v.Words.ShortDate(first.Noon(time.UTC)), v.Words.ShortDate(last.Noon(time.UTC))
	if first == last {
		return v.Words.Text("known.too_old", "Day", from)
	}
	return v.Words.Text("known.too_old_days", "Days", v.Words.Text("known.dates", "From", from, "To", to))
}

// tooOldAfter is tooOldText for the days in the address of the page after a press.
func tooOldAfter(v *visit.Visit) string {
	first, firstErr := roll.ParseDate(v.QueryParam("old"))
	last, lastErr := roll.ParseDate(v.QueryParam("old_to"))
	if firstErr != nil || lastErr != nil {
		return ""
	}
	return tooOldText(v, first, last)
}

// nameOf names a student of the list.
func (r *absenceRead) nameOf(enrolment roll.EnrolmentID) string {
	at := slices.IndexFunc(r.sheet.Roster.Rows, func(one roll.Enrolment) bool { return one.ID == enrolment })
	if at < 0 {
		return enrolment.String()
	}
	return naming.StudentName(r.sheet.Visit.Words, r.sheet.Roster.Rows[at])
}

// shared returns the days that an absence of the same student shares with a new one that does not replace it.
func (r *absenceRead) shared(kept roll.KnownAbsence, one *roll.KnownAbsence) (days []roll.Date) {
	student := roll.Enrolment{ID: one.Enrolment, Student: one.Student, Period: one.Period}
	if kept.ID == one.Replaces || !kept.IsOf(student, r.sheet.Visit.School) {
		return nil
	}
	return slices.DeleteFunc(daysOf(kept), func(date roll.Date) bool { return !one.On(date) })
}

// daysOf returns the days of an absence.
func daysOf(known roll.KnownAbsence) (days []roll.Date) {
	for date := known.From; date <= known.To; date = date.AddDays(1) {
		if known.On(date) {
			days = append(days, date)
		}
	}
	return days
}

// statusOf names the status of an absence with its times.
func statusOf(v *visit.Visit, known roll.KnownAbsence) string {
	plans := naming.MovesNote(v.Words, roll.WithPlans(nil, known, false))
	return strings.TrimSuffix(known.StatusName+", "+plans, ", ")
}

// namedDays limits the days that a question names one by one.
const namedDays = 4

// daysText names days: those of the coming week by their weekdays.
func daysText(v *visit.Visit, days []roll.Date) string {
	const week = 7
	today := v.Today()
	texts := make([]string, len(days))
	for i, day := range days {
		texts[i] = v.Words.ShortDate(day.Noon(time.UTC))
		if today <= days[0] && today.DaysUntil(days[len(days)-1]) < week {
			texts[i] = v.Words.ShortWeekday(day.Noon(time.UTC).Weekday())
		}
	}
	if len(texts) > namedDays {
		return v.Words.Text("known.dates", "From", texts[0], "To", texts[len(texts)-1])
	}
	return v.Words.List(texts)
}

// late returns the days of the absence that are over, can be corrected, and have another mark. Only those are ticked on
// which the student was not seen. It adds the days that are too long ago to read.
func (k *KnownAbsences) late(v *visit.Visit, read *absenceRead, one *roll.KnownAbsence,
	name string) (late []views.LateDay, err error) {
	today := v.Today()
	earliest, last := today.AddDays(-v.School.PastDays), min(one.To, today.AddDays(-1))
	if last < one.From {
		return nil, nil
	}
	marks, err := k.store.MarksBetween(v.Ctx, v.School.ID, one.Enrolment, one.From, last)
	if err != nil {
		return nil, err
	}
	week := v.Week()
	for date := one.From; date <= last; date = date.AddDays(1) {
		mark := marks[date]
		closing, err := v.ClosingOn(date)
		if err != nil {
			return nil, err
		}
		unmarked := mark.Version == 0
		switch {
		case !one.On(date), !unmarked && mark.Status.ID == one.Status,
			unmarked && (closing.Closed || week.Closes(date.Noon(time.UTC).Weekday())):
			continue
		case date < earliest:
			read.tooOld = append(read.tooOld, date)
			continue
		}
		day := views.LateDay{LateMark: views.LateMark{Date: date, Enrolment: one.Enrolment, Seen: mark.Version}, Name: name,
			From: mark.Status.Name, To: one.StatusName, Ticked: one.WholeDay() && (unmarked || !mark.Status.Family.IsIn())}
		if unmarked {
			day.From = v.Words.Text("roll.no_mark")
		}
		late = append(late, day)
	}
	return late, nil
}

// corrections returns the presses that correct the chosen marks of days that are over: one for each date and status.
func corrections(v *visit.Visit, read *absenceRead, all []absences.Detailed,
	given answers) ([]submission.Press, error) {
	var presses []submission.Press
	for _, day := range given.days {
		generation, err := v.Generation(day.Token)
		if err != nil {
			return nil, roll.Problem(roll.Stale, "roll.problem.other_person").Because(err)
		}
		for _, mark := range given.correct {
			of := slices.IndexFunc(all, func(one absences.Detailed) bool {
				return one.Enrolment == mark.Enrolment && one.On(mark.Date)
			})
			if mark.Date != day.Date || of < 0 {
				continue
			}
			status, period := all[of].Status, all[of].Period
			at := slices.IndexFunc(presses, func(press submission.Press) bool {
				return press.Date == day.Date && press.Status == status && press.Period == period
			})
			if at < 0 {
				save := v.TokenBeside(day.Token, generation, int64(status))
				if period != read.sheet.Period.ID {
					save = desk.TokenIn(v, save, generation, period)
				}
				at, presses = len(presses), append(presses, submission.Press{
					Save: save, Period: period,
					Class: roll.ManyClasses, Date: day.Date, Status: status, Reason: v.Words.Text("known.title"),
					Seen: make(map[roll.EnrolmentID]int64), Generation: generation,
				})
			}
			presses[at].Enrolments, presses[at].Seen[mark.Enrolment] =
				append(presses[at].Enrolments, mark.Enrolment), mark.Seen
		}
	}
	return presses, nil
}

// after returns the address of the page after absences were kept: the corrected days of one student, else the list.
func (k *KnownAbsences) after(v *visit.Visit, read *absenceRead, press roll.Token) string {
	given, err := answersOf(v)
	of := k.pages.Paths
	kept := func(said string) string {
		old, oldTo := read.tooOldEnds()
		return of.To(paths.AbsencesKept, v.School.ID, said, press, old, oldTo)
	}
	if err != nil || len(given.correct) == 0 {
		return kept("absence")
	}
	first, last, one := given.correct[0].Date, given.correct[0].Date, true
	for _, mark := range given.correct {
		first, last, one = min(first, mark.Date), max(last, mark.Date), one && mark.Enrolment == given.correct[0].Enrolment
	}
	if !one || first.DaysUntil(last) >= mostDays {
		return kept("absence-corrected")
	}
	// The questions named the days that are too long ago.
	return of.To(paths.Days, v.School.ID, given.correct[0].Enrolment, first, last)
}

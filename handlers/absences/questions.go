package absences

import (
	"slices"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/web/office/absences"
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

// keep keeps the absences, and corrects the marks that the form chooses. Where the form leaves a question open it keeps
// nothing, and read has the questions. A repeated press keeps and corrects nothing twice.
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
	if err := k.absences.Keep(v.Ctx, v.School, all); err != nil {
		return err
	}
	return k.correct(v, read, all, given)
}

// ask collects the questions, all of them if the form leaves one open.
func (k *KnownAbsences) ask(v *visit.Visit, read *absenceRead, all []absences.Detailed, given answers) error {
	open := false
	var asked views.Questions
	for i := range all {
		one := &all[i].KnownAbsence
		name := read.nameOf(one.Enrolment)
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
		late, err := k.late(v, one, name)
		if err != nil {
			return err
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
	read.questions = asked
	return nil
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
	student := roll.Enrolment{ID: one.Enrolment, Student: one.Student}
	if kept.ID == one.Replaces || !kept.IsOf(student, r.sheet.Visit.School, one.Period) {
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
// which the student was not seen.
func (k *KnownAbsences) late(v *visit.Visit, one *roll.KnownAbsence, name string) (late []views.LateDay, err error) {
	today := v.Today()
	first, last := max(one.From, today.AddDays(-v.School.PastDays)), min(one.To, today.AddDays(-1))
	if last < first {
		return nil, nil
	}
	marks, err := k.store.MarksBetween(v.Ctx, v.School.ID, one.Enrolment, first, last)
	if err != nil {
		return nil, err
	}
	week := v.Week()
	for date := first; date <= last; date = date.AddDays(1) {
		mark := marks[date]
		closing, err := v.ClosingOn(date)
		if err != nil {
			return nil, err
		}
		unmarked := mark.Version == 0
		if !one.On(date) || !unmarked && mark.Status.ID == one.Status ||
			unmarked && (closing.Closed || week.Closes(date.Noon(time.UTC).Weekday())) {
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

// correct saves the chosen marks of days that are over, one save for each date.
func (k *KnownAbsences) correct(v *visit.Visit, read *absenceRead, all []absences.Detailed, given answers) error {
	var accepted []roll.Acceptance
	for _, day := range given.days {
		presses := make(map[roll.StatusID]*submission.Press)
		for _, mark := range given.correct {
			at := slices.IndexFunc(all, func(one absences.Detailed) bool {
				return one.Enrolment == mark.Enrolment && one.On(mark.Date)
			})
			if mark.Date != day.Date || at < 0 {
				continue
			}
			press := presses[all[at].Status]
			if press == nil {
				generation, err := v.Generation(day.Token)
				if err != nil {
					return roll.Problem(roll.Stale, "roll.problem.other_person").Because(err)
				}
				press = &submission.Press{
					Save: v.TokenBeside(day.Token, generation, int64(all[at].Status)), Period: read.sheet.Period.ID,
					Class: roll.ManyClasses, Date: day.Date, Status: all[at].Status, Reason: v.Words.Text("known.title"),
					Seen: make(map[roll.EnrolmentID]int64), Generation: generation,
				}
				presses[all[at].Status] = press
			}
			press.Enrolments, press.Seen[mark.Enrolment] = append(press.Enrolments, mark.Enrolment), mark.Seen
		}
		for _, press := range presses {
			some, err := k.saving.Accept(v.Ctx, v.School, v.Actor(), *press)
			if err != nil {
				return err
			}
			accepted = append(accepted, some...)
		}
	}
	return k.saving.Await(v.Ctx, v.Connection, v.School, accepted)
}

// after returns the address of the page after absences were kept: the corrected days of one student, else the list.
func (k *KnownAbsences) after(v *visit.Visit, press roll.Token) string {
	given, err := answersOf(v)
	of := k.pages.Paths
	if err != nil || len(given.correct) == 0 {
		return of.AbsencesKept(string(v.School.ID), string(press), "absence")
	}
	first, last := given.correct[0], given.correct[0]
	for _, mark := range given.correct {
		if mark.Enrolment != first.Enrolment {
			return of.AbsencesKept(string(v.School.ID), string(press), "absence-corrected")
		}
		first.Date, last.Date = min(first.Date, mark.Date), max(last.Date, mark.Date)
	}
	return of.Days(string(v.School.ID), first.Enrolment.String(), string(first.Date), string(last.Date))
}

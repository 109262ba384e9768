package taking

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Post handles a decision: the field keep or change names the enrolment, or is "all" for the questions in the
// form (field seen).
func (d *ConflictPage) Post(v *visit.Visit) error {
	save, err := d.sheets.store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token")))
	if err != nil {
		return err
	}
	if save.By.Person != v.Person.ID && !save.By.Taps() {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	decision, err := decisionOf(v)
	if err != nil {
		return err
	}
	if err := d.decide(v, save, decision); err != nil {
		return err
	}
	return d.answer(v, visit.Query{Period: save.Period, Class: save.Class, Date: save.Date}, save, decision)
}

// decide carries out the decision, except for rows that were already decided.
func (d *ConflictPage) decide(v *visit.Visit, save roll.Save, decided decision) error {
	questions := d.questions(v, save, decided)
	if err := v.Failed(); err != nil {
		return err
	}
	if !decided.change {
		for _, question := range questions {
			if err := question.keep(v.Ctx, d.sheets.store); err != nil {
				return err
			}
		}
		return nil
	}
	if len(questions) > 0 && save.Date != v.Today() && !v.May(auth.CorrectPast) {
		return roll.Problem(roll.Stale, "roll.problem.other_date", "Date", save.Date)
	}
	decisions := make([]submission.Decision, len(questions))
	for i, question := range questions {
		decisions[i] = submission.Decision{First: question.first, Held: question.HeldMark,
			Seen: decided.seen[question.Enrolment]}
	}
	// A row is held again if its mark has changed since it was shown.
	accepted, err := d.saving.Decide(v.Ctx, v.School, v.Actor(), decisions, func() roll.Token { return v.SaveToken() })
	if err != nil || len(accepted) == 0 {
		return err
	}
	_, err = d.saving.Await(v.Ctx, v.Connection, v.School, accepted)
	return err
}

// answer shows the rows' new state, or redirects to the page in the field next.
func (d *ConflictPage) answer(v *visit.Visit, requested visit.Query, save roll.Save, decided decision) error {
	next := v.Request().PostForm.Get("next")
	if next = visit.OwnNext(d.sheets.pages.Paths, next); next != "" {
		return visit.GoTo(v, next)
	}
	read, err := d.sheets.Read(v, requested)
	if err != nil {
		return err
	}
	if !visit.ByScript(v) && save.Class == roll.ManyClasses {
		return visit.GoTo(v, d.sheets.pages.Paths.To(paths.Save, v.School.ID, save.Token))
	}
	if !visit.ByScript(v) {
		query := read.query()
		query.Save = string(save.Token)
		return visit.GoTo(v, d.sheets.pages.Paths.To(paths.Roll, v.School.ID, query))
	}
	tokens := []roll.Token{save.Token}
	for _, enrolment := range decided.rows {
		if mark := read.Marks[enrolment]; read.Visit.Own(mark.By) {
			tokens = append(tokens, mark.Save)
		}
	}
	for _, held := range read.Held {
		tokens = append(tokens, held.Save)
	}
	answer := d.sheets.answer(read, d.sheets.Summary(read, tokens))
	answer.Summary.Stays = d.stays(read, save, decided)
	if err := v.Failed(); err != nil {
		return err
	}
	d.sheets.lead(read, &answer.Summary)
	answer.Reason = d.sheets.answerReason(read)
	for _, enrolment := range decided.rows {
		answer.Cells = append(answer.Cells, fresh(read.Cell(enrolment)))
	}
	answer.Save, answer.OthersSave = v.SaveTokenIn(save.Generation), v.SaveTokenIn(save.Generation)
	return d.sheets.pages.Show(v, taking.RollSaved(answer))
}

// stays counts the marks of another person that stay, with those of earlier decisions about the save (visit.Check).
func (d *ConflictPage) stays(read *Sheet, save roll.Save, decided decision) []part.SavedCount {
	story, err := d.sheets.store.Story(read.Visit.Ctx, save.School, save.Token)
	read.Visit.Check(err)
	kept := make(map[roll.EnrolmentID]bool)
	for _, held := range story.Held {
		kept[held.Enrolment] = held.Decision == roll.TheirsKept
	}
	if !decided.change {
		for _, enrolment := range decided.rows {
			kept[enrolment] = true
		}
	}
	var left tally
	for _, student := range read.Roster.Rows {
		if cell := read.Cell(student.ID); kept[student.ID] && cell.Outcome == roll.Saved {
			left.add(cell.Status, read.Marks[student.ID].AnsweredAt)
		}
	}
	return left.counts
}

// ConflictPage handles a person's decision about rows in conflict.
type ConflictPage struct {
	sheets Sheets
	saving *submission.Submissions
}

// decision is a person's decision about rows.
type decision struct {
	rows   []roll.EnrolmentID
	all    bool
	change bool
	seen   map[roll.EnrolmentID]int64
}

// decisionOf parses the decision and its rows.
func decisionOf(v *visit.Visit) (decision, error) {
	form := v.Request().PostForm
	text := cmp.Or(form.Get("change"), form.Get("keep"))
	decided := decision{change: form.Get("change") != "", all: text == part.EveryQuestion,
		seen: make(map[roll.EnrolmentID]int64)}
	err := desk.ReadSeen(form["seen"], decided.seen)
	if decided.all {
		decided.rows = slices.Sorted(maps.Keys(decided.seen))
	} else {
		enrolment, unread := roll.ParseEnrolmentID(text)
		decided.rows, err = []roll.EnrolmentID{enrolment}, cmp.Or(err, unread)
	}
	if err != nil {
		return decision{}, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	return decided, nil
}

// question is a row that waits for a person's decision.
type question struct {
	roll.HeldMark
	// first is the save of the row.
	first roll.Save
	// read is true when the school system has a different mark from the one sent.
	read bool
}

// keep keeps the present mark.
func (q question) keep(ctx context.Context, kept *store.Store) error {
	if q.read {
		return kept.KeepRead(ctx, q.first.School, q.first.Date, q.Enrolment)
	}
	return kept.KeepTheirs(ctx, q.Save, q.Enrolment)
}

// questions returns the open rows of the decision: those of the save, or of all the person's saves when she
// decides about all (visit.Check).
func (d *ConflictPage) questions(v *visit.Visit, save roll.Save, decided decision) (open []question) {
	held, err := d.sheets.store.HeldAtDoors(v.Ctx, v.School.ID, save.Date)
	v.Check(err)
	maps.DeleteFunc(held, func(_ roll.EnrolmentID, tap roll.HeldMark) bool { return !decidesAbout(v, tap) })
	own, err := d.sheets.store.HeldFor(v.Ctx, v.School.ID, save.Date, v.Person.ID)
	v.Check(err)
	marks, err := d.sheets.store.Marks(v.Ctx, v.School.ID, save.Date, decided.rows)
	v.Check(err)
	if v.Failed() != nil {
		return nil
	}
	maps.Copy(held, own)
	saves := map[roll.Token]roll.Save{save.Token: save}
	for _, enrolment := range decided.rows {
		row, waits := held[enrolment]
		mark := marks[enrolment]
		one := question{HeldMark: row}
		switch {
		case waits && (decided.all || row.Save == save.Token):
		case mark.Outcome == roll.Conflict && (mark.Save == save.Token || decided.all && mark.By.Person == v.Person.ID):
			one.read = true
			one.HeldMark = roll.HeldMark{Held: roll.Held{SaveRow: roll.SaveRow{Enrolment: enrolment}, Theirs: mark},
				Save: mark.Save}
		default:
			continue
		}
		d.complete(v, &one, saves)
		open = append(open, one)
	}
	return open
}

// complete adds the save of the question, and the student's id in answers (visit.Check).
func (d *ConflictPage) complete(v *visit.Visit, one *question, saves map[roll.Token]roll.Save) {
	if _, known := saves[one.Save]; !known {
		first, err := d.sheets.store.Save(v.Ctx, v.School.ID, one.Save)
		v.Check(err)
		saves[one.Save] = first
	}
	if one.first = saves[one.Save]; !one.read {
		return
	}
	rows := v.Roster(one.first.Period, one.first.Class, one.first.Date).Rows
	at := slices.IndexFunc(rows, func(row roll.Enrolment) bool { return row.ID == one.Enrolment })
	if at < 0 {
		v.Check(roll.Problem(roll.Meaningless, "roll.problem.not_on_list"))
		return
	}
	one.Student = rows[at].Student
}

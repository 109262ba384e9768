package taking

import (
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
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
	questions, err := d.questions(v, save, decided)
	if err != nil {
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
		decisions[i] = submission.Decision{First: question.first, Held: question.HeldMark, Seen: decided.seen[question.Enrolment]}
	}
	// A row is held again if its mark has changed since it was shown.
	accepted, err := d.saving.Decide(v.Ctx, v.School, v.Actor(), decisions, func() roll.Token { return v.SaveToken() })
	if err != nil || len(accepted) == 0 {
		return err
	}
	return d.saving.Await(v.Ctx, v.Connection, v.School, accepted)
}

// answer shows the rows' new state, or redirects to the page in the field next.
func (d *ConflictPage) answer(v *visit.Visit, requested visit.Query, save roll.Save, decided decision) error {
	next := v.Request().PostForm.Get("next")
	if next = visit.OwnNext(d.pages.Paths, next); next != "" {
		return visit.GoTo(v, next)
	}
	read, err := d.sheets.Read(v, requested)
	if err != nil {
		return err
	}
	if !visit.ByScript(v) && save.Class == roll.ManyClasses {
		return visit.GoTo(v, d.pages.Paths.Save(string(v.School.ID), string(save.Token)))
	}
	if !visit.ByScript(v) {
		query := read.query()
		query.Save = string(save.Token)
		return visit.GoTo(v, d.pages.Paths.Roll(string(v.School.ID), query))
	}
	answer := d.sheets.answer(read, d.sheets.Summary(read, decidedIn(read, save.Token, decided.rows)))
	if !decided.change {
		answer.Summary.Stays = stays(read, decided.rows)
	}
	if err := d.sheets.lead(read, &answer.Summary); err != nil {
		return err
	}
	for _, enrolment := range decided.rows {
		answer.Cells = append(answer.Cells, fresh(read.Cell(enrolment)))
	}
	answer.Save, answer.OthersSave = v.SaveTokenIn(save.Generation), v.SaveTokenIn(save.Generation)
	return d.pages.Render(v, http.StatusOK, taking.RollSaved(answer))
}

// stays counts the statuses of the rows that keep another person's mark.
func stays(read *Sheet, rows []roll.EnrolmentID) []part.SavedCount {
	var left tally
	for _, enrolment := range rows {
		if cell := read.Cell(enrolment); cell.Outcome == roll.Saved {
			left.add(cell.Status, read.Marks[enrolment].AnsweredAt)
		}
	}
	return left.counts
}

// decidedIn returns the saves of a decision: the original one, the new one, and those with open questions.
func decidedIn(read *Sheet, save roll.Token, rows []roll.EnrolmentID) []roll.Token {
	tokens := []roll.Token{save}
	for _, enrolment := range rows {
		if mark := read.Marks[enrolment]; read.Visit.Own(mark.By) {
			tokens = append(tokens, mark.Save)
		}
	}
	for _, held := range read.Held {
		tokens = append(tokens, held.Save)
	}
	return tokens
}

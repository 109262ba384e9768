package desk

import (
	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// open asks for a second press when the school is closed on the date. A press that was accepted before the
// closing gets its first answer again.
func (d *Desk) open(v *visit.Visit, date roll.Date, token roll.Token) error {
	if v.Request().PostForm.Get("closed") == "yes" {
		return nil
	}
	closing, err := v.ClosingOn(date)
	if err != nil || !closing.Closed {
		return err
	}
	switch _, err := d.store.Save(v.Ctx, v.School.ID, token); {
	case err == nil:
		return nil
	case roll.KindOf(err) != roll.NotFound:
		return err
	case closing.Name != "":
		return roll.Problem(roll.Meaningless, "roll.problem.closed_for", "Date", date, "Name", closing.Name)
	}
	return roll.Problem(roll.Meaningless, "roll.problem.closed", "Date", date)
}

// isClosedProblem reports whether a second press would be accepted.
func isClosedProblem(problem *roll.Error) bool {
	return problem.Message == "roll.problem.closed" || problem.Message == "roll.problem.closed_for"
}

package submission

import (
	"context"
	"slices"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// judgeGuided checks a press that proves a connection: only an admin's mark of one student for today. It
// refuses a student with a namesake, since a person who looks her up may find the other.
func (s *Submissions) judgeGuided(ctx context.Context, school roll.School, by roll.Actor, press Press) error {
	switch {
	case press.Guided == "":
		return nil
	case !auth.Can(by.Role, auth.ManageConnection):
		return roll.Problem(roll.Forbidden, "problem.what.denied")
	case len(press.Enrolments) != 1 || press.OthersStatus != 0:
		return roll.Problem(roll.Meaningless, "prove.problem.one_student")
	case press.Date != school.Today(s.clock()):
		return roll.Problem(roll.Meaningless, "prove.problem.today")
	}
	students, _, err := s.rosters.Students(ctx, school, press.Period)
	if err == nil && slices.ContainsFunc(students, func(student roll.Enrolment) bool {
		return student.ID == press.Enrolments[0] && student.Namesake != roll.NoNamesake
	}) {
		return roll.Problem(roll.Meaningless, "prove.problem.namesake")
	}
	return err
}

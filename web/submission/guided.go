package submission

import "rollbook/web/roll"

// judgeGuided says who may prove a connection, and by what: an admin, by a mark of one
// student for today.
func (s *Submissions) judgeGuided(school roll.School, by roll.Actor, press Press) error {
	switch {
	case press.Guided == "":
		return nil
	case by.Role != roll.Admin:
		return roll.Problem(roll.Forbidden, "problem.what.denied")
	case len(press.Enrolments) != 1 || press.OthersStatus != 0:
		return roll.Problem(roll.Meaningless, "prove.problem.one_student")
	case press.Date != school.Today(s.clock()):
		return roll.Problem(roll.Meaningless, "prove.problem.today")
	}
	return nil
}

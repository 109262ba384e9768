package submission

import (
	"testing"

	"rollbook/web/roll"
)

// tried is a press that proves a connection.
func tried(change func(*Press)) Press {
	return with(func(p *Press) {
		p.Enrolments, p.Guided = []roll.EnrolmentID{1}, "connection"
		if change != nil {
			change(p)
		}
	})
}

func TestAnAdminsMarkOfOneStudentMayProveAConnection(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.accept(t, roll.Actor{Person: "p-admin", Role: roll.Admin}, tried(nil))
	if save := f.store.saves[0]; save.Guided != "connection" || len(save.Rows) != 1 {
		t.Errorf("kept is %+v", save)
	}
}

func TestNothingElseProvesAConnection(t *testing.T) {
	t.Parallel()
	admin := roll.Actor{Person: "p-admin", Role: roll.Admin}
	newFixture(t).refused(t, "a teacher", teacher(), tried(nil), roll.Forbidden, "problem.what.denied")
	newFixture(t).refused(t, "the office", office(), tried(nil), roll.Forbidden, "problem.what.denied")
	for says, change := range map[string]func(*Press){
		"two students": func(p *Press) { p.Enrolments = []roll.EnrolmentID{1, 2} },
		"nobody":       func(p *Press) { p.Enrolments = nil },
		"others too":   func(p *Press) { p.Others, p.OthersStatus = []roll.EnrolmentID{3}, 1 },
	} {
		newFixture(t).refused(t, says, admin, tried(change), roll.Meaningless, "prove.problem.one_student")
	}
	namesake := tried(func(p *Press) { p.Enrolments = []roll.EnrolmentID{4} })
	newFixture(t).refused(t, "a student with a namesake", admin, namesake, roll.Meaningless, "prove.problem.namesake")
	yesterday := tried(func(p *Press) { p.Date, p.Reason = "2026-11-19", "a try" })
	newFixture(t).refused(t, "yesterday", admin, yesterday, roll.Meaningless, "prove.problem.today")
}

package load_test

import (
	"fmt"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// The size of the big school of most tests.
const (
	bigClasses   = 60
	bigClassSize = 25
)

// takeAll takes the rolls of the classes and waits until the school's system has them.
func takeAll(t testing.TB, p *apptest.Program, classes, size int) {
	t.Helper()
	school, err := p.App.Store.School(t.Context(), bigSchool)
	apptest.Must(t, err)
	for class := range classes {
		press := submission.Press{
			Save: roll.Token(fmt.Sprintf("save-%d", class)), OthersSave: roll.Token(fmt.Sprintf("others-%d", class)),
			Period: "1", Class: roll.ClassID(fmt.Sprintf("class-%d", class)), Date: apptest.Today, Status: 2, OthersStatus: 1, Generation: school.Generation,
		}
		for i := range size {
			id := roll.EnrolmentID(class*size + i + 1)
			if press.Others = append(press.Others, id); i < 2 {
				press.Enrolments = append(press.Enrolments, id)
			}
		}
		_, err := p.App.Saving.Submissions.Accept(t.Context(), school, roll.Actor{Person: apptest.Teacher, Name: "Anna Lindqvist", Role: roll.Teacher}, press)
		apptest.Must(t, err)
	}
	p.Settled(t, bigSchool)
}

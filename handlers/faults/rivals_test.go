package faults_test

import (
	"net/http"
	"net/url"
	"testing"

	"rollbook/handlers/apptest"
)

// rival is a person with an open page and a press without an answer yet.
type rival struct {
	*apptest.Visitor
	Form url.Values
	Row  int
}

// rivalsOf returns people of the first school, each with another student ticked.
func rivalsOf(t *testing.T, p *apptest.Program) []rival {
	t.Helper()
	var all []rival
	for i, person := range []string{apptest.Teacher, apptest.OtherTeacher, apptest.OfficeWorker, apptest.Administrator} {
		v := p.As(t, person)
		page := v.Get(apptest.EightB).Want(t, http.StatusOK)
		all = append(all, rival{v, page.Press(t, "Absent", page.Enrolments(t, i)...), i})
	}
	return all
}

package apptest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// File returns the file of the database.
func (p *Program) File() string {
	return strings.TrimPrefix(p.App.Config.Database.Reveal(), "sqlite:")
}

// Rival is a person with an open page and a press that was not answered yet.
type Rival struct {
	*Visitor
	Form url.Values
	Row  int
}

// Rivals returns people of the first school, each with another student ticked.
func (p *Program) Rivals(t *testing.T) []Rival {
	t.Helper()
	var all []Rival
	for i, person := range []string{Teacher, OtherTeacher, OfficeWorker, Administrator} {
		v := p.As(t, person)
		page := v.Get(EightB).Want(t, http.StatusOK)
		all = append(all, Rival{v, page.Press(t, "Absent", page.Enrolments(t, i)...), i})
	}
	return all
}

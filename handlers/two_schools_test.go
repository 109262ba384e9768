package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"rollbook/handlers/apptest"
)

func TestAnotherSchoolsAnythingIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	french := p.As(t, apptest.FrenchTeacher)
	theirs := french.Get("/schools/tilleuls/roll?class=4e+B").Want(t, http.StatusOK)
	saved := french.Post("/schools/tilleuls/roll", theirs.Press(t, "Absent", theirs.Enrolments(t, 1)...)).Want(t, http.StatusSeeOther)
	address, err := url.Parse(saved.Header.Get("Location"))
	apptest.Must(t, err)
	token := address.Query().Get("save")

	v := p.As(t, apptest.Teacher)
	ask := func(path string) apptest.Answer { return v.Get(path) }
	script := func(path string) apptest.Answer { return v.Get(path, apptest.ByScript()...) }
	for _, rest := range []string{"", "/roll", "/roll?class=4e+B", "/roll/statuses?class=4e+B", "/roll/events?class=4e+B", "/saves/" + token, "/day", "/students?q=a", "/settings", "/connection"} {
		apptest.WantSameAsNonsense(t, ask, "/schools/tilleuls"+rest, "/schools/nowhere1"+rest)
		apptest.WantSameAsNonsense(t, script, "/schools/tilleuls"+rest, "/schools/nowhere1"+rest)
	}
}

func TestAnotherSchoolsSaveIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	french := p.As(t, apptest.FrenchTeacher)
	theirs := french.Get("/schools/tilleuls/roll?class=4e+B").Want(t, http.StatusOK)
	form := theirs.Press(t, "Absent", theirs.Enrolments(t, 1)...)
	v := p.As(t, apptest.Teacher)
	post := func(path string) apptest.Answer { return v.Post(path, form) }
	apptest.WantSameAsNonsense(t, post, "/schools/tilleuls/roll", "/schools/nowhere1/roll")
	if calls := p.Sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

func TestAnotherSchoolsStudentIsRefusedLikeANonsensicalOne(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	theirs := p.As(t, apptest.FrenchTeacher).Get("/schools/tilleuls/roll?class=4e+B").Want(t, http.StatusOK).Enrolments(t, 1)[0]
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	own := page.Enrolments(t, 4)[0]
	for _, stranger := range []string{theirs, "555555555"} {
		form := v.Get(apptest.EightB).Press(t, "Absent", own, stranger)
		got := v.Post(apptest.RollPath, form).Want(t, http.StatusUnprocessableEntity)
		rows := got.Rows(t)
		if !rows[4].Ticked || apptest.Count(rows, "none", "") != apptest.EightBSize {
			t.Errorf("with %s the row is %+v", stranger, rows[4])
		}
	}
	if calls := p.Sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

func TestACallCarriesTheCredentialsOfItsSchoolOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	french := p.As(t, apptest.FrenchTeacher)
	theirs := french.Get("/schools/tilleuls/roll?class=4e+B")
	french.Post("/schools/tilleuls/roll", theirs.Press(t, "Absent", theirs.Enrolments(t, 1)...)).Want(t, http.StatusSeeOther)
	v := p.As(t, apptest.Teacher)
	ours := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, ours.Press(t, "Absent", ours.Enrolments(t, 1)...)).Want(t, http.StatusSeeOther)
	for code, tenant := range map[string]string{apptest.HarbourCode: "harbour-street", "0754021K": "ecole.tilleuls.example"} {
		calls := p.Sandbox.Arrivals(code)
		if len(calls) != 1 || calls[0].Code != http.StatusOK || calls[0].Header.Get("Tenant") != tenant {
			t.Errorf("%s got %+v", code, calls)
		}
	}
	if refused := p.Sandbox.Calls()[""]; len(refused) > 0 {
		t.Errorf("refused calls: %v", refused)
	}
}

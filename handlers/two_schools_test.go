package handlers_test

import (
	"bytes"
	"net/http"
	"net/url"
	"testing"
)

// wantSameAsNonsense asks for an address of the other school and for one that
// nobody could mean: their answers must be the same, byte by byte.
func wantSameAsNonsense(t *testing.T, ask func(path string) answer, foreign, nonsense string) {
	t.Helper()
	theirs, nobodys := ask(foreign), ask(nonsense)
	if theirs.code != http.StatusNotFound || nobodys.code != http.StatusNotFound {
		t.Errorf("%s answers %d, %s %d", foreign, theirs.code, nonsense, nobodys.code)
	}
	wantSameAnswer(t, theirs, nobodys, foreign, nonsense)
}

// wantSameAnswer wants two answers to be the same bytes, with as many headers.
func wantSameAnswer(t *testing.T, theirs, nobodys answer, foreign, nonsense string) {
	t.Helper()
	if !bytes.Equal(theirs.body, nobodys.body) {
		t.Errorf("%s is told from %s by %q and %q", foreign, nonsense, difference(theirs.body, nobodys.body), difference(nobodys.body, theirs.body))
	}
	for name := range theirs.header {
		if len(theirs.header[name]) != len(nobodys.header[name]) {
			t.Errorf("%s has %s %q, %s %q", foreign, name, theirs.header[name], nonsense, nobodys.header[name])
		}
	}
}

// difference is where a stops being like b, with a few bytes around it.
func difference(a, b []byte) []byte {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return a[max(0, at-30):min(len(a), at+30)]
}

func TestAnotherSchoolsAnythingIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := boot(t)
	french := p.as(t, frenchTeacher)
	theirs := french.get("/schools/tilleuls/roll?class=4e+B").want(t, http.StatusOK)
	saved := french.post("/schools/tilleuls/roll", theirs.press(t, "Absent", theirs.enrolments(t, 1)...)).want(t, http.StatusSeeOther)
	address, err := url.Parse(saved.header.Get("Location"))
	must(t, err)
	token := address.Query().Get("save")

	v := p.as(t, teacher)
	ask := func(path string) answer { return v.get(path) }
	script := func(path string) answer { return v.get(path, byScript()...) }
	for _, rest := range []string{"", "/roll", "/roll?class=4e+B", "/roll/statuses?class=4e+B", "/roll/events?class=4e+B", "/saves/" + token, "/day", "/students?q=a", "/settings", "/connection"} {
		wantSameAsNonsense(t, ask, "/schools/tilleuls"+rest, "/schools/nowhere1"+rest)
		wantSameAsNonsense(t, script, "/schools/tilleuls"+rest, "/schools/nowhere1"+rest)
	}
}

func TestAnotherSchoolsSaveIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := boot(t)
	french := p.as(t, frenchTeacher)
	theirs := french.get("/schools/tilleuls/roll?class=4e+B").want(t, http.StatusOK)
	form := theirs.press(t, "Absent", theirs.enrolments(t, 1)...)
	v := p.as(t, teacher)
	post := func(path string) answer { return v.post(path, form) }
	wantSameAsNonsense(t, post, "/schools/tilleuls/roll", "/schools/nowhere1/roll")
	if calls := p.sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

func TestAnotherSchoolsStudentIsRefusedLikeANonsensicalOne(t *testing.T) {
	t.Parallel()
	p := boot(t)
	theirs := p.as(t, frenchTeacher).get("/schools/tilleuls/roll?class=4e+B").want(t, http.StatusOK).enrolments(t, 1)[0]
	v := p.as(t, teacher)
	page := v.get(eightB)
	own := page.enrolments(t, 4)[0]
	for _, stranger := range []string{theirs, "555555555"} {
		form := v.get(eightB).press(t, "Absent", own, stranger)
		got := v.post(rollPath, form).want(t, http.StatusUnprocessableEntity)
		rows := got.rows(t)
		if !rows[4].ticked || count(rows, "none", "") != eightBSize {
			t.Errorf("with %s the row is %+v", stranger, rows[4])
		}
	}
	if calls := p.sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

func TestACallCarriesTheCredentialsOfItsSchoolOnly(t *testing.T) {
	t.Parallel()
	p := boot(t)
	french := p.as(t, frenchTeacher)
	theirs := french.get("/schools/tilleuls/roll?class=4e+B")
	french.post("/schools/tilleuls/roll", theirs.press(t, "Absent", theirs.enrolments(t, 1)...)).want(t, http.StatusSeeOther)
	v := p.as(t, teacher)
	ours := v.get(eightB)
	v.post(rollPath, ours.press(t, "Absent", ours.enrolments(t, 1)...)).want(t, http.StatusSeeOther)
	for code, tenant := range map[string]string{harbourCode: "harbour-street", "0754021K": "ecole.tilleuls.example"} {
		calls := p.sandbox.Arrivals(code)
		if len(calls) != 1 || calls[0].Code != http.StatusOK || calls[0].Header.Get("Tenant") != tenant {
			t.Errorf("%s got %+v", code, calls)
		}
	}
	if refused := p.sandbox.Calls()[""]; len(refused) > 0 {
		t.Errorf("refused calls: %v", refused)
	}
}

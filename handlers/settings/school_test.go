package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const schoolPage = apptest.SettingsPath + "/school"

func wantSaid(t *testing.T, page apptest.Answer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if said := page.Text("main"); !strings.Contains(said, text) {
			t.Errorf("%q is not said in %q", text, said)
		}
	}
}

func TestASchoolIsRenamedByItsAdmin(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	v.Post(schoolPage, url.Values{"name": {"  Harbour & Quay "}}).Want(t, http.StatusSeeOther)
	page := v.Get(schoolPage).Want(t, http.StatusOK)
	if name := page.Page.Find("input[name=name]").AttrOr("value", ""); name != "Harbour & Quay" {
		t.Errorf("the name is %q", name)
	}
	for _, name := range []string{"", " ", "a\x00b", strings.Repeat("n", 101)} {
		got := v.Post(schoolPage, url.Values{"name": {name}})
		if got.Code < 400 || got.Code >= 500 {
			t.Errorf("%q is answered with %d", name, got.Code)
		}
	}
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if school.Name != "Harbour & Quay" {
		t.Errorf("the school is called %q", school.Name)
	}
}

func TestASchoolIsRemovedOnceItsMarksAreDownloadedAndItsNameIsTyped(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	teacher := p.As(t, apptest.Teacher)
	roster := teacher.Get(apptest.EightB).Want(t, http.StatusOK)
	teacher.Post(apptest.RollPath, roster.Press(t, "Absent", roster.Enrolments(t, 0, 1)...)).Want(t, http.StatusSeeOther)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	v := p.As(t, apptest.Administrator)
	remove := func(typed string) apptest.Answer {
		return v.Post(schoolPage+"/remove", url.Values{"typed": {typed}})
	}

	if goes := v.Get(schoolPage).Want(t, http.StatusOK).Text("#goes"); !strings.Contains(goes, "4 accounts") || !strings.Contains(goes, "2 marks") {
		t.Errorf("what goes is told as %q", goes)
	}
	wantSaid(t, remove("harbour").Want(t, http.StatusUnprocessableEntity), "Nothing was removed: that is not the name of the school.")
	wantSaid(t, remove(school.Name).Want(t, http.StatusConflict), "first download the marks")
	file := v.Post(schoolPage+"/marks.csv", nil).Want(t, http.StatusOK)
	if lines := strings.Count(string(file.Body), "\n"); lines != 3 || !strings.Contains(string(file.Body), "Absent,,,,,Saved,Anna Lindqvist") {
		t.Errorf("the file has %d lines:\n%s", lines, file.Body)
	}
	if disposition := file.Header.Get("Content-Disposition"); disposition != "attachment; filename=harbour.csv" {
		t.Errorf("the file is announced as %q", disposition)
	}
	wantSaid(t, remove(school.Name).Want(t, http.StatusOK), school.Name+" is removed", "Your account went too")

	if v.SignedIn() || teacher.SignedIn() {
		t.Error("somebody of the removed school is still signed in")
	}
	p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusUnprocessableEntity)
	if _, err := p.App.Store.School(t.Context(), apptest.Harbour); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the school is still there: %v", err)
	}
	p.As(t, apptest.FrenchTeacher).Get("/schools/tilleuls").Want(t, http.StatusOK)
}

func TestAPersonWithAnotherSchoolContinuesThere(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Administrator, apptest.Tilleuls, roll.Office))
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	v := p.As(t, apptest.Administrator)
	v.Get(schoolPage).Want(t, http.StatusOK)
	v.Post(schoolPage+"/marks.csv", nil).Want(t, http.StatusOK)
	wantSaid(t, v.Post(schoolPage+"/remove", url.Values{"typed": {school.Name}}).Want(t, http.StatusOK), "Your schools")
	v.Get("/schools/tilleuls").Want(t, http.StatusOK)
	v.Get("/schools/harbour").Want(t, http.StatusNotFound)
}

func TestOnlyAnAdminRenamesOrRemovesTheSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for email, want := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
		v := p.As(t, email)
		v.Get(schoolPage).Want(t, want)
		for _, address := range []string{"", "/marks.csv", "/remove"} {
			v.Post(schoolPage+address, url.Values{"name": {"X"}, "typed": {"X"}}).Want(t, want)
		}
	}
}

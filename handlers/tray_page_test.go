package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

const trayPath = findPath + "/tray"

// collects puts the first students of two classes into the tray, one class after the other.
func (v *visitor) collects() (page answer, students []string) {
	v.t.Helper()
	page = v.get(findPath)
	for _, class := range []string{"8B", "9A"} {
		search := page.form("form.finder")
		search.Set("q", class)
		page = v.get(findPath+"?"+search.Encode()).want(v.t, http.StatusOK)
		form := page.form("#collect")
		student := page.page.Find("input[form=collect]").First().AttrOr("value", "")
		form.Add("tray", student)
		students = append(students, student)
		page = v.get(findPath+"?"+form.Encode()).want(v.t, http.StatusOK)
	}
	return page, students
}

// pressedAll is the form of the tray with the status of that name.
func (a answer) pressedAll(t testing.TB, status string) url.Values {
	t.Helper()
	form := a.form("#tray form")
	for _, button := range a.page.Find("#tray button[name=status]").EachIter() {
		if strings.HasSuffix(button.Text(), " "+status) {
			form.Set("status", button.AttrOr("value", ""))
		}
	}
	return form
}

func TestStudentsOfManyClassesAreMarkedInOneSave(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	page, students := office.collects()
	form := page.pressedAll(t, "Late")
	form.Set("time", "08:21")
	if !slices.Equal(form["enrolment"], students) {
		t.Fatalf("ticked are %v of %v", form["enrolment"], students)
	}
	answered := office.post(trayPath, form).want(t, http.StatusSeeOther)
	after := office.follow(answered).want(t, http.StatusOK)
	p.wantOneCall(t, form.Get("status"), students...)
	if says := after.text("#tray"); !strings.Contains(says, "2 saved as Late at 08:30.") {
		t.Errorf("it says %s", says)
	}
	for _, row := range after.page.Find("#tray [data-enrolment]").EachIter() {
		if row.AttrOr("data-outcome", "") != "saved" || row.Find("[data-status]").AttrOr("data-status", "") != "Late" || row.Find("[checked]").Length() != 0 {
			t.Error("a student is not shown as saved")
		}
	}
	save := office.get("/schools/harbour/saves/"+answered.savedToken(t)).want(t, http.StatusOK)
	if says := save.text("h1"); says != "Several classes: 2 students as Late 08:21" {
		t.Errorf("the save's page says %q", says)
	}
	office.get(save.address("main p a")).want(t, http.StatusOK)
	history := office.get("/schools/harbour/students/"+students[0]+"/history").want(t, http.StatusOK)
	office.get(history.address("main p a")).want(t, http.StatusOK)
}

// savedToken is the token of the save that the answer leads to.
func (a answer) savedToken(t testing.TB) string {
	t.Helper()
	address, err := url.Parse(a.header.Get("Location"))
	must(t, err)
	return address.Query().Get("saved")
}

func TestATrayKeepsTheRulesOfARoll(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	page, students := office.collects()
	stale := page.pressedAll(t, "Late")
	anna := p.as(t, teacher)
	anna.post(rollPath, anna.get(eightB).press(t, "Absent", students[0])).want(t, http.StatusSeeOther)
	mixed := office.follow(office.post(trayPath, stale).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if mixed.page.Find("#tray [data-outcome=conflict]").Length() != 1 || mixed.page.Find("#tray [data-outcome=saved]").Length() != 1 || mixed.page.Find("#tray [checked]").Length() != 1 || !strings.Contains(mixed.text("#tray"), "1 needs you.") {
		t.Errorf("it shows %s", mixed.text("#tray"))
	}
	decide := mixed.page.Find("#tray button[name=change]")
	form := mixed.form("#decisions")
	form.Set("change", decide.AttrOr("value", ""))
	decided := office.post(decide.AttrOr("formaction", ""), form).want(t, http.StatusSeeOther)
	if says := office.follow(decided).want(t, http.StatusOK).text("main"); !strings.Contains(says, "Late") {
		t.Errorf("after the decision it says %s", says)
	}
	for says, change := range map[string]func(url.Values){
		"nobody is ticked":      func(form url.Values) { form.Del("enrolment") },
		"no status is chosen":   func(form url.Values) { form.Del("status") },
		"not on this class's":   func(form url.Values) { form.Add("enrolment", "555555555") },
		"that time is in the f": func(form url.Values) { form.Set("time", "12:00") },
	} {
		page, _ := office.collects()
		form := page.pressedAll(t, "Late")
		change(form)
		if got := office.post(trayPath, form).want(t, http.StatusUnprocessableEntity); !strings.Contains(got.text("[role=alert]"), says) || got.page.Find("#tray [data-enrolment]").Length() != 2 {
			t.Errorf("instead of %q it says %s", says, got.text("[role=alert]"))
		}
	}
	anna.post(trayPath, stale).want(t, http.StatusForbidden)
	for _, address := range []string{"/roll?class=classes:several", "/roll/events?class=classes:several", "/roll/statuses?class=classes:several"} {
		anna.get("/schools/harbour"+address).want(t, http.StatusNotFound)
	}
}

func TestATrayHoldsOnlySoMany(t *testing.T) {
	t.Parallel()
	p := bootBig(t, 20, 25)
	v := p.as(t, officeWorker)
	query := url.Values{}
	for _, student := range manyStudents(20, 25) {
		query.Add("tray", student.ID.String())
	}
	page := v.get("/schools/big/students?"+query.Encode()).want(t, http.StatusUnprocessableEntity)
	if page.page.Find("#tray [data-enrolment]").Length() != 300 || !strings.Contains(page.text("main"), "More than 300 students do not fit") {
		t.Errorf("it says %.200s", page.text("main"))
	}
	v.get("/schools/big/students?tray=x").want(t, http.StatusBadRequest)
	if stranger := v.get("/schools/big/students?tray=999999").want(t, http.StatusOK); stranger.page.Find("#tray").Length() != 0 {
		t.Error("a student whom nobody knows is in the tray")
	}
}

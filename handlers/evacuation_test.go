package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
	"rollbook/web/store"
)

const evacuationPath = "/schools/harbour/evacuation"

// placed are the names of a group of the list, in order.
func (a answer) placed(place roll.Place) string {
	return strings.Join(a.page.Find("[data-place="+string(place)+"] li").Map(func(_ int, student *goquery.Selection) string {
		return strings.Join(strings.Fields(student.Text()), " ")
	}), ", ")
}

func TestTheEvacuationListHasEveryStudentOnceWhereSheBelongs(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna := p.as(t, teacher)
	anna.takes("Absent", 0)
	anna.takes("Late", 1)
	anna.takes("Left early", 2)
	page := anna.get(eightB)
	p.silence()
	anna.post(rollPath, page.press(t, "Present", page.enrolments(t, 3)...)).want(t, http.StatusSeeOther)
	list := anna.get(evacuationPath).want(t, http.StatusOK)
	if away := list.placed(roll.Away); away != "Sean O'Neill Absent, "+page.names(t, 2)+" Left early" {
		t.Errorf("away are %s", away)
	}
	if in := list.placed(roll.In); in != page.names(t, 1)+", "+page.names(t, 3) {
		t.Errorf("in are %s", in)
	}
	if missing := list.placed(roll.Unaccounted); !strings.Contains(missing, page.names(t, 4)) || strings.Contains(missing, page.names(t, 0)) {
		t.Errorf("not accounted for are %s", missing)
	}
	if says := list.text("main"); !strings.Contains(says, "As of 08:3") || !strings.Contains(says, "Thursday 19 November 2026") || !strings.Contains(says, "Absent: 2") {
		t.Errorf("it says %s", says)
	}
}

// names is the name of the student at the place of a roll, from 0.
func (a answer) names(t *testing.T, place int) string {
	t.Helper()
	return strings.Join(strings.Fields(a.page.Find("[data-enrolment] bdi").Eq(place).Text()), " ")
}

func TestAStudentOfSeveralClassesStandsOnTheEvacuationListOnce(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	must(t, p.app.Store.PutStudents(t.Context(), harbour, roll.PeriodID(periodOffered(office)), store.FromFile, []roll.Enrolment{
		{ID: 7001, Student: 8001, Given: "Kim", Family: "Lund", Class: "8B", ClassName: "8B"},
		{ID: 7002, Student: 8001, Given: "Kim", Family: "Lund", Class: "Choir", ClassName: "Choir"},
		{ID: 7003, Given: "Bo", Class: "8B", ClassName: "8B"}, {ID: 7004, Given: "Cleo", Class: "8B", ClassName: "8B"},
	}))
	must(t, p.app.Rosters.Forget(t.Context(), harbour))
	page := office.get(rollPath+"?class=Choir").want(t, http.StatusOK)
	office.post(rollPath, page.press(t, "Present", "7002")).want(t, http.StatusSeeOther)
	list := office.get(evacuationPath)
	if in, missing := list.placed(roll.In), list.placed(roll.Unaccounted); in != "Kim Lund" || missing != "Bo, Cleo" {
		t.Errorf("in are %s, missing %s", in, missing)
	}
}

func TestACopyOfTheEvacuationListHoldsNothingToPress(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna := p.as(t, teacher)
	list := anna.get(evacuationPath+"?copy=list").want(t, http.StatusOK)
	if list.page.Find("form, button, a, script, input, header").Length() != 0 || list.page.Find("link[rel=stylesheet]").Length() != 2 {
		t.Error("the copy is not alone")
	}
	if says := list.text(".notice"); !strings.HasPrefix(says, "No network: as of 08:3") || list.page.Find("li").Length() < 28 {
		t.Errorf("the copy says %q", says)
	}
	none := anna.get(evacuationPath+"?copy=none").want(t, http.StatusOK)
	if none.page.Find("li").Length() != 0 || !strings.Contains(none.text("main"), "no list of today is kept") {
		t.Errorf("without a list it says %s", none.text("main"))
	}
	anna.get(evacuationPath+"?copy=everything").want(t, http.StatusNotFound)
}

func TestTheEvacuationListStaysWithItsSchool(t *testing.T) {
	t.Parallel()
	p := boot(t)
	luc := p.as(t, frenchTeacher)
	for _, path := range []string{evacuationPath, evacuationPath + "?copy=list", evacuationPath + "/worker.js"} {
		luc.get(path).want(t, http.StatusNotFound)
		p.visit(t).get(path).want(t, http.StatusSeeOther)
	}
	worker := p.as(t, officeWorker).get(evacuationPath+"/worker.js").want(t, http.StatusOK)
	if worker.header.Get("Service-Worker-Allowed") != evacuationPath || !strings.HasPrefix(worker.header.Get("Content-Type"), "text/javascript") {
		t.Errorf("the worker comes with %v", worker.header)
	}
	if rules := worker.header.Get("Content-Security-Policy"); !strings.HasPrefix(rules, "default-src 'none'") {
		t.Errorf("the worker's rules are %s", rules)
	}
}

func TestSigningOutClearsWhatTheDeviceKeeps(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna := p.as(t, teacher)
	out := anna.post("/sign-out", anna.get("/schools/harbour").form("form[data-sign-out]")).want(t, http.StatusSeeOther)
	if cleared := out.header.Get("Clear-Site-Data"); cleared != `"storage"` {
		t.Errorf("it clears %s", cleared)
	}
}

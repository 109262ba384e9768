package office_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

var numberOfNamesake = regexp.MustCompile(` \(no\. \d+\)`)

// placed returns the names of a group of the list, in order, without the numbers of namesakes.
func placed(a apptest.Answer, place roll.Place) string {
	return strings.Join(a.Page.Find("[data-place="+string(place)+"] li").Map(func(_ int, student *goquery.Selection) string {
		return numberOfNamesake.ReplaceAllString(strings.Join(strings.Fields(student.Text()), " "), "")
	}), ", ")
}

func TestTheEvacuationListHasEveryStudentOnceWhereSheBelongs(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	anna.Takes("Absent", 0)
	anna.Takes("Late", 1)
	anna.Takes("Left early", 2)
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Present", page.Enrolments(t, 3)...)).Want(t, http.StatusSeeOther)
	list := anna.Get(apptest.EvacuationPath).Want(t, http.StatusOK)
	if away := placed(list, roll.Away); away != "Sean O'Neill Absent, "+names(page, t, 2)+" Left early" {
		t.Errorf("away are %s", away)
	}
	if board := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Text("#day-away"); !strings.HasPrefix(board, "2 away") || !strings.Contains(board, "Left early") {
		t.Errorf("the board says %q", board)
	}
	if in := placed(list, roll.In); in != names(page, t, 1)+", "+names(page, t, 3) {
		t.Errorf("in are %s", in)
	}
	if missing := placed(list, roll.Unaccounted); !strings.Contains(missing, names(page, t, 4)) || strings.Contains(missing, names(page, t, 0)) {
		t.Errorf("not accounted for are %s", missing)
	}
	if says := list.Text("main"); !strings.Contains(says, "As of 08:3") || !strings.Contains(says, "Thursday 19 November 2026") || !strings.Contains(says, "Away: 2") {
		t.Errorf("it says %s", says)
	}
}

// names returns the name of the student at the place of a roll, from 0.
// names returns the name in a row of the roll, without the number of a namesake.
func names(a apptest.Answer, t *testing.T, place int) string {
	t.Helper()
	return strings.Join(strings.Fields(a.Page.Find("[data-enrolment] bdi").Eq(place).Clone().ChildrenFiltered("small").Remove().End().Text()), " ")
}

func TestAStudentOfSeveralClassesIsOnTheEvacuationListOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, roll.PeriodID(apptest.PeriodOffered(office)), lists.FromFile, []roll.Enrolment{
		{ID: 7001, Student: 8001, Given: "Kim", Family: "Lund", Class: "8B", ClassName: "8B"},
		{ID: 7002, Student: 8001, Given: "Kim", Family: "Lund", Class: "Choir", ClassName: "Choir"},
		{ID: 7003, Given: "Bo", Class: "8B", ClassName: "8B"}, {ID: 7004, Given: "Cleo", Class: "8B", ClassName: "8B"},
	}))
	apptest.Must(t, p.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	page := office.Get(apptest.RollPath+"?class=Choir").Want(t, http.StatusOK)
	office.Post(apptest.RollPath, page.Press(t, "Present", "7002")).Want(t, http.StatusSeeOther)
	list := office.Get(apptest.EvacuationPath)
	if in, missing := placed(list, roll.In), placed(list, roll.Unaccounted); in != "Kim Lund" || missing != "Bo, Cleo" {
		t.Errorf("in are %s, missing %s", in, missing)
	}
}

func TestWhoHasNoNumberYetIsNamedOnTheBoardAndOnTheEvacuationList(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	period := roll.PeriodID(apptest.PeriodOffered(office))
	bo := roll.Enrolment{Given: "Bo", Family: "Novak", Class: "8B", ClassName: "8B"}
	list := roll.StudentList{Students: p.List(t, apptest.Harbour, string(period)), Unnumbered: []roll.Enrolment{bo}, LeftOver: 1}
	heard := office.Hears(t, apptest.DayPath+"/events", "Bo Novak")
	_, err = p.App.Store.TakeStudents(t.Context(), school, period, list)
	apptest.Must(t, err)
	p.App.Live.Changed(live.DayOf(apptest.Harbour, apptest.Today))
	<-heard
	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	if says := board.Text("#day-unnumbered"); !strings.Contains(says, "1 student has no number in the school system yet") || !strings.Contains(says, "Bo Novak (8B)") {
		t.Errorf("the board says %q", says)
	}
	found := office.Get(apptest.EvacuationPath).Want(t, http.StatusOK)
	line := found.Page.Find("[data-place=unaccounted] li").FilterFunction(func(_ int, line *goquery.Selection) bool {
		return strings.Contains(line.Text(), "Bo Novak")
	})
	if class := line.Parent().Prev().Find("bdi").Text(); line.Length() != 1 || class != "8B" || !strings.Contains(line.Text(), "no number yet") {
		t.Errorf("%d lines have the student, in %q: %s", line.Length(), class, line.Text())
	}
}

func TestACopyOfTheEvacuationListHoldsNothingToPress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	list := anna.Get(apptest.EvacuationPath+"?copy=list").Want(t, http.StatusOK)
	if list.Page.Find("form, button, a, script, input, header").Length() != 0 || list.Page.Find("link[rel=stylesheet]").Length() != 2 {
		t.Error("the copy is not alone")
	}
	if says := list.Text(".notice"); !strings.HasPrefix(says, "No network: as of 08:3") || list.Page.Find("li").Length() < 28 {
		t.Errorf("the copy says %q", says)
	}
	none := anna.Get(apptest.EvacuationPath+"?copy=none").Want(t, http.StatusOK)
	if none.Page.Find("li").Length() != 0 || !strings.Contains(none.Text("main"), "no list of today on this device") {
		t.Errorf("without a list it says %s", none.Text("main"))
	}
	anna.Get(apptest.EvacuationPath+"?copy=everything").Want(t, http.StatusNotFound)
}

func TestTheEvacuationListStaysWithItsSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	luc := p.As(t, apptest.FrenchTeacher)
	for _, path := range []string{apptest.EvacuationPath, apptest.EvacuationPath + "?copy=list", apptest.EvacuationPath + "/worker.js"} {
		luc.Get(path).Want(t, http.StatusNotFound)
		p.Visit(t).Get(path).Want(t, http.StatusSeeOther)
	}
	worker := p.As(t, apptest.OfficeWorker).Get(apptest.EvacuationPath+"/worker.js").Want(t, http.StatusOK)
	if worker.Header.Get("Service-Worker-Allowed") != apptest.EvacuationPath || !strings.HasPrefix(worker.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("the worker comes with %v", worker.Header)
	}
	if rules := worker.Header.Get("Content-Security-Policy"); !strings.HasPrefix(rules, "default-src 'none'") {
		t.Errorf("the worker's rules are %s", rules)
	}
}

func TestSigningOutClearsTheDevicesCopies(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	out := anna.Post("/sign-out", anna.Get("/schools/harbour").Form("form[data-sign-out]")).Want(t, http.StatusSeeOther)
	if cleared := out.Header.Get("Clear-Site-Data"); cleared != `"storage"` {
		t.Errorf("it clears %s", cleared)
	}
}

package office_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func TestAStudentsHistorySaysWhoChangedWhatToWhat(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	v := p.As(t, apptest.OfficeWorker)
	token := v.Takes("Late", 0)
	student := v.Get(apptest.EightB).Enrolments(t, 0)[0]
	page := v.Get(apptest.HistoryPath+student+"/history?date="+apptest.Today).Want(t, http.StatusOK)
	if page.Text("h1") != "Sean O'Neill" {
		t.Errorf("it is about %s", page.Text("h1"))
	}
	entries := page.Page.Find("ol.list > li")
	if entries.Length() != 2 {
		t.Fatalf("it says %s", page.Text("main"))
	}
	newest := strings.Join(strings.Fields(entries.First().Text()), " ")
	for _, want := range []string{"08:30 Kofi Osei (office) · changed", "Absent", "changed to", "Late 08:30School system: Late, 08:30"} {
		if !strings.Contains(newest, want) {
			t.Errorf("%q is not in %q", want, newest)
		}
	}
	if before := entries.Last().Text(); !strings.Contains(before, "No mark") || !strings.Contains(before, "Anna Lindqvist · marked") {
		t.Errorf("the first entry says %s", before)
	}
	if link, _ := entries.First().Find("a").Attr("href"); link != apptest.SavesPath+token {
		t.Errorf("it leads to %s", link)
	}
}

func TestAHistoryWithoutEntriesNamesTheStudent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	student := v.Get(apptest.EightB).Enrolments(t, 0)[0]
	page := v.Get(apptest.HistoryPath+student+"/history").Want(t, http.StatusOK)
	if !strings.Contains(page.Text("main"), "8B · Thursday 19 November 2026") || page.Page.Find("ol.list > li").Length() > 0 {
		t.Errorf("it says %s", page.Text("main"))
	}
}

func TestAHistoryWithoutAStudentOrADateIsRefused(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	theirs := p.As(t, apptest.FrenchTeacher).Get("/schools/tilleuls/roll?class=4e+B").Enrolments(t, 1)[0]
	v := p.As(t, apptest.Teacher)
	own := v.Get(apptest.EightB).Enrolments(t, 0)[0]
	ask := func(path string) apptest.Answer { return v.Get(path) }
	apptest.WantSameAsNonsense(t, ask, apptest.HistoryPath+theirs+"/history", apptest.HistoryPath+"555555555/history")
	for path, status := range map[string]int{
		own + "/history?date=19/11/2026": http.StatusBadRequest,
		own + "/history?date=a&date=b":   http.StatusBadRequest,
		own + "/history?date=2027-01-01": http.StatusNotFound,
		own + "/history?date=1999-09-01": http.StatusNotFound,
		"0" + own + "/history":           http.StatusNotFound,
	} {
		v.Get(apptest.HistoryPath+path).Want(t, status)
	}
}

func TestTheOfficeSeesTheFurtherFieldsOfAnAnswer(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, func(school *roll.School) { school.TimeFormat, school.LateCheck = roll.TimeMinutes, roll.CheckIn })
	v := p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.EightB)
	student := page.Enrolments(t, 0)[0]
	form := page.Press(t, "Late", student)
	form.Set("check", "in")
	form.Set("time", "08:20")
	v.Follow(v.Post(apptest.RollPath, form)).Want(t, http.StatusOK)
	address := apptest.HistoryPath + student + "/history"
	if says := v.Get(address).Text("ol.list"); !strings.Contains(says, "Check in in the school system: 08:20") {
		t.Errorf("the office reads %s", says)
	}
	if says := p.As(t, apptest.Teacher).Get(address).Text("ol.list"); !strings.Contains(says, "Late") || strings.Contains(says, "Check in") {
		t.Errorf("a teacher reads %s", says)
	}
}

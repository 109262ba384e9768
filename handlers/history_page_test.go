package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/web/roll"
)

const historyPath = "/schools/harbour/students/"

func TestAStudentsHistorySaysWhoChangedWhatToWhat(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.as(t, teacher).takes("Absent", 0)
	v := p.as(t, officeWorker)
	token := v.takes("Late", 0)
	student := v.get(eightB).enrolments(t, 0)[0]
	page := v.get(historyPath+student+"/history?date="+today).want(t, http.StatusOK)
	if page.text("h1") != "Sean O'Neill" {
		t.Errorf("it is about %s", page.text("h1"))
	}
	entries := page.page.Find("ol.list > li")
	if entries.Length() != 2 {
		t.Fatalf("it says %s", page.text("main"))
	}
	newest := strings.Join(strings.Fields(entries.First().Text()), " ")
	for _, want := range []string{"08:30 Kofi Osei (office)", "Absent", "changed to", "Late08:30School system: Late, 08:30"} {
		if !strings.Contains(newest, want) {
			t.Errorf("%q is not in %q", want, newest)
		}
	}
	if before := entries.Last().Text(); !strings.Contains(before, "No mark") || !strings.Contains(before, "Anna Lindqvist") {
		t.Errorf("the first entry says %s", before)
	}
	if link, _ := entries.First().Find("a").Attr("href"); link != savesPath+token {
		t.Errorf("it leads to %s", link)
	}
}

func TestAHistoryWithoutEntriesNamesTheStudent(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	student := v.get(eightB).enrolments(t, 0)[0]
	page := v.get(historyPath+student+"/history").want(t, http.StatusOK)
	if !strings.Contains(page.text("main"), "8B · Thursday 19 November 2026") || page.page.Find("ol.list > li").Length() > 0 {
		t.Errorf("it says %s", page.text("main"))
	}
}

func TestAHistoryOfNobodyOrOfNoDateIsRefused(t *testing.T) {
	t.Parallel()
	p := boot(t)
	theirs := p.as(t, frenchTeacher).get("/schools/tilleuls/roll?class=4e+B").enrolments(t, 1)[0]
	v := p.as(t, teacher)
	own := v.get(eightB).enrolments(t, 0)[0]
	ask := func(path string) answer { return v.get(path) }
	wantSameAsNonsense(t, ask, historyPath+theirs+"/history", historyPath+"555555555/history")
	for path, status := range map[string]int{
		own + "/history?date=19/11/2026": http.StatusBadRequest,
		own + "/history?date=a&date=b":   http.StatusBadRequest,
		own + "/history?date=2027-01-01": http.StatusNotFound,
		own + "/history?date=1999-09-01": http.StatusNotFound,
		"0" + own + "/history":           http.StatusNotFound,
	} {
		v.get(historyPath+path).want(t, status)
	}
}

func TestTheOfficeReadsWhatCameBackBesidesTheStatus(t *testing.T) {
	t.Parallel()
	p := boot(t, func(school *roll.School) { school.TimeFormat, school.LateCheck = roll.TimeMinutes, roll.CheckIn })
	v := p.as(t, officeWorker)
	page := v.get(eightB)
	student := page.enrolments(t, 0)[0]
	form := page.press(t, "Late", student)
	form.Set("check", "in")
	form.Set("time", "08:20")
	v.follow(v.post(rollPath, form)).want(t, http.StatusOK)
	address := historyPath + student + "/history"
	if says := v.get(address).text("ol.list"); !strings.Contains(says, "Check in in the school system: 08:20") {
		t.Errorf("the office reads %s", says)
	}
	if says := p.as(t, teacher).get(address).text("ol.list"); !strings.Contains(says, "Late") || strings.Contains(says, "Check in") {
		t.Errorf("a teacher reads %s", says)
	}
}

package absences_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestAnAbsenceAndItsCorrectionsAreKeptTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	from, to := p.Today().AddDays(-2), p.Today().AddDays(-1)
	late := url.Values{"from": {string(from)}, "to": {string(to)}}
	first := tells(office, students[:1], late).Want(t, http.StatusUnprocessableEntity).Form("#absence")
	second := tells(office, students[1:2], late).Want(t, http.StatusUnprocessableEntity).Form("#absence")
	first["correct"] = first["correct"][1:]
	office.Post(absencesPath, first).Want(t, http.StatusSeeOther)
	// The token of the second day has kept another mark, so the day cannot be corrected.
	second["day"] = []string{second["day"][0], first["day"][1]}
	office.Post(absencesPath, second).Want(t, http.StatusConflict)
	then := office.Get(apptest.RollPath+"?class=8B&date="+string(from)).Want(t, http.StatusOK)
	if note := then.Note(students[1]); note != "No mark yet" {
		t.Errorf("the first day says %q", note)
	}
	again := tells(office, students[1:2], late).Want(t, http.StatusUnprocessableEntity)
	if says := again.Text("#questions"); strings.Contains(says, "already") {
		t.Errorf("the absence was kept: %q", says)
	}
	office.Post(absencesPath, again.Form("#absence")).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	apptest.WantSaved(t, office.Get(apptest.RollPath+"?class=8B&date="+string(from)), "Excused", students[1])
}

func TestDaysThatAreTooLongAgoToCorrectAreNamed(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	const long, longer = -100, -103
	tooOld := p.Today().AddDays(long)
	kept := tells(office, students[:1], url.Values{"from": {string(tooOld)}, "to": {string(tooOld)}}).Want(t, http.StatusSeeOther)
	if says := office.Follow(kept).Text("main"); !strings.Contains(says, "is too long ago to correct here. Its mark stays as it is.") {
		t.Errorf("after one day it says %q", says)
	}
	number := page.Page.Find("[data-enrolment='"+students[1]+"']").AttrOr("data-student", "")
	form := office.Get(absencesPath).Form("#file")
	lines := "Student;From;To\r\n" + number + ";" + string(p.Today().AddDays(longer)) + ";" + string(tooOld)
	sent := office.SendFile(absencesPath+"/file", "a.csv", lines, url.Values{"press": {form.Get("press")}}).Want(t, http.StatusSeeOther)
	if says := office.Follow(sent).Text("main"); !strings.Contains(says, "are too long ago to correct here.") {
		t.Errorf("after a file it says %q", says)
	}
	asked, after := told(office, students[2:4], url.Values{"from": {string(tooOld)}, "to": {string(p.Today())}})
	for _, says := range []string{asked.Text("#questions"), after.Text("main")} {
		if strings.Count(says, "too long ago") != 1 {
			t.Errorf("among days to correct it says %q", says)
		}
	}
	today := tells(office, students[4:5], nil).Want(t, http.StatusSeeOther)
	if says := office.Follow(today).Text("main"); strings.Contains(says, "too long ago") {
		t.Errorf("after today's absence it says %q", says)
	}
}

package absences_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestAKnownAbsenceThatWasTakenBackIsNotSentByAnOlderPage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	_, students := office.EightB()
	list := office.Follow(tells(office, students[:1], nil)).Want(t, http.StatusOK)
	page, _ := teacher.EightB()
	end := list.Page.Find("[data-enrolment='"+students[0]+"'] form[action$='/end']").AttrOr("action", "")
	office.Follow(office.Post(end, list.Form("[data-enrolment='"+students[0]+"'] form[action$='/end']"))).Want(t, http.StatusOK)

	press := page.Press(t, "Absent", students[1])
	press.Set("others", page.Press(t, "Present", students[1]).Get("status"))
	press["other"] = page.Form("#roll")["other"]
	after := teacher.Follow(teacher.Post(page.Address("#roll"), press)).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Absent", students[1])
	apptest.WantSaved(t, after, "Present", students[2])
	if note := after.Note(students[0]); note != "No mark yet" {
		t.Errorf("her row says %q", note)
	}
	refused := office.Post(absencesPath+"/marks", list.Form("#unmarked")).Want(t, http.StatusConflict)
	if says := refused.Text("#known-problem"); !strings.Contains(says, "have changed") {
		t.Errorf("the office reads %q", says)
	}
}

func TestTwoKnownAbsencesOfOnePageAreTwoSaves(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[:2]...))).Want(t, http.StatusOK)
	list := office.Follow(tells(office, students[:2], nil)).Want(t, http.StatusOK)
	for _, student := range students[:2] {
		form := list.Form("[data-enrolment='" + student + "'] form[action$='/marks']")
		office.Follow(office.Post(absencesPath+"/marks", form)).Want(t, http.StatusOK)
	}
	after, _ := teacher.EightB()
	apptest.WantSaved(t, after, "Excused", students[0], students[1])
}

func TestAStudentWhoBecameKnownAbsentIsNoneOfTheOthersOfAnOlderPage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	office.Follow(tells(office, students[:1], nil)).Want(t, http.StatusOK)
	office.Follow(tells(office, students[1:2], url.Values{"until": {"10:30"}})).Want(t, http.StatusOK)
	office.Follow(tells(office, students[2:3], nil)).Want(t, http.StatusOK)

	press := page.Press(t, "Present", students[2])
	press.Set("others", press.Get("status"))
	press["other"] = page.Form("#roll")["other"]
	after := teacher.Follow(teacher.Post(page.Address("#roll"), press)).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Present", students[2], students[3])
	for i, want := range []string{"Excused", "No mark yet"} {
		if note := after.Note(students[i]); !strings.Contains(note, want) || strings.Contains(note, "Present") {
			t.Errorf("row %d says %q", i, note)
		}
	}
}

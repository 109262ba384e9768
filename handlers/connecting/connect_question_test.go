package connecting_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// listing starts a school system that lists these students, and has two statuses.
func listing(t testing.TB, students any) *apptest.Foreign {
	t.Helper()
	return apptest.ForeignSystem(t, "numbers", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, students) },
		"GET /serviceapi/v1/students/attendance/statuses/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 1, "name": "Present"}, {"id": 2, "name": "Absent"}})
		},
	})
}

// twoNumbers returns students with two numbers: their own and one of the school year.
func twoNumbers() []map[string]any {
	var students []map[string]any
	for i := range 6 {
		students = append(students, map[string]any{
			"id": 5001 + i, "name": fmt.Sprintf("Ada Byron %c", 'A'+i), "school_enrollment": map[string]any{"dcid": 107 - i, "class": "8B"},
		})
	}
	return students
}

// choosesFirst presses the first of the numbers that a page offers.
func choosesFirst(v *apptest.Visitor, page apptest.Answer) apptest.Answer {
	v.T.Helper()
	form := page.Form("#call-students .question")
	form.Set("choice", page.Page.Find("#call-students .question button").First().AttrOr("value", ""))
	return v.Follow(v.Post(page.Address("#call-students .question"), form)).Want(v.T, http.StatusOK)
}

func TestWhichNumberSavingNeedsIsChosenByAPerson(t *testing.T) {
	t.Parallel()
	f := listing(t, twoNumbers())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	question := page.Text("#call-students .question")
	for _, part := range []string{"school_enrollment.dcid", "Ada Byron A: 107", "Ada Byron D: 104", "Ada Byron F: 102", "Ada Byron A: 5001", "A wrong number marks the wrong students"} {
		if !strings.Contains(strings.Join(strings.Fields(question), " "), part) {
			t.Errorf("it does not say %q but %q", part, question)
		}
	}
	if page.Page.Find("#call-students[open]").Length() != 1 || page.Page.Find("form[action$='/use']").Length() != 0 || !strings.Contains(page.Text("#use"), "First choose the number") {
		t.Errorf("below it says %q", page.Text("#use"))
	}
	before := string(v.Get(apptest.ConnectPath + "/mapping.json").Body)
	v.Post(apptest.ConnectPath+"/use", nil).Want(t, http.StatusConflict)
	path, form := page.Address("#call-students .question"), page.Form("#call-students .question")
	for _, wrong := range []string{"", "$.nothing", "$.name"} {
		form.Set("choice", wrong)
		v.Post(path, form).Want(t, http.StatusConflict)
	}
	reading := page.Form("#call-students .reading")
	reading.Set("do", "try")
	if again := v.Follow(v.Post(path, reading)).Want(t, http.StatusOK); again.Page.Find("#call-students .question").Length() != 1 {
		t.Error("trying the rest took the question away")
	}
	if after := string(v.Get(apptest.ConnectPath + "/mapping.json").Body); after != before {
		t.Errorf("the school is read by %s", after)
	}
	form.Set("choice", page.Page.Find("#call-students .question > ul > li:contains('dcid') button").AttrOr("value", ""))
	chosen := v.Follow(v.Post(path, form)).Want(t, http.StatusOK)
	fields := chosen.Form("#call-students .reading")
	if fields.Get("fields.studentId") != "$.id" || fields.Get("fields.fullName") != "$.name" || fields.Get("fields.className") != "$.school_enrollment.class" {
		t.Errorf("the rest became %v", fields)
	}
	v.Follow(v.Post(chosen.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	rows := v.Get("/schools/harbour/roll?class=8B&period=7").Want(t, http.StatusOK).Rows(t)
	if len(rows) != 6 || rows[0].Enrolment != "107" {
		t.Errorf("the roll has %+v", rows)
	}
}

func TestAListWithoutTheNumberThatSavingNeedsIsNotUsed(t *testing.T) {
	t.Parallel()
	f := listing(t, []map[string]any{{"studentId": 5001, "name": "Ada Byron"}, {"studentId": 5002, "name": "Bo Lund"}})
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if text := page.Text("#call-students"); !strings.Contains(text, "Saving needs a number for the school year, and this list has none") || !strings.Contains(text, "Bo Lund") {
		t.Errorf("it says %q", text)
	}
	if page.Form("#call-students .reading").Get("fields.enrolmentId") != "" || page.Page.Find("#call-students .question, form[action$='/use']").Length() != 0 {
		t.Error("the number of the student can be used for saving")
	}
	v.Post(apptest.ConnectPath+"/use", nil).Want(t, http.StatusConflict)
	v.Get(page.Page.Find("#call-students a.button").AttrOr("href", "")).Want(t, http.StatusOK)
	path := page.Address("#call-students .reading")
	failing := page.Form("#call-students .reading")
	failing.Set("path", "/serviceapi/v1/nothing/here")
	if failed := v.Follow(v.Post(path, failing)).Want(t, http.StatusOK); failed.Page.Find("form[action$='/use']").Length() != 0 {
		t.Error("what did not answer can be used")
	}
	v.Post(apptest.ConnectPath+"/use", nil).Want(t, http.StatusConflict)
	without := v.Follow(v.Post(path, url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	if without.Page.Find("form[action$='/use']").Length() != 1 {
		t.Errorf("without the list it says %q", without.Text("#use"))
	}
}

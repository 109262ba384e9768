package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// listing is a school system that lists its students so, and has two statuses.
func listing(t testing.TB, students any) *foreign {
	t.Helper()
	return foreignSystem(t, "numbers", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			tells(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) { tells(w, students) },
		"GET /serviceapi/v1/students/attendance/statuses/list": func(w http.ResponseWriter, _ *http.Request) {
			tells(w, []map[string]any{{"id": 1, "name": "Present"}, {"id": 2, "name": "Absent"}})
		},
	})
}

// twoNumbers are students with a number of their own and one of the school year.
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
func (v *visitor) choosesFirst(page answer) answer {
	v.t.Helper()
	form := page.form("#call-students .question")
	form.Set("number", page.page.Find("#call-students .question button").First().AttrOr("value", ""))
	return v.follow(v.post(page.address("#call-students .question"), form)).want(v.t, http.StatusOK)
}

func TestWhichNumberSavingNeedsIsChosenByAPerson(t *testing.T) {
	t.Parallel()
	f := listing(t, twoNumbers())
	p := misplaced(t)
	v := p.as(t, administrator)
	page := v.connectsTo(f.server.URL, foreignTenant, foreignCode, foreignKey)
	question := page.text("#call-students .question")
	for _, part := range []string{"school_enrollment.dcid", "Ada Byron A: 107", "Ada Byron B: 106", "Ada Byron C: 105", "Ada Byron A: 5001", "marks would go to other students"} {
		if !strings.Contains(strings.Join(strings.Fields(question), " "), part) {
			t.Errorf("it does not say %q but %q", part, question)
		}
	}
	if page.page.Find("#call-students[open]").Length() != 1 || page.page.Find("form[action$='/use']").Length() != 0 || !strings.Contains(page.text("#use"), "cannot be used yet") {
		t.Errorf("below it says %q", page.text("#use"))
	}
	before := string(v.get(connectPath + "/mapping.json").body)
	v.post(connectPath+"/use", nil).want(t, http.StatusConflict)
	path, form := page.address("#call-students .question"), page.form("#call-students .question")
	for _, wrong := range []string{"", "$.nothing", "$.name"} {
		form.Set("number", wrong)
		v.post(path, form).want(t, http.StatusConflict)
	}
	reading := page.form("#call-students .reading")
	reading.Set("do", "try")
	if again := v.follow(v.post(path, reading)).want(t, http.StatusOK); again.page.Find("#call-students .question").Length() != 1 {
		t.Error("trying the rest took the question away")
	}
	if after := string(v.get(connectPath + "/mapping.json").body); after != before {
		t.Errorf("the school is read by %s", after)
	}
	form.Set("number", "$.school_enrollment.dcid")
	chosen := v.follow(v.post(path, form)).want(t, http.StatusOK)
	fields := chosen.form("#call-students .reading")
	if fields.Get("field_studentId") != "$.id" || fields.Get("field_fullName") != "$.name" || fields.Get("field_className") != "$.school_enrollment.class" {
		t.Errorf("the rest became %v", fields)
	}
	v.follow(v.post(chosen.address("form[action$='/use']"), nil)).want(t, http.StatusOK)
	rows := v.get("/schools/harbour/roll?class=8B&period=7").want(t, http.StatusOK).rows(t)
	if len(rows) != 6 || rows[0].enrolment != "107" {
		t.Errorf("the roll has %+v", rows)
	}
}

func TestAListWithoutTheNumberThatSavingNeedsIsNotUsed(t *testing.T) {
	t.Parallel()
	f := listing(t, []map[string]any{{"studentId": 5001, "name": "Ada Byron"}, {"studentId": 5002, "name": "Bo Lund"}})
	p := misplaced(t)
	v := p.as(t, administrator)
	page := v.connectsTo(f.server.URL, foreignTenant, foreignCode, foreignKey)
	if text := page.text("#call-students"); !strings.Contains(text, "does not carry the number") || !strings.Contains(text, "Bo Lund") {
		t.Errorf("it says %q", text)
	}
	if page.form("#call-students .reading").Get("field_enrolmentId") != "" || page.page.Find("#call-students .question, form[action$='/use']").Length() != 0 {
		t.Error("the number of the student can be used for saving")
	}
	v.post(connectPath+"/use", nil).want(t, http.StatusConflict)
	v.get(page.page.Find("#call-students a.button").AttrOr("href", "")).want(t, http.StatusOK)
	path := page.address("#call-students .reading")
	failing := page.form("#call-students .reading")
	failing.Set("path", "/serviceapi/v1/nothing/here")
	if failed := v.follow(v.post(path, failing)).want(t, http.StatusOK); failed.page.Find("form[action$='/use']").Length() != 0 {
		t.Error("what did not answer can be used")
	}
	v.post(connectPath+"/use", nil).want(t, http.StatusConflict)
	without := v.follow(v.post(path, url.Values{"do": {"without"}})).want(t, http.StatusOK)
	if without.page.Find("form[action$='/use']").Length() != 1 {
		t.Errorf("without the list it says %q", without.text("#use"))
	}
}

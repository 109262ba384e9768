package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestAStudentWithoutANameGoesByANumberEverywhere(t *testing.T) {
	t.Parallel()
	f := listing(t, []map[string]any{
		{"studentSemesterInfoId": 101, "studentId": 50001, "firstName": "Ada", "lastName": "Byron", "className": "8B"},
		{"studentSemesterInfoId": 103, "studentId": 50003, "className": "8B"},
		{"studentSemesterInfoId": 104, "studentId": 50004, "firstName": " ", "className": "8B"},
		{"studentSemesterInfoId": 105, "firstName": nil, "className": "8B"},
	})
	p := misplaced(t)
	v := p.as(t, administrator)
	page := v.connectsTo(f.server.URL, foreignTenant, foreignCode, foreignKey)
	says := func(where, text string) {
		t.Helper()
		for _, name := range []string{"No name (no. 50003)", "No name (no. 50004)", "No name (no. 105)"} {
			if !strings.Contains(text, name) {
				t.Errorf("%s does not say %q but %q", where, name, text)
			}
		}
	}
	says("the page on which it is connected", page.text("#call-students .seen"))
	v.follow(v.post(page.address("form[action$='/use']"), nil)).want(t, http.StatusOK)
	says("the roll", v.get("/schools/harbour/roll?class=8B&period=7").want(t, http.StatusOK).text("main"))
	says("finding", v.get("/schools/harbour/students?q=8B").want(t, http.StatusOK).text("main"))
	says("the day as a file", string(v.get(exportsPath+"/day.csv").want(t, http.StatusOK).body))
	says("the paper", v.get(exportsPath+"/paper?class=8B").want(t, http.StatusOK).text("body"))
	says("the month of a class", v.get("/schools/harbour/month?class=8B").want(t, http.StatusOK).text("main"))
	for _, page := range []string{"month", "history", "days"} {
		if text := v.get("/schools/harbour/students/103/"+page).want(t, http.StatusOK).text("main"); !strings.Contains(text, "No name (no. 50003)") {
			t.Errorf("%s says %q", page, text)
		}
	}
	preview := v.follow(v.bring("list.csv", "enrolment,student,name,class\n103,50003,,8B\n104,50004,,8B\n105,,,8B\n")).want(t, http.StatusOK)
	says("the preview of a file", preview.text("main"))
}

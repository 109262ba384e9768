package connecting_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestAStudentWithoutANameGoesByANumberEverywhere(t *testing.T) {
	t.Parallel()
	f := listing(t, []map[string]any{
		{"studentSemesterInfoId": 101, "studentId": 50001, "firstName": "Ada", "lastName": "Byron", "className": "8B"},
		{"studentSemesterInfoId": 103, "studentId": 50003, "className": "8B"},
		{"studentSemesterInfoId": 104, "studentId": 50004, "firstName": " ", "className": "8B"},
		{"studentSemesterInfoId": 105, "firstName": nil, "className": "8B"},
	})
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	says := func(where, text string) {
		t.Helper()
		for _, name := range []string{"No name (no. 50003)", "No name (no. 50004)", "No name (no. 105)"} {
			if !strings.Contains(text, name) {
				t.Errorf("%s does not say %q but %q", where, name, text)
			}
		}
	}
	says("the page on which it is connected", page.Text("#call-students .seen"))
	v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	says("the roll", v.Get("/schools/harbour/roll?class=8B&period=7").Want(t, http.StatusOK).Text("main"))
	says("finding", v.Get("/schools/harbour/students?q=8B").Want(t, http.StatusOK).Text("main"))
	says("the paper", v.Get(apptest.ExportsPath+"/paper?class=8B").Want(t, http.StatusOK).Text("body"))
	says("the month of a class", v.Get("/schools/harbour/month?class=8B").Want(t, http.StatusOK).Text("main"))
	for _, page := range []string{"month", "history", "days"} {
		if text := v.Get("/schools/harbour/students/103/"+page).Want(t, http.StatusOK).Text("main"); !strings.Contains(text, "No name (no. 50003)") {
			t.Errorf("%s says %q", page, text)
		}
	}
	preview := v.Follow(v.Bring("list.csv", "enrolment,student,name,class\n103,50003,,8B\n104,50004,,8B\n105,,,8B\n")).Want(t, http.StatusOK)
	says("the preview of a file", preview.Text("main"))
}

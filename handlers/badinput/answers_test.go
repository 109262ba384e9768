package badinput_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// badAnswers lists bad answers of a school system to every call except the one for its periods, each with the
// page's sentence about the students.
func badAnswers() map[string]struct {
	answer http.HandlerFunc
	says   string
} {
	text := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Set-Cookie", "theirs=1; Path=/")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	const unreadable = "Answers, but with no list that can be read."
	return map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"a page in HTML":           {text(200, "<html><script>alert(1)</script></html>"), unreadable},
		"an error that echoes":     {text(500, `{"error":"`+apptest.ForeignKey+`"}`), "Failed"},
		"nothing":                  {text(204, ""), "Empty."},
		"null":                     {text(200, "null"), unreadable},
		"an empty list":            {text(200, "[]"), "Empty."},
		"a list of lists":          {text(200, "[[1,2],[3,4]]"), "2 found."},
		"half an answer":           {text(200, `[{"enrolmentId":1,"name":"A`), unreadable},
		"nesting without end":      {text(200, strings.Repeat(`{"a":[`, 20000)), unreadable},
		"a redirect":               {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/sign-in", http.StatusFound) }, "Not found."},
		"a refusal of the key":     {text(401, apptest.ForeignKey), "Key not accepted"},
		"too many requests":        {text(429, "slow down"), "Failed"},
		"entries that stand twice": {text(200, `[{"enrolmentId":1,"name":"Kim"},{"enrolmentId":1,"name":"Kim"},{"enrolmentId":"x","name":"Odd"},{"enrolmentId":2.5,"name":"Half"},{"enrolmentId":9007199254740993,"name":"Long"}`+strings.Repeat(`,{"enrolmentId":7,"name":"Bo"}`, 40)+`]`), "45 found"},
		"names that are markup":    {text(200, `[{"enrolmentId":1,"name":"<b onmouseover=alert(1)>Kim</b>"},{"enrolmentId":2,"name":"`+apptest.ForeignKey+`"}]`), "2 found"},
	}
}

func TestThePageDescribesEveryBadAnswerOfASchoolSystem(t *testing.T) {
	t.Parallel()
	for name, bad := range badAnswers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := apptest.ForeignSystem(t, name, map[string]http.HandlerFunc{
				"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
					apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}})
				},
				"/": bad.answer,
			})
			p := apptest.Misplaced(t)
			v := p.As(t, apptest.Administrator)
			page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
			if got := page.CallState("students"); !strings.Contains(got, bad.says) {
				t.Errorf("of the students it says %q", got)
			}
			if strings.Contains(string(page.Body), apptest.ForeignKey) || page.Page.Find(".seen b, .calls script").Length() > 0 {
				t.Error("the page shows what it should not")
			}
			if calls := f.Calls.Load(); calls > 70 {
				t.Errorf("%d calls were made", calls)
			}
			v.Get("/schools/harbour").Want(t, http.StatusOK)
		})
	}
}

func TestEntriesThatAreLeftOutAreSaid(t *testing.T) {
	t.Parallel()
	f := apptest.ForeignSystem(t, "twice", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) {
			var students []string
			for i := range 30 {
				students = append(students, listedStudent(strings.Repeat("9", 3)+string(rune('0'+i/10))+string(rune('0'+i%10)), "8"+string(rune('0'+i/10))+string(rune('0'+i%10)), "Kim", "Lund"))
			}
			students = append(students, students[3], students[4], listedStudent(`"x"`, "1", "No", "Id"))
			_, _ = io.WriteString(w, "["+strings.Join(students, ",")+"]")
		},
	})
	p := apptest.Misplaced(t)
	page := p.As(t, apptest.Administrator).ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	text := page.Text("#call-students") + page.Text("#list")
	for _, want := range []string{"30 found", "2 listed more than once", "1 left out: not readable"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q: %s", want, text)
		}
	}
}

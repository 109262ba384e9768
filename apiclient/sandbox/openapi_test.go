package sandbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const shownExtension = "x-shown-by-the-service-document"

func TestTheDescriptionHasEveryRouteAndNoOther(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := readDocument(t, s.send(t.Context(), "GET", pathOpenAPI, "", nil).body)
	var described, served []string
	for path, operations := range d.at("paths") {
		for method := range operations.(map[string]any) {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	for _, one := range s.routes {
		// The page is for people.
		if one.path != pagePath && one.path != styleFile {
			served = append(served, one.method+" "+one.path)
		}
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described %q\nserved %q", described, served)
	}
}

func TestTheDescriptionMarksTheDocumentedCallsAndAnswers(t *testing.T) {
	t.Parallel()
	d := readDocument(t, string(description))
	if d["openapi"] != "3.1.0" {
		t.Errorf("openapi is %v", d["openapi"])
	}
	for path, operations := range d.at("paths") {
		for method, operation := range operations.(map[string]any) {
			shown := path == pathBulk || path == pathPeriods
			if operation.(map[string]any)[shownExtension] != shown {
				t.Errorf("%s %s: %v, want %t", method, path, operation.(map[string]any)[shownExtension], shown)
			}
			for code, response := range d.at("paths", path, method, "responses") {
				shown := code == "401" || (code == "200" && path == pathBulk)
				if response.(map[string]any)[shownExtension] != shown {
					t.Errorf("%s %s, %s: want %t", method, path, code, shown)
				}
			}
		}
	}
}

// exercise is a request, and the code that must come.
type exercise struct {
	method, path, body string
	code               int
	headers            map[string]string
}

// exercises reach every described answer except 500.
func (s *service) exercises(t *testing.T) []exercise {
	t.Helper()
	right := s.headers(harbourSchool())
	class := enrolmentIDs(s.class(t, harbourSchool(), "8B"))
	late, period := s.status(t, "Late"), s.currentPeriod(t)
	text, long := with(right, "Content-Type", "text/plain"), strings.Repeat(" ", maxBody+1)
	all := []exercise{
		{"POST", pathBulk, saveBody(late, `"checkInOrCheckOut":"in","checkTime":[1,{"a":null}]`, class...), 200, right},
		{"POST", pathBulk, "{}", 400, right},
		{"POST", pathBulk, "{}", 415, text},
		{"POST", pathBulk, long, 413, right},
		{"POST", pathBulk, saveBody(late, "", 1), 422, right},
		{"GET", pathPeriods, "", 200, right},
		{"GET", pathStatuses, "", 200, right},
		{"GET", pathStudents, "", 400, right},
		{"GET", pathStudents + "?schoolPeriodId=1", "", 404, right},
		{"GET", fmt.Sprint(pathStudents, "?schoolPeriodId=", period), "", 200, right},
		{"GET", pathDailyList, "", 400, right},
		{"GET", pathDailyList + "?schoolPeriodId=1&date=" + today, "", 404, right},
		{"GET", fmt.Sprint(pathDailyList, "?schoolPeriodId=", period, "&date=", today), "", 200, right},
		{"GET", pathOpenAPI, "", 200, nil},
	}
	for path, method := range map[string]string{pathBulk: "POST", pathPeriods: "GET", pathStatuses: "GET", pathStudents: "GET", pathDailyList: "GET"} {
		for _, wrong := range []map[string]string{{}, without(right, headerTenant), with(right, headerSchool, "x"), with(right, headerKey, "x")} {
			all = append(all, exercise{method, path, "", 401, wrong})
		}
	}
	return append(all, s.controlExercises(t, class[0], late)...)
}

func (s *service) controlExercises(t *testing.T, enrolment, status int64) []exercise {
	t.Helper()
	plain, long := map[string]string{"Content-Type": "text/plain"}, strings.Repeat(" ", maxBody+1)
	mark := func(id int64, date string) string {
		return fmt.Sprintf(`{"schoolCode":"HSS-4471","mark":{"enrolment":%d,"statusId":%d,"date":%q}}`, id, status, date)
	}
	all := []exercise{
		{"POST", "faults", `{"faults":[{"calls":3,"status":503}]}`, 200, nil},
		{"GET", "faults", "", 200, nil},
		{"DELETE", "faults", "", 200, nil},
		{"POST", "faults", "{", 400, nil},
		{"GET", "schools", "", 200, nil},
		{"POST", "marks", mark(enrolment, today), 200, nil},
		{"POST", "marks", mark(enrolment, "x"), 400, nil},
		{"POST", "marks", mark(1, today), 404, nil},
		{"GET", "marks?schoolCode=HSS-4471", "", 200, nil},
		{"GET", "marks", "", 404, nil},
		{"GET", "arrivals", "", 200, nil},
		{"GET", "calls", "", 200, nil},
		{"GET", "concurrency", "", 200, nil},
	}
	for _, path := range []string{"faults", "marks"} {
		all = append(all, exercise{"POST", path, "x", 415, plain}, exercise{"POST", path, long, 413, nil})
	}
	foreign := map[string]string{"Origin": "https://evil.example"}
	for _, one := range s.controlRoutes() {
		all = append(all, exercise{one.method, strings.TrimPrefix(one.path, controlRoot), "", 403, foreign})
	}
	for i := range all {
		all[i].path = controlRoot + all[i].path
	}
	return all
}

func TestEveryAnswerIsAsDescribedAndEveryDescribedAnswerComes(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := readDocument(t, string(description))
	expected := map[string]bool{}
	for path, operations := range d.at("paths") {
		for method := range operations.(map[string]any) {
			for code := range d.at("paths", path, method, "responses") {
				expected[strings.ToUpper(method)+" "+path+" "+code] = true
			}
		}
	}
	exercises := s.exercises(t)
	for _, one := range exercises {
		s.perform(t, d, one, expected)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, missing := range slices.Sorted(maps.Keys(expected)) {
		if parts := strings.Fields(missing); parts[2] == "500" {
			s.perform(t, d, exercise{parts[0], brokenQuery(parts[1]), brokenBody(parts[1]), 500, s.headers(harbourSchool())}, expected)
		}
	}
	if len(expected) > 0 {
		t.Errorf("described, but never seen: %q", slices.Sorted(maps.Keys(expected)))
	}
}

// brokenQuery and brokenBody make a request that reaches the closed database.
func brokenQuery(path string) string { return path + "?schoolCode=HSS-4471" }

func brokenBody(path string) string {
	if path == controlRoot+"marks" {
		return `{"schoolCode":"HSS-4471","mark":{"enrolment":1,"statusId":1,"date":"2026-03-02"}}`
	}
	return ""
}

// perform makes a request, validates its answer, and removes it from the expected ones.
func (s *service) perform(t *testing.T, d document, one exercise, expected map[string]bool) {
	t.Helper()
	r := s.send(context.WithoutCancel(t.Context()), one.method, one.path, one.body, one.headers)
	path, _, _ := strings.Cut(one.path, "?")
	if r.code != one.code {
		t.Errorf("%s %s: %d %.200s %v, want %d", one.method, one.path, r.code, r.body, r.err, one.code)
		return
	}
	content := d.at("paths", path, strings.ToLower(one.method), "responses", fmt.Sprint(r.code), "content", "application/json", "schema")
	if content == nil || r.header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s: a %d of %s is not described", one.method, path, r.code, r.header.Get("Content-Type"))
		return
	}
	if problems := d.check(content, r.body); len(problems) > 0 {
		t.Errorf("%s %s, %d: %q", one.method, path, r.code, problems[:min(len(problems), 3)])
	}
	delete(expected, fmt.Sprintf("%s %s %d", one.method, path, r.code))
}

func TestARightSaveIsAsDescribed(t *testing.T) {
	t.Parallel()
	d := readDocument(t, string(description))
	schema := d.at("components", "schemas", "BulkSave")
	for _, more := range []string{"", `"checkInOrCheckOut":null`, `"checkInOrCheckOut":"clear","checkTime":{"a":[]}`} {
		if problems := d.check(schema, saveBody(3, more, 9007199254740993)); len(problems) > 0 {
			t.Errorf("%s: %q", more, problems)
		}
	}
	if problems := d.check(schema, saveBody(3, `"checkInOrCheckOut":"IN"`)); len(problems) != 2 {
		t.Errorf("an empty list and a wrong check: %q", problems)
	}
}

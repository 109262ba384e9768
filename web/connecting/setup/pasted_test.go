package setup

import (
	"strings"
	"testing"
)

func TestAnAddressIsFoundInWhatHelpPagesWrite(t *testing.T) {
	t.Parallel()
	const want = "/serviceapi/v1/students/list?schoolPeriodId={period}"
	for _, pasted := range []string{
		want,
		"  " + want + "\n",
		"serviceapi/v1/students/list?schoolPeriodId={period}",
		"GET /serviceapi/v1/students/list?schoolPeriodId={schoolPeriodId}",
		"https://school.example/serviceapi/v1/students/list?schoolPeriodId=7",
		"https://other.example/serviceapi/v1/students/list?schoolPeriodId=:id",
		"GET serviceapi/v1/students/list ?schoolPeriodId={school year}",
		"{base_url}/serviceapi/v1/students/list?schoolPeriodId={school period}",
		"{{baseUrl}}/serviceapi/v1/students/list?schoolPeriodId=<id>",
		"curl -X GET 'https://school.example/serviceapi/v1/students/list?schoolPeriodId=7' \\\n -H 'service-secret-key: rb_live_x'",
	} {
		if got := pathIn(pasted, "https://school.example", "7"); got != want {
			t.Errorf("%q became %q", pasted, got)
		}
	}
	for pasted, want := range map[string]string{
		"":                                   "",
		"/v2/classes/:classId/students/:day": "/v2/classes/{class}/students/{date}",
		"/periods/7/students?n=17&p=7":       "/periods/{period}/students?n=17&p={period}",
		"https://school.example/oak/a":       "/oak/a",
		`GET /x/y HTTP/1.1 [{"id": 1, "href": "/z"}]`:      "/x/y",
		`Example response: [{"id": 1}]`:                    "",
		`[{"id": 1, "photo": "https://school.example/z"}]`: "",
		"//evil.example/x":                                 "//evil.example/x",
	} {
		if got := pathIn(pasted, "https://school.example", "7"); got != want {
			t.Errorf("%q became %q, not %q", pasted, got, want)
		}
	}
	if got := pathIn("/years/6/students?page=6&year=6", "https://school.example", "7", "6"); got != "/years/{period}/students?page=6&year={period}" {
		t.Errorf("with the id of another period that is known it became %q", got)
	}
	if got := pathIn("https://school.example/oak/a", "https://school.example/oak", ""); got != "/a" {
		t.Errorf("behind a base address with a path it became %q", got)
	}
}

// FuzzPasted reads what a person pasted: the call is a path, or nothing, and it stays the same.
func FuzzPasted(f *testing.F) {
	for _, pasted := range []string{
		"GET /students/list?schoolPeriodId={schoolPeriodId}", "curl -X GET 'https://school.example/a?b=7' -H 'key: x'", "{{baseUrl}}/a/:id", `{"links":{"self":"/x/y"},"data":[]}`,
	} {
		f.Add(pasted)
	}
	f.Fuzz(func(t *testing.T, pasted string) {
		path := pathIn(pasted, "https://school.example", "7")
		if path != "" && !strings.HasPrefix(path, "/") {
			t.Errorf("%q became %q", pasted, path)
		}
	})
}

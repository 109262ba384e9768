package mapping

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func checkAgainst(t *testing.T, mapped Mapping, answers map[string]string) map[Call]CheckResult {
	t.Helper()
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			t.Errorf("a check asked %s", r.Method)
		}
		body, known := answers[r.URL.RequestURI()]
		if !known {
			http.NotFound(w, r)
		}
		_, _ = io.WriteString(w, body)
	})
	results := make(map[Call]CheckResult)
	for _, result := range Check(t.Context(), client, mapped, "2026-03-04", lastOf) {
		results[result.Call] = result
		if strings.Contains(result.Message, "\n") || strings.Contains(result.Message, testKey) {
			t.Errorf("%s says %q", result.Call, result.Message)
		}
	}
	return results
}

func byClass() Mapping {
	mapped := changed(Default(), Periods, func(r *Reading) { r.Fields[Current] = "$.now" })
	mapped = mapped.With(Classes, Reading{Path: "/classes?p={period}", List: "$", Fields: map[string]string{ID: "$.id", Name: "$.name"}})
	mapped = changed(mapped, Students, func(r *Reading) { r.Path = "/periods/{period}/classes/{class}/students" })
	return mapped.With(Day, DefaultOf(Day))
}

func TestACheckReportsTheResultOfEachCall(t *testing.T) {
	t.Parallel()
	results := checkAgainst(t, byClass(), map[string]string{
		"/serviceapi/v1/curriculum/schoolperiods/list": `[{"id":1},{"id":2,"now":true}]`,
		"/classes?p=2":                                     `[{"id":"1 A","name":"1A"}]`,
		"/periods/2/classes/1%20A/students":                `[{"studentSemesterInfoId":5},{"studentSemesterInfoId":"x"}]`,
		"/serviceapi/v1/students/attendance/statuses/list": `{"statuses":[{"id":1}]}`,
		"/serviceapi/v1/students/attendance/daily/list?schoolPeriodId=2&date=2026-03-04": `[]`,
	})
	want := map[string]struct {
		finding Finding
		items   int
		says    string
	}{
		"periods":         {FindingWorks, 2, "answered 200, 2 read"},
		"classes":         {FindingWorks, 1, "/classes?p=2 answered 200, 1 read"},
		"students":        {FindingPartly, 1, "1 read, 1 unreadable; item 1, $.studentSemesterInfoId"},
		"statuses":        {FindingUnreadable, 0, "$ is not a list in an object with statuses"},
		"dailyAttendance": {FindingEmpty, 0, "0 read"},
	}
	for call, w := range want {
		got := results[Call(call)]
		if got.Finding != w.finding || len(got.Items) != w.items || !strings.Contains(got.Message, w.says) {
			t.Errorf("%s: %s, %d items: %s", call, got.Finding, len(got.Items), got.Message)
		}
	}
}

func TestACheckReportsWhyItStopped(t *testing.T) {
	t.Parallel()
	results := checkAgainst(t, byClass(), map[string]string{"/serviceapi/v1/students/attendance/statuses/list": "[1]"})
	for call, finding := range map[string]Finding{
		"periods": FindingWrongPath, "classes": FindingNotTried, "students": FindingNotTried, "dailyAttendance": FindingNotTried, "statuses": FindingUnreadable,
	} {
		if got := results[Call(call)]; got.Finding != finding || len(got.Items) != 0 {
			t.Errorf("%s: %s: %s", call, got.Finding, got.Message)
		}
	}
	if got := results["statuses"]; !strings.Contains(got.Message, "item 0, $.id") {
		t.Errorf("statuses: %s", got.Message)
	}
}

func TestACheckReportsARefusedKey(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(401, "Invalid API credentials for "+testKey))
	for _, result := range Check(t.Context(), client, Default(), "2026-03-04", lastOf) {
		if result.Call == "students" {
			continue
		}
		if result.Finding != FindingKeyRefused || !strings.Contains(result.Message, "refuses the key") || result.Exchange.Status != 401 {
			t.Errorf("%s: %s", result.Call, result.Message)
		}
	}
	broken := changed(Default(), Periods, func(r *Reading) { r.List = "!" })
	if results := Check(t.Context(), client, broken, "", lastOf); len(results) != 1 || results[0].Finding != FindingWrongMapping {
		t.Errorf("a wrong mapping: %+v", results)
	}
}

// lastOf returns the id of the last period.
func lastOf(periods []Item) string {
	if len(periods) == 0 {
		return ""
	}
	return periods[len(periods)-1].Text(ID)
}

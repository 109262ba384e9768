package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// inPeriods starts a school system with these periods; the one student of a period has its id in the name.
func inPeriods(t *testing.T, periods ...map[string]any) *apptest.Foreign {
	t.Helper()
	return apptest.ForeignSystem(t, "periods", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, periods) },
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, r *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"studentSemesterInfoId": 101, "studentId": 501, "firstName": "Of", "lastName": "Period " + r.FormValue("schoolPeriodId"), "className": "8B"}})
		},
		"GET /serviceapi/v1/students/attendance/statuses/list": func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, words()) },
	})
}

func TestThePeriodIsTriedThatARollThenOpens(t *testing.T) {
	t.Parallel()
	period := func(id, from, to string, more ...any) map[string]any {
		one := map[string]any{"id": id, "startDate": from, "endDate": to}
		for i := 0; i < len(more); i += 2 {
			one[more[i].(string)] = more[i+1]
		}
		return one
	}
	for name, periods := range map[string][]map[string]any{
		"a term inside a year":         {period("y", "2026-08-01", "2027-07-31"), period("t", "2026-10-26", "2026-12-23")},
		"none with dates, one current": {{"id": "n", "isCurrent": true}, {"id": "o", "isCurrent": false}},
		"none that says anything":      {{"id": "a", "name": "A"}, {"id": "b", "name": "B"}},
		"all over":                     {period("b", "2025-08-01", "2026-07-31"), period("a", "2024-08-01", "2025-07-31")},
		"a current one that is over":   {period("b", "2025-08-01", "2026-07-31", "current", true), period("c", "2026-08-01", "2027-07-31", "current", false)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := inPeriods(t, periods...)
			v := apptest.Misplaced(t).As(t, apptest.Administrator)
			page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
			tried := page.Text("#people .list b")
			v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
			opened := v.Get("/schools/harbour/roll?class=8B").Want(t, http.StatusOK)
			row, opens := opened.Text("[data-enrolment] bdi"), !strings.Contains(opened.Text("main"), "No school year is open today.")
			if tried == "" || opens && row != tried || !opens && row != "" || opens == (name == "all over") {
				t.Errorf("tried is %q, and the roll opens %q", tried, row)
			}
		})
	}
}

func TestAnotherPeriodIsChosenAndStays(t *testing.T) {
	t.Parallel()
	f := inPeriods(t, map[string]any{"id": "s", "startDate": "2026-08-01", "endDate": "2027-07-31"}, map[string]any{"id": "e", "startDate": "2027-08-01", "endDate": "2028-07-31"})
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if got := page.Text("#tried-for [selected]"); got != "2026-08-01 – 2027-07-31" {
		t.Errorf("tried is %q", got)
	}
	form := page.Form("#tried-for")
	form.Set("period", "e")
	form.Set("do", "period")
	page = v.Follow(v.Post(page.Address("#tried-for"), form)).Want(t, http.StatusOK)
	again := v.Follow(v.Post(apptest.ConnectPath+"/find", nil)).Want(t, http.StatusOK)
	for _, page := range []apptest.Answer{page, again} {
		if who, period := page.Text("#people .list b"), page.Form("#tried-for").Get("period"); who != "Of Period e" || period != "e" {
			t.Errorf("tried is %q, of %q", period, who)
		}
	}
	v.Post(apptest.ConnectPath+"/calls/periods", url.Values{"do": {"period"}, "period": {"9"}}).Want(t, http.StatusConflict)
}

package absences_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// daysOf returns the path of the page of the first student of 8B over some dates, and the student.
func daysOf(t *testing.T, v *apptest.Visitor, from, to string) (path, student string) {
	t.Helper()
	student = v.Get(apptest.EightB).Enrolments(t, 0)[0]
	return apptest.HistoryPath + student + "/days?from=" + from + "&to=" + to, student
}

// withoutQuery returns the address of the page's form, which contains the dates itself.
func withoutQuery(path string) string {
	address, _, _ := strings.Cut(path, "?")
	return address
}

// fill returns the page's form with the status of that name and a reason.
func fill(a apptest.Answer, t *testing.T, status, reason string) url.Values {
	t.Helper()
	form := a.Form("form.stack")
	for _, option := range a.Page.Find("select[name=status] option").EachIter() {
		if option.Text() == status {
			form.Set("status", option.AttrOr("value", ""))
		}
	}
	form.Set("reason", reason)
	return form
}

func TestTheOfficeMarksAStudentsWeekAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	path, student := daysOf(t, v, "2026-11-13", apptest.Today)
	page := v.Get(path).Want(t, http.StatusOK)
	form := fill(page, t, "Excused", "flu")
	if len(form["day"]) != 7 {
		t.Fatalf("ticked are %v", form["day"])
	}
	form["day"] = slices.DeleteFunc(form["day"], func(day string) bool {
		return strings.HasPrefix(day, "2026-11-14") || strings.HasPrefix(day, "2026-11-15")
	})
	for range 2 {
		after := v.Follow(v.Post(withoutQuery(path), form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
		if says := after.Text("#range-done"); says != "5 of 7 marked" {
			t.Errorf("it says %q", says)
		}
		for date, outcome := range outcomesByDate(after) {
			if outcome != string(roll.Saved) {
				t.Errorf("%s is %s", date, outcome)
			}
		}
	}
	for _, date := range []string{"2026-11-13", "2026-11-16", apptest.Today} {
		mark, err := p.Sandbox.Mark(apptest.HarbourCode, apptest.Numbers(t, student)[0], date)
		apptest.Must(t, err)
		if mark.Status != "Excused" {
			t.Errorf("on %s the school system holds %q", date, mark.Status)
		}
	}
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 5 {
		t.Errorf("%d saves were sent for 5 days", calls)
	}
	history := v.Get(apptest.HistoryPath + student + "/history?date=2026-11-13").Text("main")
	if !strings.Contains(history, "flu") || !strings.Contains(history, "Kofi Osei") {
		t.Errorf("the history says %s", history)
	}
}

func TestDaysThatWaitCanBeStoppedAndSentLater(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	path, _ := daysOf(t, v, "2026-11-17", apptest.Today)
	page := v.Get(path).Want(t, http.StatusOK)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v.Takes("Absent", 1)
	apptest.Eventually(t, "nothing is sent any more", func() bool {
		connection, err := p.App.Store.Connection(t.Context(), apptest.Harbour)
		apptest.Must(t, err)
		return connection.Pause != roll.NotPaused
	})
	v.Post(withoutQuery(path), fill(page, t, "Excused", "flu")).Want(t, http.StatusSeeOther)
	waiting := v.Get(path)
	stop := waiting.Form("#range form")
	stopped := v.Follow(v.Post(waiting.Page.Find("#range form button").First().AttrOr("formaction", ""), stop)).Want(t, http.StatusOK)
	for date, outcome := range outcomesByDate(stopped) {
		if outcome != string(roll.Stopped) {
			t.Errorf("%s is %s", date, outcome)
		}
	}
	send := stopped.Page.Find("#range form button").First().AttrOr("formaction", "")
	again := outcomesByDate(v.Follow(v.Post(send, stop)).Want(t, http.StatusOK))
	if want := map[string]string{"2026-11-17": "waiting", "2026-11-18": "waiting", apptest.Today: "waiting"}; !maps.Equal(again, want) {
		t.Errorf("sent again they are %v", again)
	}
}

func TestARangeThatCannotBeMeantIsExplained(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, func(school *roll.School) { school.PastDays = 60 })
	v := p.As(t, apptest.OfficeWorker)
	for dates, says := range map[[2]string]string{
		{apptest.Today, apptest.Yesterday}: "the last day is before the first",
		{"2026-10-01", apptest.Today}:      "at most 31 days",
		{apptest.Today, "2026-11-20"}:      "is in the future",
		{"2026-02-30", apptest.Today}:      "choose both days again",
		{"2026-01-05", "2026-01-06"}:       "60 days",
		{strings.Repeat("9", 99), ""}:      "choose both days again",
		{"<b>", "2026-11-18"}:              "choose both days again",
	} {
		path, _ := daysOf(t, v, url.QueryEscape(dates[0]), url.QueryEscape(dates[1]))
		if got := v.Get(path).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(got, says) {
			t.Errorf("%q: it says %q", dates, got)
		}
	}
}

func TestAPressOfDaysThatLacksSomethingKeepsItsTicks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	path, student := daysOf(t, v, "2026-11-17", apptest.Today)
	page := v.Get(path)
	whole := fill(page, t, "Excused", "flu")
	for _, c := range []struct {
		field, value, says string
		code               int
	}{
		{"status", "", "no status is chosen", http.StatusUnprocessableEntity},
		{"status", "999999", "does not offer", http.StatusUnprocessableEntity},
		{"reason", "", "reason", http.StatusUnprocessableEntity},
		{"reason", strings.Repeat("x", 501), "500", http.StatusUnprocessableEntity},
		{"day", "", "tick a day first", http.StatusUnprocessableEntity},
		{"day", "nonsense", "part of the form was missing", http.StatusBadRequest},
	} {
		form := url.Values{}
		for name, values := range whole {
			form[name] = values[:min(len(values), 2)]
		}
		form[c.field] = []string{c.value}
		if c.value == "" && c.field == "day" {
			form.Del("day")
		}
		got := v.Post(withoutQuery(path), form).Want(t, c.code)
		if says := got.Text("[role=alert]"); !strings.Contains(says, c.says) {
			t.Errorf("%s %.9q: it says %q", c.field, c.value, says)
		}
		if ticked := got.Page.Find("[name=day][checked]").Length(); c.field != "day" && ticked != 2 {
			t.Errorf("%s %.9q: %d days are ticked", c.field, c.value, ticked)
		}
	}
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 0 {
		t.Errorf("%d saves were sent for student %s", calls, student)
	}
}

func TestAFieldForAReasonSaysWhereTheReasonIsKept(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	days, _ := daysOf(t, v, "2026-11-13", apptest.Today)
	for _, path := range []string{apptest.EightB + "&date=" + apptest.Yesterday, days, apptest.FindPath + "?date=" + apptest.Yesterday + "&q=" + url.QueryEscape(v.Get(apptest.EightB).Page.Find("[data-enrolment] bdi").Eq(3).Text())} {
		asks := v.Get(path).Want(t, http.StatusOK).Text("label:has([name=reason])")
		if asks != "Reason for the change Kept in Rollbook; the school system has no field for it." {
			t.Errorf("%s asks %q", path, asks)
		}
	}
	if v.Get(apptest.EightB).Page.Find("[name=reason]").Length() != 0 {
		t.Error("today's roll asks for a reason")
	}
}

func TestOnlyTheOfficeMarksSeveralDays(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	path, student := daysOf(t, p.As(t, apptest.OfficeWorker), apptest.Yesterday, apptest.Today)
	p.As(t, apptest.Teacher).Get(path).Want(t, http.StatusForbidden)
	for _, other := range []string{"99999999", "x", student + "0"} {
		p.As(t, apptest.OfficeWorker).Get(fmt.Sprintf("%s%s/days", apptest.HistoryPath, other)).Want(t, http.StatusNotFound)
	}
}

func TestDaysOnWhichTheSchoolIsClosedAreNamedAndNotTicked(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.AddClosedDays(t.Context(), apptest.Harbour, roll.ClosedDays{ID: "storm", Starts: "2026-11-17", Ends: apptest.Yesterday, Name: "Storm"}))
	v := p.As(t, apptest.OfficeWorker)
	path, _ := daysOf(t, v, "2026-11-16", apptest.Today)
	page := v.Get(path).Want(t, http.StatusOK)
	if ticked := page.Form("form.stack")["day"]; len(ticked) != 2 || !strings.HasPrefix(ticked[0], "2026-11-16") || !strings.HasPrefix(ticked[1], apptest.Today) {
		t.Errorf("ticked are %v", ticked)
	}
	if says := page.Text(".picks"); strings.Count(says, "closed: Storm") != 2 {
		t.Errorf("it says %s", says)
	}
}

func TestARangeOfTodayAsksForAReasonToChangeAnotherPersonsMark(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	path, _ := daysOf(t, office, apptest.Today, apptest.Today)
	if office.Get(path).Page.Find("[name=reason]").Length() > 0 {
		t.Error("a first mark asks for a reason")
	}
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	page := office.Get(path)
	form := fill(page, t, "Excused", "")
	form["day"] = page.Values("[name=day]")
	if got := office.Post(withoutQuery(path), form).Want(t, http.StatusUnprocessableEntity); !strings.Contains(got.Text("[role=alert]"), "needs a reason") {
		t.Errorf("it says %s", got.Text("main"))
	}
	form.Set("reason", "Mother called")
	office.Post(withoutQuery(path), form).Want(t, http.StatusSeeOther)
}

// outcomesByDate returns the outcome of each date.
func outcomesByDate(a apptest.Answer) map[string]string {
	found := make(map[string]string)
	for _, row := range a.Page.Find("#range li").EachIter() {
		found[row.AttrOr("data-date", "")] = row.Find("[data-outcome]").AttrOr("data-outcome", "")
	}
	return found
}

package handlers_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// daysOf is the page of the first student of 8B, over some dates.
func daysOf(t *testing.T, v *visitor, from, to string) (path, student string) {
	t.Helper()
	student = v.get(eightB).enrolments(t, 0)[0]
	return historyPath + student + "/days?from=" + from + "&to=" + to, student
}

// withoutQuery is where the page's form goes: it carries the dates itself.
func withoutQuery(path string) string {
	address, _, _ := strings.Cut(path, "?")
	return address
}

// fill is the page's form with a status of that name and a reason.
func (a answer) fill(t *testing.T, status, reason string) url.Values {
	t.Helper()
	form := a.form("form.stack")
	for _, option := range a.page.Find("select[name=status] option").EachIter() {
		if option.Text() == status {
			form.Set("status", option.AttrOr("value", ""))
		}
	}
	form.Set("reason", reason)
	return form
}

// outcomes are the dates with what became of each.
func (a answer) outcomes() map[string]string {
	found := make(map[string]string)
	for _, row := range a.page.Find("#range li").EachIter() {
		found[row.AttrOr("data-date", "")] = row.Find("[data-outcome]").AttrOr("data-outcome", "")
	}
	return found
}

func TestTheOfficeMarksAStudentsWeekAtOnce(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	path, student := daysOf(t, v, "2026-11-13", today)
	page := v.get(path).want(t, http.StatusOK)
	form := page.fill(t, "Excused", "flu")
	if len(form["day"]) != 7 {
		t.Fatalf("ticked are %v", form["day"])
	}
	form["day"] = slices.DeleteFunc(form["day"], func(day string) bool {
		return strings.HasPrefix(day, "2026-11-14") || strings.HasPrefix(day, "2026-11-15")
	})
	for range 2 {
		after := v.follow(v.post(withoutQuery(path), form).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
		if says := after.text("#range-done"); says != "5 of 7 days recorded" {
			t.Errorf("it says %q", says)
		}
		for date, outcome := range after.outcomes() {
			if outcome != string(roll.Saved) {
				t.Errorf("%s is %s", date, outcome)
			}
		}
	}
	for _, date := range []string{"2026-11-13", "2026-11-16", today} {
		mark, err := p.sandbox.Mark(t.Context(), harbourCode, numbers(t, student)[0], date)
		must(t, err)
		if mark.Status != "Excused" {
			t.Errorf("on %s the school system holds %q", date, mark.Status)
		}
	}
	if calls := len(p.sandbox.Arrivals(harbourCode)); calls != 5 {
		t.Errorf("%d saves were sent for 5 days", calls)
	}
	history := v.get(historyPath + student + "/history?date=2026-11-13").text("main")
	if !strings.Contains(history, "flu") || !strings.Contains(history, "Kofi Osei") {
		t.Errorf("the history says %s", history)
	}
}

func TestDaysThatWaitCanBeStoppedAndSentLater(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	path, _ := daysOf(t, v, "2026-11-17", today)
	page := v.get(path).want(t, http.StatusOK)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v.takes("Absent", 1)
	eventually(t, 10*time.Second, "nothing is sent any more", func() bool {
		connection, err := p.app.Store.Connection(t.Context(), harbour)
		must(t, err)
		return connection.Pause != roll.NotPaused
	})
	v.post(withoutQuery(path), page.fill(t, "Excused", "flu")).want(t, http.StatusSeeOther)
	waiting := v.get(path)
	stop := waiting.form("#range form")
	stopped := v.follow(v.post(waiting.page.Find("#range form button").First().AttrOr("formaction", ""), stop)).want(t, http.StatusOK)
	for date, outcome := range stopped.outcomes() {
		if outcome != string(roll.Stopped) {
			t.Errorf("%s is %s", date, outcome)
		}
	}
	send := stopped.page.Find("#range form button").First().AttrOr("formaction", "")
	again := v.follow(v.post(send, stop)).want(t, http.StatusOK).outcomes()
	if want := map[string]string{"2026-11-17": "waiting", "2026-11-18": "waiting", today: "waiting"}; !maps.Equal(again, want) {
		t.Errorf("sent again they are %v", again)
	}
}

func TestARangeThatCannotBeMeantIsExplained(t *testing.T) {
	t.Parallel()
	p := boot(t, func(school *roll.School) { school.PastDays = 60 })
	v := p.as(t, officeWorker)
	for dates, says := range map[[2]string]string{
		{today, yesterday}:            "the last day is before the first",
		{"2026-10-01", today}:         "at most 31 days",
		{today, "2026-11-20"}:         "has not come yet",
		{"2026-02-30", today}:         "no date",
		{"2026-01-05", "2026-01-06"}:  "60 days",
		{strings.Repeat("9", 99), ""}: "no date",
		{"<b>", "2026-11-18"}:         "no date",
	} {
		path, _ := daysOf(t, v, url.QueryEscape(dates[0]), url.QueryEscape(dates[1]))
		if got := v.get(path).want(t, http.StatusUnprocessableEntity).text("[role=alert]"); !strings.Contains(got, says) {
			t.Errorf("%q: it says %q", dates, got)
		}
	}
}

func TestAPressOfDaysThatLacksSomethingKeepsItsTicks(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	path, student := daysOf(t, v, "2026-11-17", today)
	page := v.get(path)
	whole := page.fill(t, "Excused", "flu")
	for _, c := range []struct {
		field, value, says string
		code               int
	}{
		{"status", "", "no status is chosen", http.StatusUnprocessableEntity},
		{"status", "999999", "does not offer", http.StatusUnprocessableEntity},
		{"reason", "", "reason", http.StatusUnprocessableEntity},
		{"reason", strings.Repeat("x", 501), "500", http.StatusUnprocessableEntity},
		{"day", "", "no day is ticked", http.StatusUnprocessableEntity},
		{"day", "nonsense", "damaged", http.StatusBadRequest},
	} {
		form := url.Values{}
		for name, values := range whole {
			form[name] = values[:min(len(values), 2)]
		}
		form[c.field] = []string{c.value}
		if c.value == "" && c.field == "day" {
			form.Del("day")
		}
		got := v.post(withoutQuery(path), form).want(t, c.code)
		if says := got.text("[role=alert]"); !strings.Contains(says, c.says) {
			t.Errorf("%s %.9q: it says %q", c.field, c.value, says)
		}
		if ticked := got.page.Find("[name=day][checked]").Length(); c.field != "day" && ticked != 2 {
			t.Errorf("%s %.9q: %d days are ticked", c.field, c.value, ticked)
		}
	}
	if calls := len(p.sandbox.Arrivals(harbourCode)); calls != 0 {
		t.Errorf("%d saves were sent for student %s", calls, student)
	}
}

func TestWhoeverIsAskedForAReasonIsToldWhereItStays(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	days, _ := daysOf(t, v, "2026-11-13", today)
	for _, path := range []string{eightB + "&date=" + yesterday, days, findPath + "?date=" + yesterday + "&q=" + url.QueryEscape(v.get(eightB).nameAt(3))} {
		asks := v.get(path).want(t, http.StatusOK).text("label:has([name=reason])")
		if asks != "Reason for the change Kept in Rollbook; the school system has no field for it." {
			t.Errorf("%s asks %q", path, asks)
		}
	}
	if v.get(eightB).page.Find("[name=reason]").Length() != 0 {
		t.Error("today's roll asks for a reason")
	}
}

func TestOnlyTheOfficeMarksSeveralDays(t *testing.T) {
	t.Parallel()
	p := boot(t)
	path, student := daysOf(t, p.as(t, officeWorker), yesterday, today)
	p.as(t, teacher).get(path).want(t, http.StatusForbidden)
	for _, other := range []string{"99999999", "x", student + "0"} {
		p.as(t, officeWorker).get(fmt.Sprintf("%s%s/days", historyPath, other)).want(t, http.StatusNotFound)
	}
}

func TestDaysOnWhichTheSchoolIsClosedAreNamedAndNotTicked(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.app.Store.AddClosedDays(t.Context(), harbour, roll.ClosedDays{ID: "storm", Starts: "2026-11-17", Ends: yesterday, Name: "Storm"}))
	v := p.as(t, officeWorker)
	path, _ := daysOf(t, v, "2026-11-16", today)
	page := v.get(path).want(t, http.StatusOK)
	if ticked := page.form("form.stack")["day"]; len(ticked) != 2 || !strings.HasPrefix(ticked[0], "2026-11-16") || !strings.HasPrefix(ticked[1], today) {
		t.Errorf("ticked are %v", ticked)
	}
	if says := page.text(".picks"); strings.Count(says, "closed: Storm") != 2 {
		t.Errorf("it says %s", says)
	}
}

package absences_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// keepsSome keeps an absence of a day in the week of the date, of that many students of 8B.
func keepsSome(office *apptest.Visitor, date string, count int) {
	office.T.Helper()
	page, students := office.EightB()
	lines := []string{"Student;From"}
	for _, student := range students[:count] {
		lines = append(lines, page.Page.Find("[data-enrolment='"+student+"']").AttrOr("data-student", "")+";"+date)
	}
	press := office.Get(absencesPath).Want(office.T, http.StatusOK).Form("#file").Get("press")
	office.SendFile(absencesPath+"/file", "absences.csv", strings.Join(lines, "\r\n"), url.Values{"press": {press}}).
		Want(office.T, http.StatusSeeOther)
}

func TestManyKnownAbsencesAreShownMonthByMonth(t *testing.T) {
	t.Parallel()
	office := apptest.Boot(t).As(t, apptest.OfficeWorker)
	keepsSome(office, apptest.Today, 5)
	for _, date := range []string{"2026-11-25", "2026-12-03"} {
		keepsSome(office, date, 25)
	}
	shows := func(page apptest.Answer) string {
		return fmt.Sprintf("%d in %q", page.Page.Find("[data-known]").Length(), page.Text(".months h2"))
	}
	if says := shows(office.Get(absencesPath).Want(t, http.StatusOK)); says != `55 in ""` {
		t.Errorf("fifty of other days than today are shown by month: %s", says)
	}
	keepsSome(office, "2027-02-03", 25)
	page := office.Get(absencesPath).Want(t, http.StatusOK)
	for _, want := range []string{`30 in "November 2026"`, `30 in "December 2026"`, `30 in "February 2027"`} {
		if says := shows(page); says != want {
			t.Errorf("it shows %s, not %s", says, want)
		}
		if next := page.Page.Find(".months a").Last().AttrOr("href", ""); want != `30 in "February 2027"` {
			page = office.Get(next).Want(t, http.StatusOK)
		}
	}
	links := page.Page.Find(".months a")
	if before := links.AttrOr("href", ""); links.Length() != 1 || !strings.HasSuffix(before, "2026-12") {
		t.Errorf("the last month has %d links, the first to %q", links.Length(), before)
	}
	if says := shows(office.Get(absencesPath+"?month=soon").Want(t, http.StatusOK)); says != `30 in "November 2026"` {
		t.Errorf("a month that does not exist shows %s", says)
	}
}

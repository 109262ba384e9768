package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

const monthPath = "/schools/harbour/month"

// takesOn is takes on an earlier date, with a reason.
func (v *visitor) takesOn(date, status string, places ...int) {
	v.t.Helper()
	page := v.get(eightB+"&date="+date).want(v.t, http.StatusOK)
	form := page.press(v.t, status, page.enrolments(v.t, places...)...)
	form.Set("reason", "a note from home")
	v.post(rollPath, form).saved(v.t)
}

func TestAClassesMonthShowsEveryMarkByLetterAndInWords(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	office.takes("Late", 0)
	office.takesOn(yesterday, "Absent", 0)
	exports := office.get(exportsPath+"?class=8B").want(t, http.StatusOK)
	month := office.get(exports.address("main a[href*='/month?']")).want(t, http.StatusOK)
	rows := month.page.Find(".heats svg[role=img]")
	if rows.Length() != 28 || rows.First().Find("rect").Length() != 30 {
		t.Fatalf("%d rows of %d days", rows.Length(), rows.First().Find("rect").Length())
	}
	first := rows.First()
	if says := first.AttrOr("aria-label", ""); says != "Absent: 1 (on 18); Late: 1 (on 19)" {
		t.Errorf("the first row says %q", says)
	}
	if letters := first.Find("g text").Text(); letters != "AL" || first.Find("g").Eq(17).AttrOr("class", "") != "f-absent" || first.Find("g").Eq(18).AttrOr("class", "") != "f-late" {
		t.Errorf("the letters are %q", letters)
	}
	if table := month.text("details tbody tr:first-child"); !strings.HasSuffix(table, "Absent: 1 (on 18); Late: 1 (on 19)") {
		t.Errorf("the table says %q", table)
	}
	if said := rows.Eq(1).AttrOr("aria-label", ""); said != "No marks" {
		t.Errorf("who has no mark: %q", said)
	}
	if month.page.Find("main a[href*='month=2026-12']").Length() != 0 {
		t.Error("a month is offered that has not come yet")
	}
	before := office.get(month.address("main a[href*='month=2026-10']")).want(t, http.StatusOK)
	if title := before.text("h2"); title != "October 2026" || before.page.Find(".heats svg[role=img]").First().Find("rect").Length() != 31 {
		t.Errorf("before it is %s", title)
	}
}

func TestAStudentsMonthStandsInWeeksAndAsATable(t *testing.T) {
	t.Parallel()
	p := boot(t)
	// A save on a kept connection that ends meanwhile may have arrived: it is not on its way.
	p.service.Config.SetKeepAlivesEnabled(false)
	office := p.as(t, officeWorker)
	office.takesOn(yesterday, "Absent", 0)
	anna := p.as(t, teacher)
	page := anna.get(eightB)
	p.silence()
	anna.post(rollPath, page.press(t, "Late", page.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
	history := office.get(historyPath + page.enrolments(t, 0)[0] + "/history")
	month := office.get(history.address("main a[href*='/students/'][href*='month']")).want(t, http.StatusOK)
	heat := month.page.Find("svg.weeks")
	if days := heat.Find("g"); days.Length() != 30 || days.Eq(17).AttrOr("class", "") != "f-absent" || days.Eq(18).AttrOr("class", "") != "f-unknown" {
		t.Errorf("the days are %d", days.Length())
	}
	// November 2026 begins on a Sunday.
	if x := heat.Find("rect").First().AttrOr("x", ""); x != "121" {
		t.Errorf("the first day stands at %s", x)
	}
	if table := month.text("details tbody"); !strings.Contains(table, "18Absent") || !strings.Contains(table, "19Late, on its way") {
		t.Errorf("the table says %q", table)
	}
	class := office.get(history.address("main a[href*='harbour/month?']")).want(t, http.StatusOK)
	if class.text("h1") != "8B" {
		t.Errorf("the history leads to %s", class.text("h1"))
	}
}

func TestAMonthThatCannotBeIsSaid(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	student := office.get(eightB).enrolments(t, 0)[0]
	for _, page := range []string{monthPath + "?class=8B&month=", historyPath + student + "/month?month="} {
		for month, want := range map[string]int{
			"2026-13": http.StatusBadRequest, "x": http.StatusBadRequest, "0001-01": http.StatusBadRequest, "2026-11-19": http.StatusBadRequest,
			"2026-12": http.StatusUnprocessableEntity, strings.Repeat("9", 500): http.StatusBadRequest,
		} {
			if a := office.get(page+month).want(t, want); a.text("main [role=alert]") == "" {
				t.Errorf("%s%s says nothing", page, month)
			}
		}
	}
	office.get(monthPath).want(t, http.StatusUnprocessableEntity)
	office.get(monthPath+"?class=nobody").want(t, http.StatusNotFound)
	p.as(t, teacher).get(monthPath+"?class=8B").want(t, http.StatusForbidden)
	p.as(t, frenchTeacher).get(monthPath+"?class=8B").want(t, http.StatusNotFound)
}

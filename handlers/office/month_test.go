package office_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

const monthPath = "/schools/harbour/month"

func TestAClassesMonthShowsEveryMarkByLetterAndInWords(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Late", 0)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	exports := office.Get(apptest.ExportsPath+"?class=8B").Want(t, http.StatusOK)
	month := office.Get(exports.Address("main a[href*='/month?']")).Want(t, http.StatusOK)
	rows := month.Page.Find(".heats svg[role=img]")
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
	if table := month.Text("details tbody tr:first-child"); !strings.HasSuffix(table, "Absent: 1 (on 18); Late: 1 (on 19)") {
		t.Errorf("the table says %q", table)
	}
	if said := rows.Eq(1).AttrOr("aria-label", ""); said != "No marks" {
		t.Errorf("who has no mark: %q", said)
	}
	if month.Page.Find("main a[href*='month=2026-12']").Length() != 0 {
		t.Error("a month is offered that has not come yet")
	}
	before := office.Get(month.Address("main a[href*='month=2026-10']")).Want(t, http.StatusOK)
	if title := before.Text("h2"); title != "October 2026" || before.Page.Find(".heats svg[role=img]").First().Find("rect").Length() != 31 {
		t.Errorf("before it is %s", title)
	}
}

func TestAStudentsMonthStandsInWeeksAndAsATable(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	// A save on a kept connection that ends meanwhile may have arrived: it is not on its way.
	p.Service.Config.SetKeepAlivesEnabled(false)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	history := office.Get(apptest.HistoryPath + page.Enrolments(t, 0)[0] + "/history")
	month := office.Get(history.Address("main a[href*='/students/'][href*='month']")).Want(t, http.StatusOK)
	heat := month.Page.Find("svg.weeks")
	if days := heat.Find("g"); days.Length() != 30 || days.Eq(17).AttrOr("class", "") != "f-absent" || days.Eq(18).AttrOr("class", "") != "f-unknown" {
		t.Errorf("the days are %d", days.Length())
	}
	// November 2026 begins on a Sunday.
	if x := heat.Find("rect").First().AttrOr("x", ""); x != "121" {
		t.Errorf("the first day stands at %s", x)
	}
	if table := month.Text("details tbody"); !strings.Contains(table, "18Absent") || !strings.Contains(table, "19Late, on its way") {
		t.Errorf("the table says %q", table)
	}
	class := office.Get(history.Address("main a[href*='harbour/month?']")).Want(t, http.StatusOK)
	if class.Text("h1") != "8B" {
		t.Errorf("the history leads to %s", class.Text("h1"))
	}
}

func TestAMonthThatCannotBeIsSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	student := office.Get(apptest.EightB).Enrolments(t, 0)[0]
	for _, page := range []string{monthPath + "?class=8B&month=", apptest.HistoryPath + student + "/month?month="} {
		for month, want := range map[string]int{
			"2026-13": http.StatusBadRequest, "x": http.StatusBadRequest, "0001-01": http.StatusBadRequest, "2026-11-19": http.StatusBadRequest,
			"2026-12": http.StatusUnprocessableEntity, strings.Repeat("9", 500): http.StatusBadRequest,
		} {
			if a := office.Get(page+month).Want(t, want); a.Text("main [role=alert]") == "" {
				t.Errorf("%s%s says nothing", page, month)
			}
		}
	}
	office.Get(monthPath).Want(t, http.StatusUnprocessableEntity)
	office.Get(monthPath+"?class=nobody").Want(t, http.StatusNotFound)
	p.As(t, apptest.Teacher).Get(monthPath+"?class=8B").Want(t, http.StatusForbidden)
	p.As(t, apptest.FrenchTeacher).Get(monthPath+"?class=8B").Want(t, http.StatusNotFound)
}

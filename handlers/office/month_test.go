package office_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

const monthPath = "/schools/harbour/month"

func TestTheMonthOfAClassShowsEveryMarkByLetterAndInWords(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Late", 0)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	exports := office.Get(apptest.ExportsPath+"?class=8B").Want(t, http.StatusOK)
	month := office.Get(exports.Address("main a[href*='/month?']")).Want(t, http.StatusOK)
	rows := month.Page.Find(".heats tbody tr")
	// November 2026 has 21 days from Monday to Friday; the 18th is the 13th of them.
	if rows.Length() != 28 || rows.First().Find("td").Length() != 21 {
		t.Fatalf("%d rows of %d days", rows.Length(), rows.First().Find("td").Length())
	}
	days := rows.First().Find("td")
	if letters := days.Find("b").Text(); letters != "AL" || days.Eq(12).AttrOr("class", "") != "f-absent" || days.Eq(13).AttrOr("class", "") != "f-late" {
		t.Errorf("the letters are %q", letters)
	}
	if before, after := days.Eq(0).AttrOr("class", ""), days.Eq(20).AttrOr("class", ""); before != "none" || after != "future" {
		t.Errorf("a day without marks is %s, one that has not come yet is %s", before, after)
	}
	if shown := rows.First().Find("td[data-shown]"); shown.Length() != 5 || shown.Find("b").Text() != "AL" || month.Text(".week b") != "16 to 20" {
		t.Errorf("a phone shows %d days: %s", shown.Length(), month.Text(".week b"))
	}
	week := office.Get(month.Address("main .week a")).Want(t, http.StatusOK)
	if says := week.Text(".week b"); says != "9 to 13" {
		t.Errorf("the week before is %s", says)
	}
	if table := month.Text("details tbody tr:first-child"); !strings.HasSuffix(table, "Absent: 1 (on 18); Late: 1 (on 19)") {
		t.Errorf("the table says %q", table)
	}
	if said := month.Text("details tbody tr:nth-child(2) td"); said != "No marks" {
		t.Errorf("who has no mark: %q", said)
	}
	if month.Page.Find("main a[href*='month=2026-12']").Length() != 0 {
		t.Error("a month is offered that has not come yet")
	}
	before := office.Get(month.Address("main a[href*='month=2026-10']")).Want(t, http.StatusOK)
	if title := before.Text("h2"); title != "October 2026" || before.Page.Find(".heats tbody tr").First().Find("td").Length() != 22 {
		t.Errorf("before it is %s", title)
	}
}

func TestAStudentsMonthIsShownInWeeksAndAsATable(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	// A save may have arrived if its reused connection ended meanwhile; its mark is then not on its way.
	p.Service.Config.SetKeepAlivesEnabled(false)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	history := office.Get(apptest.HistoryPath + page.Enrolments(t, 0)[0] + "/history")
	month := office.Get(history.Address("main a[href*='/students/'][href*='month']")).Want(t, http.StatusOK)
	// November 2026 begins on a Sunday, and there are no marks at weekends.
	heat := month.Page.Find(".weeks tbody tr")
	third := heat.Eq(2).Find("td")
	if heat.Length() != 5 || third.Length() != 5 || third.Eq(2).AttrOr("class", "") != "f-absent" || third.Eq(3).AttrOr("class", "") != "f-unknown" {
		t.Errorf("there are %d weeks of %d days: %s", heat.Length(), third.Length(), third.Text())
	}
	if first, last := heat.Eq(0).Find("td").Eq(0).Text(), heat.Eq(4).Find("td").Eq(1).Text(); first != "2" || last != "" {
		t.Errorf("the first day is %s, the day after the last %q", first, last)
	}
	if table := month.Text(".weeks tbody"); !strings.Contains(table, "18AAbsent") || !strings.Contains(table, "19…Late, kept, will be sent") {
		t.Errorf("the table says %q", table)
	}
	if sums := month.Text(".counts"); !strings.Contains(sums, "1 Absent") {
		t.Errorf("the sums are %q", sums)
	}
	if day := office.Get(month.Address(".weeks .f-absent a")).Want(t, http.StatusOK); !strings.Contains(day.Text("main"), "Absent") {
		t.Errorf("a day leads to %s", day.Text("main"))
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

func TestEveryDayInTheMonthOfAClassLeadsToItsRollAndEveryMarkToItsHistory(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Late", 0)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	exports := office.Get(apptest.ExportsPath+"?class=8B").Want(t, http.StatusOK)
	month := office.Get(exports.Address("main a[href*='/month?']")).Want(t, http.StatusOK)
	heads := month.Page.Find(".heats thead th + th")
	// The 18th is the 13th day from Monday to Friday; the 20th is in the future.
	roll := office.Get(heads.Eq(12).Find("a").AttrOr("href", "")).Want(t, http.StatusOK)
	if date := roll.Page.Find("main input[name=date]").AttrOr("value", ""); date != apptest.Yesterday || len(roll.Rows(t)) != 28 {
		t.Errorf("the 18th leads to the roll of %q with %d students", date, len(roll.Rows(t)))
	}
	if heads.Eq(14).Find("a").Length() != 0 || heads.Length() != 21 {
		t.Error("a day that has not come yet has a roll")
	}
	marks := month.Page.Find(".heats td a")
	if marks.Length() != 2 || marks.First().AttrOr("aria-label", "") != "Absent" {
		t.Fatalf("%d marks lead anywhere, the first is called %q", marks.Length(), marks.First().AttrOr("aria-label", ""))
	}
	if says := office.Get(marks.First().AttrOr("href", "")).Want(t, http.StatusOK).Text("ol.list"); !strings.Contains(says, "Absent") {
		t.Errorf("what happened then is %q", says)
	}
}

// TestWeeksAreTheSchoolsAndNotTheLanguages gives the school a week of Sunday to Thursday, which English has not.
func TestWeeksAreTheSchoolsAndNotTheLanguages(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.SetClosedWeekdays(t.Context(), apptest.Harbour, []time.Weekday{time.Friday, time.Saturday}))
	office := p.As(t, apptest.OfficeWorker)
	exports := office.Get(apptest.ExportsPath+"?class=8B").Want(t, http.StatusOK)
	for _, want := range []string{"from=2026-11-15&to=2026-11-19", "from=2026-11-08&to=2026-11-14"} {
		if exports.Page.Find("a[href*='"+want+"']").Length() == 0 {
			t.Errorf("this week and the last are not from Sunday: no link has %s", want)
		}
	}
	month := office.Get(exports.Address("main a[href*='/month?']")).Want(t, http.StatusOK)
	// November 2026 begins on a Sunday and has 22 days from Sunday to Thursday.
	if heads := month.Page.Find(".heats thead th + th"); heads.Length() != 22 || heads.First().Find("small").Text() != "Sun" {
		t.Errorf("the month of a class has %d days from %s", heads.Length(), heads.First().Text())
	}
	if shown := month.Text(".week b"); shown != "15 to 19" {
		t.Errorf("a phone shows the week %s", shown)
	}
	student := office.Get(month.Address("main tbody th a")).Want(t, http.StatusOK)
	if days := student.Page.Find(".weeks thead th").Text(); days != "SunMonTueWedThu" {
		t.Errorf("the month of a student has the days %s", days)
	}
	form := office.Get("/schools/harbour/absences?student=" + office.Get(apptest.EightB).Enrolments(t, 0)[0])
	if first := form.Page.Find("[name=weekday]").First().AttrOr("value", ""); first != "0" {
		t.Errorf("the week of a known absence begins on day %s", first)
	}
}

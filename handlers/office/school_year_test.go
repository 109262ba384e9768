package office_test

import (
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// years is a school with two school years and a clock that a test sets to a date. The enrolments of the second year are
// those of the first, with later numbers.
type years struct {
	*apptest.Program
	days          atomic.Int64
	before, after roll.PeriodID
	students      []roll.Enrolment
}

const laterNumber = 70_000_000

func twoYears(t *testing.T) *years {
	t.Helper()
	y := &years{after: "2027"}
	running := apptest.ClockFrom(apptest.BootHour())
	y.Program = apptest.BootAt(t, func() time.Time { return running().AddDate(0, 0, int(y.days.Load())) })
	y.before = roll.PeriodID(apptest.PeriodOffered(y.As(t, apptest.OfficeWorker)))
	y.students = y.List(t, apptest.Harbour, string(y.before))
	later := slices.Clone(y.students)
	for i := range later {
		later[i].ID += laterNumber
	}
	apptest.Must(t, y.App.Store.PutPeriods(t.Context(), apptest.Harbour, lists.FromFile, []roll.Period{
		{ID: y.before, Name: "2026/27", Starts: "2026-09-01", Ends: "2027-07-09"},
		{ID: y.after, Name: "2027/28", Starts: "2027-09-01", Ends: "2028-07-07"},
	}))
	for period, list := range map[roll.PeriodID][]roll.Enrolment{y.before: y.students, y.after: later} {
		apptest.Must(t, y.App.Store.PutStudents(t.Context(), apptest.Harbour, period, lists.FromFile, list))
	}
	apptest.Must(t, y.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	return y
}

func (y *years) passTo(date roll.Date) { y.days.Store(int64(roll.Date(apptest.Today).DaysUntil(date))) }

// signInAgain opens a new session on the visitor's device.
func signInAgain(v *apptest.Visitor, email string) {
	v.T.Helper()
	v.Post("/sign-out", nil)
	v.SignsIn(email, apptest.EveryPassword).Want(v.T, http.StatusSeeOther)
}

// marked returns the enrolments with a mark on the date.
func (y *years) marked(t *testing.T, date roll.Date) (all []roll.EnrolmentID) {
	t.Helper()
	marks, err := y.App.Store.Day(t.Context(), apptest.Harbour, date)
	apptest.Must(t, err)
	for enrolment := range marks {
		all = append(all, enrolment)
	}
	return all
}

// TestADeviceThatComesBackAfterTheSummerOpensTheNewYear has a device that remembers the year before.
func TestADeviceThatComesBackAfterTheSummerOpensTheNewYear(t *testing.T) {
	t.Parallel()
	y := twoYears(t)
	v := y.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	before := page.Enrolments(t, 0)
	old := page.Press(t, "Absent", before...)
	const first = "2027-09-01"
	y.passTo(first)
	signInAgain(v, apptest.Teacher)
	turned := v.Get(apptest.EightB+"&period="+string(y.before)).Want(t, http.StatusSeeOther)
	for _, address := range []string{apptest.EightB, turned.Header.Get("Location")} {
		page = v.Get(address).Want(t, http.StatusOK)
		number, err := roll.ParseEnrolmentID(page.Enrolments(t, 0)[0])
		if err != nil || number < laterNumber {
			t.Errorf("%s opens the roll of %d, %v", address, number, err)
		}
	}
	// An address or a form may still name the year before; its numbers are never marked in the new one.
	old.Set("date", first)
	answer := v.Post(apptest.RollPath, old).Want(t, http.StatusConflict)
	if says := answer.Text("#summary"); !strings.Contains(says, "this page is from 2026/27, which does not contain Wednesday 1 September") {
		t.Errorf("it says %q", says)
	}
	if marked := y.marked(t, first); len(marked) != 0 {
		t.Errorf("%v are marked", marked)
	}
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	if marked := y.marked(t, first); len(marked) != 1 || marked[0] < laterNumber {
		t.Errorf("%v are marked", marked)
	}
	if board := y.As(t, apptest.OfficeWorker).Get(apptest.DayPath); !strings.Contains(board.Text("main .heading"), "2027/28") {
		t.Errorf("the board says %q", board.Text("main .heading"))
	}
}

func TestWithoutASchoolYearTodayNobodyMarksUntilTheOfficeOpensOne(t *testing.T) {
	t.Parallel()
	y := twoYears(t)
	v, tablet, hall := y.As(t, apptest.Teacher), y.Tablet(t, "Door 12", "8B"), y.Tablet(t, "Hall", "8B", "9A")
	v.Get(apptest.EightB)
	const summer = "2027-08-16"
	y.passTo(summer)
	signInAgain(v, apptest.Teacher)
	for _, address := range []string{"/schools/harbour", apptest.EightB} {
		page := v.Get(address).Want(t, http.StatusOK)
		says := page.Text("main")
		if !strings.Contains(says, "No school year is open today.") || !strings.Contains(says, "The office has been told.") ||
			page.Page.Find("[data-enrolment], .tiles").Length() != 0 {
			t.Errorf("the teacher reads on %s: %q", address, says)
		}
	}
	for _, tablet := range []*apptest.Visitor{tablet, hall} {
		door := tablet.Get("/door").Want(t, http.StatusOK)
		if door.Text("h1") != "No school year is open today." || !strings.Contains(door.Text("main"), "The office has been told.") ||
			door.Page.Find("main a").Length() != 0 {
			t.Errorf("the tablet says %q", door.Text("main"))
		}
	}
	office := y.As(t, apptest.OfficeWorker)
	const told = "No school year contains today. 2027/28 begins on Wednesday 1 September 2027."
	for address, says := range map[string]string{
		"/schools/harbour": told, apptest.DayPath: told, apptest.EightB: told, apptest.FindPath + "?q=8B": "No school year is open today.",
		apptest.RemindersPath: "No school year is open today.", "/schools/harbour/absences": "No school year is open today.",
		apptest.CoversPath: "Open a school year", apptest.EvacuationPath: "8B", apptest.ExportsPath: "2026/27",
		"/schools/harbour/comparison": "", apptest.SettingsPath + "/groups": "", apptest.SettingsPath + "/tablets": "8B",
	} {
		page := office.Get(address)
		if page.Code == http.StatusNotFound && strings.HasPrefix(address, apptest.SettingsPath) {
			continue // the office has no such page
		}
		if text := page.Want(t, http.StatusOK).Text("body"); !strings.Contains(text, says) {
			t.Errorf("the office reads on %s: %q", address, text)
		}
	}
	if suggested := suggests(office, "8B"); len(suggested) > 0 {
		t.Errorf("suggested are %q", suggested)
	}
	wrong := office.Filled(apptest.DayPath, "form[action$='/day/period']", "period", string(y.before), "to", "2027-10-30")
	office.Post(apptest.DayPath+"/period", wrong).Want(t, http.StatusUnprocessableEntity)
	v.Post(apptest.DayPath+"/period", wrong).Want(t, http.StatusForbidden)
	form := office.Filled(apptest.DayPath, "form[action$='/day/period']", "period", string(y.before))
	office.Post(apptest.DayPath+"/period", form).Want(t, http.StatusSeeOther)
	const named = "2026/27 does not contain Monday 16 August 2027. The office has opened it for this day."
	for _, one := range []struct {
		v       *apptest.Visitor
		address string
	}{
		{v, "/schools/harbour"}, {v, apptest.EightB}, {tablet, "/door"}, {office, apptest.DayPath}, {office, apptest.FindPath + "?q=8B"},
		{office, apptest.EvacuationPath}, {office, apptest.RemindersPath}, {office, apptest.CoversPath}, {office, apptest.ExportsPath},
	} {
		if says := one.v.Get(one.address).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, named) {
			t.Errorf("%s does not name the year: %q", one.address, says)
		}
	}
	page := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	if marked := y.marked(t, summer); len(marked) != 1 || marked[0] >= laterNumber {
		t.Errorf("%v are marked", marked)
	}
	y.passTo("2027-08-17")
	signInAgain(v, apptest.Teacher)
	if page := v.Get(apptest.EightB); page.Page.Find("[data-enrolment]").Length() != 0 {
		t.Error("the day after, the year is still open")
	}
}

func TestTheOfficeReadsTwoWeeksBeforeThatNoSchoolYearContainsADay(t *testing.T) {
	t.Parallel()
	y := twoYears(t)
	apptest.Must(t, y.App.Store.AddClosedDays(t.Context(), apptest.Harbour,
		roll.ClosedDays{ID: "s", Name: "Summer", Starts: "2027-07-12", Ends: "2027-08-29"}))
	says := func(date roll.Date, email string) string {
		t.Helper()
		y.passTo(date)
		return y.As(t, email).Get("/schools/harbour").Want(t, http.StatusOK).Text("#not-open")
	}
	for _, one := range []struct {
		date  roll.Date
		email string
		says  string
	}{
		// Closed days need no school year, and neither does the weekend after the last day.
		{"2027-07-05", apptest.OfficeWorker, ""},
		{"2028-06-25", apptest.OfficeWorker, ""}, {"2028-06-26", apptest.OfficeWorker, "No school year contains Monday 10 July 2028. Add it in the school system, or enter the days as closed."},
		{"2028-06-26", apptest.Teacher, ""},
	} {
		if got := says(one.date, one.email); got != one.says {
			t.Errorf("on %s %s reads %q", one.date, one.email, got)
		}
	}
	// Today has no school year either: that comes first.
	if got := says("2027-08-16", apptest.OfficeWorker); !strings.HasPrefix(got, "No school year contains today.") {
		t.Errorf("in the summer the office reads %q", got)
	}
}

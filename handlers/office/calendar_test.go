package office_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func TestASchoolIsOpenUntilItSaysOtherwise(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	office.Get(apptest.SettingsPath).Address("a[href$='/settings/calendar']")
	if says := anna.Get("/schools/harbour").Text("main"); strings.Contains(says, "closed") {
		t.Errorf("at first it says %s", says)
	}
	// Thursday, and Sunday.
	office.Post(apptest.CalendarPath, url.Values{"weekday": {"0", "4"}}).Want(t, http.StatusSeeOther)
	for _, path := range []string{"/schools/harbour", apptest.EightB} {
		if says := anna.Get(path).Text(".notice"); says != "The school is closed on Thursday 19 November." {
			t.Errorf("%s says %q", path, says)
		}
	}
	if says := anna.Get(apptest.EightB + "&date=" + apptest.Yesterday).Text("main"); strings.Contains(says, "The school is closed") {
		t.Error("it is closed on Wednesday too")
	}
	office.Follow(office.Closes("Autumn holiday", apptest.Today, "2026-11-20")).Want(t, http.StatusOK)
	if says := anna.Get(apptest.EightB).Text(".notice"); says != "The school is closed on Thursday 19 November: Autumn holiday." {
		t.Errorf("then it says %q", says)
	}
	page := office.Get(apptest.CalendarPath)
	if text := page.Text(".list"); !strings.Contains(text, "Autumn holiday Thursday 19 November 2026 to Friday 20 November 2026") || page.Page.Find("[name=weekday][checked]").Length() != 2 {
		t.Errorf("the calendar shows %s", text)
	}
	office.Post(page.Page.Find("form[action$='/remove']").AttrOr("action", ""), page.Form("form[action$='/remove']")).Want(t, http.StatusSeeOther)
	office.Post(apptest.CalendarPath, url.Values{}).Want(t, http.StatusSeeOther)
	if says := anna.Get(apptest.EightB).Text("main"); strings.Contains(says, "The school is closed") {
		t.Error("it cannot be opened again")
	}
}

func TestARollOnAClosedDayNeedsASecondPress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	before := anna.Get(apptest.EightB)
	accepted := before.Press(t, "Late", before.Enrolments(t, 5)...)
	anna.Post(apptest.RollPath, accepted).Want(t, http.StatusSeeOther)
	office.Closes("Autumn holiday", apptest.Today, "").Want(t, http.StatusSeeOther)
	anna.Post(apptest.RollPath, accepted).Want(t, http.StatusSeeOther)
	page := anna.Get(apptest.EightB)
	ids := page.Enrolments(t, 0, 1)
	asked := anna.Post(apptest.RollPath, page.Press(t, "Absent", ids...)).Want(t, http.StatusUnprocessableEntity)
	if says := asked.Text("#summary h2"); says != "Nothing was saved yet: the school is closed on Thursday 19 November, Autumn holiday." {
		t.Errorf("it says %q", says)
	}
	if ticked := asked.Page.Find("#roll [name=enrolment][checked]").Length(); ticked != 2 {
		t.Errorf("%d ticks are kept", ticked)
	}
	marks, err := p.App.Store.Marks(t.Context(), apptest.Harbour, apptest.Today, []roll.EnrolmentID{roll.EnrolmentID(apptest.Numbers(t, ids[0])[0])})
	apptest.Must(t, err)
	if len(marks) != 0 {
		t.Error("the first press was kept")
	}
	again := asked.Form("#roll")
	button := asked.Page.Find("#roll #summary button")
	if button.AttrOr("name", "") != "closed" || button.Text() != "Save anyway" {
		t.Fatal("there is no second press")
	}
	again.Set("closed", button.AttrOr("value", ""))
	saved := anna.Follow(anna.Post(apptest.RollPath, again).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if n := saved.Page.Find("[data-outcome=saved] [data-status=Absent]").Length(); n != 2 {
		t.Errorf("%d are saved", n)
	}
	// Marking the others needs no second press.
	anna.Post(apptest.RollPath, saved.Form("#others")).Want(t, http.StatusSeeOther)
}

func TestClosedDaysThatCannotBeAreSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for name, one := range map[string]struct {
		name, first, last string
		code              int
	}{
		"no date":   {"Autumn", "20.11.2026", "", http.StatusBadRequest},
		"no such":   {"Autumn", "2026-11-20", "2026-11-31", http.StatusBadRequest},
		"reversed":  {"Autumn", "2026-11-20", "2026-11-19", http.StatusUnprocessableEntity},
		"too long":  {"Autumn", "2026-11-20", "2027-11-21", http.StatusUnprocessableEntity},
		"no name":   {"  ", "2026-11-20", "", http.StatusUnprocessableEntity},
		"long name": {strings.Repeat("ä", 500), "2026-11-20", "", http.StatusUnprocessableEntity},
	} {
		a := office.Closes(one.name, one.first, one.last).Want(t, one.code)
		if a.Text("[role=alert]") == "" || a.Form("form[action$='/days']").Get("starts") != one.first {
			t.Errorf("%s: it says %s", name, a.Text("main"))
		}
	}
	for _, days := range [][]string{{"7"}, {"-1"}, {"x"}, {"1", "1"}, {"1", "2", "3", "4", "5", "6", "0", "8"}} {
		office.Post(apptest.CalendarPath, url.Values{"weekday": days}).Want(t, http.StatusBadRequest)
	}
	anna := p.As(t, apptest.Teacher)
	anna.Get(apptest.CalendarPath).Want(t, http.StatusForbidden)
	anna.Post(apptest.CalendarPath, url.Values{"weekday": {"4"}}).Want(t, http.StatusForbidden)
	p.As(t, apptest.FrenchTeacher).Get(apptest.CalendarPath).Want(t, http.StatusNotFound)
	if calendar, err := p.App.Store.Calendar(t.Context(), apptest.Harbour); err != nil || len(calendar.Ranges)+len(calendar.Weekdays) != 0 {
		t.Errorf("the calendar is %+v, %v", calendar, err)
	}
}

package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

const calendarPath = settingsPath + "/calendar"

// closes adds closed days on the page of the calendar.
func (v *visitor) closes(name, first, last string) answer {
	v.t.Helper()
	form := v.get(calendarPath).want(v.t, http.StatusOK).form("form[action$='/days']")
	form.Set("name", name)
	form.Set("starts", first)
	form.Set("ends", last)
	return v.post(calendarPath+"/days", form)
}

func TestASchoolIsOpenUntilItSaysOtherwise(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, anna := p.as(t, officeWorker), p.as(t, teacher)
	office.get(settingsPath).address("a[href$='/settings/calendar']")
	if says := anna.get("/schools/harbour").text("main"); strings.Contains(says, "closed") {
		t.Errorf("at first it says %s", says)
	}
	// Thursday, and Sunday.
	office.post(calendarPath, url.Values{"weekday": {"0", "4"}}).want(t, http.StatusSeeOther)
	for _, path := range []string{"/schools/harbour", eightB} {
		if says := anna.get(path).text(".notice"); says != "The school is closed on Thursday 19 November." {
			t.Errorf("%s says %q", path, says)
		}
	}
	if says := anna.get(eightB + "&date=" + yesterday).text("main"); strings.Contains(says, "The school is closed") {
		t.Error("it is closed on Wednesday too")
	}
	office.follow(office.closes("Autumn holiday", today, "2026-11-20")).want(t, http.StatusOK)
	if says := anna.get(eightB).text(".notice"); says != "The school is closed on Thursday 19 November: Autumn holiday." {
		t.Errorf("then it says %q", says)
	}
	page := office.get(calendarPath)
	if text := page.text(".list"); !strings.Contains(text, "Autumn holiday Thursday 19 November 2026 to Friday 20 November 2026") || page.page.Find("[name=weekday][checked]").Length() != 2 {
		t.Errorf("the calendar shows %s", text)
	}
	office.post(page.page.Find("form[action$='/remove']").AttrOr("action", ""), page.form("form[action$='/remove']")).want(t, http.StatusSeeOther)
	office.post(calendarPath, url.Values{}).want(t, http.StatusSeeOther)
	if says := anna.get(eightB).text("main"); strings.Contains(says, "The school is closed") {
		t.Error("it cannot be opened again")
	}
}

func TestARollOnAClosedDayNeedsASecondPress(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, anna := p.as(t, officeWorker), p.as(t, teacher)
	before := anna.get(eightB)
	accepted := before.press(t, "Late", before.enrolments(t, 5)...)
	anna.post(rollPath, accepted).want(t, http.StatusSeeOther)
	office.closes("Autumn holiday", today, "").want(t, http.StatusSeeOther)
	anna.post(rollPath, accepted).want(t, http.StatusSeeOther)
	page := anna.get(eightB)
	ids := page.enrolments(t, 0, 1)
	asked := anna.post(rollPath, page.press(t, "Absent", ids...)).want(t, http.StatusUnprocessableEntity)
	if says := asked.text("#summary h2"); says != "Nothing was saved yet: the school is closed on Thursday 19 November, Autumn holiday." {
		t.Errorf("it says %q", says)
	}
	if ticked := asked.page.Find("#roll [name=enrolment][checked]").Length(); ticked != 2 {
		t.Errorf("%d ticks are kept", ticked)
	}
	marks, err := p.app.Store.Marks(t.Context(), harbour, today, []roll.EnrolmentID{roll.EnrolmentID(numbers(t, ids[0])[0])})
	must(t, err)
	if len(marks) != 0 {
		t.Error("the first press was kept")
	}
	again := asked.form("#roll")
	button := asked.page.Find("#roll #summary button")
	if button.AttrOr("name", "") != "closed" || button.Text() != "Save all the same" {
		t.Fatal("there is no second press")
	}
	again.Set("closed", button.AttrOr("value", ""))
	saved := anna.follow(anna.post(rollPath, again).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if n := saved.page.Find("[data-outcome=saved] [data-status=Absent]").Length(); n != 2 {
		t.Errorf("%d are saved", n)
	}
	// Marking the others follows a second press, and is none by itself.
	anna.post(rollPath, saved.form("#others")).want(t, http.StatusSeeOther)
}

func TestClosedDaysThatCannotBeAreSaid(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
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
		a := office.closes(one.name, one.first, one.last).want(t, one.code)
		if a.text("[role=alert]") == "" || a.form("form[action$='/days']").Get("starts") != one.first {
			t.Errorf("%s: it says %s", name, a.text("main"))
		}
	}
	for _, days := range [][]string{{"7"}, {"-1"}, {"x"}, {"1", "1"}, {"1", "2", "3", "4", "5", "6", "0", "8"}} {
		office.post(calendarPath, url.Values{"weekday": days}).want(t, http.StatusBadRequest)
	}
	anna := p.as(t, teacher)
	anna.get(calendarPath).want(t, http.StatusForbidden)
	anna.post(calendarPath, url.Values{"weekday": {"4"}}).want(t, http.StatusForbidden)
	p.as(t, frenchTeacher).get(calendarPath).want(t, http.StatusNotFound)
	if calendar, err := p.app.Store.Calendar(t.Context(), harbour); err != nil || len(calendar.Ranges)+len(calendar.Weekdays) != 0 {
		t.Errorf("the calendar is %+v, %v", calendar, err)
	}
}

// calendarTests take a roll on a closed day.
func calendarTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"a roll on a closed day is taken with a second press": func(t *testing.T, browser *browsertest.Browser) {
			t.Helper()
			secondPress(t, browser, false)
		},
		"a roll on a closed day is taken without scripts": func(t *testing.T, browser *browsertest.Browser) {
			t.Helper()
			secondPress(t, browser, true)
		},
	}
}

func secondPress(t *testing.T, browser *browsertest.Browser, withoutScript bool) {
	t.Helper()
	p := boot(t)
	p.as(t, officeWorker).closes("Autumn holiday", today, today).want(t, http.StatusSeeOther)
	u := p.userOf(t, browser, teacher)
	if withoutScript {
		u.WithoutScript()
	}
	u.Go(p.address + eightB)
	u.Click(u.row(3))
	u.Click(u.row(4))
	u.Click(u.status("Absent"))
	u.Click("#press")
	u.Wait(`document.querySelector("#summary [name=closed]")`)
	if ticked := u.ticked(); ticked != "3,4" {
		t.Errorf("ticked are %s", ticked)
	}
	u.Click("#summary [name=closed]")
	u.waitSaved(2, "Absent")
}

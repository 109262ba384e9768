package desk_test

import (
	"net/http"
	"net/url"
	"testing"

	"rollbook/handlers/apptest"
)

func TestAPressIsRefusedByItsFirstFault(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	others := p.As(t, apptest.OfficeWorker).Get(apptest.EightB)
	page := anna.Get(apptest.EightB)
	ids := page.Enrolments(t, 0, 1)
	for says, one := range map[string]struct {
		change func(url.Values)
		status int
	}{
		"no date":                {func(form url.Values) { form.Del("date") }, http.StatusBadRequest},
		"no token":               {func(form url.Values) { form.Set("save", "") }, http.StatusBadRequest},
		"an unreadable token":    {func(form url.Values) { form.Set("save", "x") }, http.StatusBadRequest},
		"another person's token": {func(form url.Values) { form.Set("save", others.Press(t, "Absent", ids...).Get("save")) }, http.StatusConflict},
		"a token among two": {func(form url.Values) {
			form.Set("others", page.Status(t, "Present"))
			form["other"] = page.Enrolments(t, 5)
			form.Set("others_save", "x")
		}, http.StatusBadRequest},
		"an unknown enrolment": {func(form url.Values) { form.Set("enrolment", "987654321") }, http.StatusUnprocessableEntity},
		"another date":         {func(form url.Values) { form.Set("date", "2001-01-01") }, http.StatusConflict},
		"no fault":             {func(url.Values) {}, http.StatusSeeOther},
	} {
		form := page.Press(t, "Absent", ids...)
		one.change(form)
		if got := anna.Post(apptest.RollPath, form); got.Code != one.status {
			t.Errorf("%s: %d, not %d", says, got.Code, one.status)
		}
	}
}

func TestAPressOnATabletNeedsANameThePINAndToday(t *testing.T) {
	t.Parallel()
	p := apptest.BootAt(t, apptest.ClockFrom(apptest.BootHour()))
	p.SetPINs(t)
	device := p.Tablet(t, "Door 12", "8B")
	staff := device.Get("/door").Want(t, http.StatusOK).Form("#staff")
	staff.Set("staff", apptest.NameOf(apptest.Teacher))
	staff.Set("pin", apptest.TeacherPIN)
	page := device.Follow(device.Post("/door/staff", staff)).Want(t, http.StatusOK)
	ids := page.Enrolments(t, 0, 1)
	for _, one := range []struct {
		says                     string
		name, pin, opening, date string
		status                   int
	}{
		{"no name", "", apptest.TeacherPIN, "", apptest.Today, http.StatusUnprocessableEntity},
		{"no PIN", apptest.NameOf(apptest.Teacher), "", "", apptest.Today, http.StatusUnprocessableEntity},
		{"a wrong PIN", apptest.NameOf(apptest.Teacher), "9753", "", apptest.Today, http.StatusForbidden},
		{"an invented opening", "", "", "x", apptest.Today, http.StatusForbidden},
		{"yesterday", apptest.NameOf(apptest.Teacher), apptest.TeacherPIN, "", apptest.Yesterday, http.StatusConflict},
		{"the PIN", apptest.NameOf(apptest.Teacher), apptest.TeacherPIN, "", apptest.Today, http.StatusOK},
	} {
		form := page.Press(t, "Absent", ids...)
		form.Set("staff", one.name)
		form.Set("pin", one.pin)
		form.Set("opening", one.opening)
		form.Set("date", one.date)
		if got := device.Post(page.Address("#roll"), form); got.Code != one.status {
			t.Errorf("%s: %d, not %d: %s", one.says, got.Code, one.status, got.Text("#summary"))
		}
	}
}

func TestAPressAcceptedBeforeADayWasClosedGetsItsFirstAnswer(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	accepted, later := page.Press(t, "Late", page.Enrolments(t, 5)...), anna.Get(apptest.EightB).Press(t, "Late", page.Enrolments(t, 6)...)
	anna.Post(apptest.RollPath, accepted).Want(t, http.StatusSeeOther)
	p.As(t, apptest.OfficeWorker).Closes("Snow", apptest.Today, "").Want(t, http.StatusSeeOther)
	anna.Post(apptest.RollPath, accepted).Want(t, http.StatusSeeOther)
	anna.Post(apptest.RollPath, later).Want(t, http.StatusUnprocessableEntity)
	later.Set("closed", "yes")
	anna.Post(apptest.RollPath, later).Want(t, http.StatusSeeOther)
}

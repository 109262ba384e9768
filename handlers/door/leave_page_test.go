package door_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// leaves presses "Remove this tablet" with the name and the PIN.
func leaves(t *testing.T, device *apptest.Visitor, person, pin string) apptest.Answer {
	t.Helper()
	form := device.Get("/door/leave").Want(t, http.StatusOK).Form("#leave")
	form.Set("staff", apptest.NameOf(person))
	form.Set("pin", pin)
	return device.Post("/door/leave", form)
}

func TestStaffUnpairATabletOnItselfWithTheirPIN(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	if at := device.Get("/door").Address("header form"); at != "/door/leave" {
		t.Errorf("the roll leads to %q", at)
	}
	page := leaves(t, device, apptest.Teacher, apptest.TeacherPIN).Want(t, http.StatusOK)
	if cookies := strings.Join(page.Header["Set-Cookie"], "; "); !strings.Contains(cookies, "rollbook_tablet=;") || page.Header.Get("Clear-Site-Data") != `"storage"` {
		t.Errorf("what it was stays: %s", cookies)
	}
	if says := page.Text("[role=status]"); says != "This tablet is removed. It shows nothing more of the school." || page.Page.Find("#pair").Length() != 1 {
		t.Errorf("it says %q", page.Text("main"))
	}
	device.Get(apptest.EightB).Want(t, http.StatusSeeOther)
	if list := p.As(t, apptest.OfficeWorker).Get(apptest.TabletsPath).Text("#tablets"); !strings.Contains(list, "Removed Thu 19 Nov 08:30") {
		t.Errorf("the list says %q", list)
	}
}

func TestACopyOfTheCookieIsWorthNothingWhenItsTabletWasUnpairedOnItself(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	home, err := url.Parse(p.Address)
	apptest.Must(t, err)
	copied := device.Client.Jar.Cookies(home)
	leaves(t, device, apptest.Teacher, apptest.TeacherPIN).Want(t, http.StatusOK)
	device.Client.Jar.SetCookies(home, copied)
	device.Get("/door").Want(t, http.StatusUnauthorized)
}

func TestATabletStaysPairedWithoutTheRightPIN(t *testing.T) {
	t.Parallel()
	_, device := doorAt(t, bootHour())
	for _, one := range []struct {
		name, pin, says string
		status          int
	}{
		{"", apptest.TeacherPIN, "Write your name as Rollbook shows it: first name and last name.", http.StatusUnprocessableEntity},
		{apptest.Teacher, "", "Enter your PIN, 4 to 8 digits.", http.StatusUnprocessableEntity},
		{apptest.Teacher, apptest.WrongPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{apptest.FrenchTeacher, apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
	} {
		wantUnsigned(t, leaves(t, device, one.name, one.pin).Want(t, one.status), one.says)
	}
	device.Get("/door").Want(t, http.StatusOK)
}

func TestTheOfficeCanRemoveATabletToo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	page := p.Tablet(t, "Door 12", "8B").Get("/door/leave").Want(t, http.StatusOK)
	if says := page.Text("main"); !strings.Contains(says, "The office can remove it too, under Settings, Tablets.") {
		t.Errorf("it says %q", says)
	}
}

package door_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// pressAtDoor returns the form of a press on a tablet's roll that was open for so long that it asks for the
// person's name and PIN again.
func pressAtDoor(t testing.TB, a apptest.Answer, person, pin, status string, enrolments ...string) url.Values {
	t.Helper()
	form := a.Press(t, status, enrolments...)
	form.Del("opening")
	form.Set("staff", apptest.NameOf(person))
	form.Set("pin", pin)
	return form
}

// opensRoll opens the roll of the tablet's class with the teacher's name and PIN: from the tablet's first
// page, or from the address.
func opensRoll(t testing.TB, v *apptest.Visitor, from ...string) apptest.Answer {
	t.Helper()
	page := v.Get(append(from, "/door")[0]).Want(t, http.StatusOK)
	if page.Page.Find(".tap-cover").Length() > 0 {
		page = v.Get(page.Address(".tap-cover .button")).Want(t, http.StatusOK)
	}
	if page.Page.Find("#roll").Length() > 0 {
		// A press without a script had opened it already.
		return page
	}
	form := page.Form("#staff")
	form.Set("staff", apptest.NameOf(apptest.Teacher))
	form.Set("pin", apptest.TeacherPIN)
	return v.Follow(v.Post("/door/staff", form)).Want(t, http.StatusOK)
}

// tapsPath takes the taps of a tablet.
const tapsPath = apptest.RollPath + "/taps"

// tileValues returns the posted values of a page's tiles, in page order.
func tileValues(a apptest.Answer) []string {
	var values []string
	for _, tile := range a.Page.Find(".taps button").EachIter() {
		values = append(values, tile.AttrOr("value", ""))
	}
	return values
}

// tappedForm returns the form of a page for taps made at the instant.
func tappedForm(a apptest.Answer, tap string, at time.Time, tiles ...string) url.Values {
	form := a.Form("#taps")
	form.Del("in")
	form.Set("tap", tap)
	for _, tile := range tiles {
		form.Add("in", fmt.Sprintf("%s:%d", tile, at.UnixMilli()))
	}
	return form
}

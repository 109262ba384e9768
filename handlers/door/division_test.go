package door_test

import (
	"net/http"
	"slices"
	"testing"

	"rollbook/handlers/apptest"
)

// A child of both stands on the other roll.
func TestATabletShowsItsClassOfTheLongerDivision(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet := p.Tablet(t, "Door 12", "9A")
	both := p.DivideSharing(t, "9A")
	page := tablet.Get("/door").Want(t, http.StatusOK)
	p.SetPINs(t)
	staff := page.Form("#staff")
	staff.Set("staff", apptest.NameOf(apptest.Teacher))
	staff.Set("pin", apptest.TeacherPIN)
	roll := tablet.Follow(tablet.Post("/door/staff", staff)).Want(t, http.StatusOK)
	if all := roll.Enrolments(t); len(all) != 31 || slices.Contains(all, both.Longer.String()) {
		t.Errorf("the roll has %d students: %s", len(all), roll.Text("main"))
	}
}

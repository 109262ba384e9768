package door_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

func TestATabletShowsItsClassOfTheLongerDivision(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet := p.Tablet(t, "Door 12", "9A")
	p.Divide(t, apptest.Seconds())
	page := tablet.Get("/door").Want(t, http.StatusOK)
	p.SetPINs(t)
	staff := page.Form("#staff")
	staff.Set("staff", apptest.NameOf(apptest.Teacher))
	staff.Set("pin", apptest.TeacherPIN)
	roll := tablet.Follow(tablet.Post("/door/staff", staff)).Want(t, http.StatusOK)
	if rows := len(roll.Rows(t)); rows != 32 {
		t.Errorf("the roll has %d students: %s", rows, roll.Text("main"))
	}
}

package door_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

func TestATeacherAtTheDoorIsAskedOnceWhetherANewListIsHerClass(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour().Add(-24 * time.Hour))
	p := apptest.BootAt(t, clock.Now)
	p.SetPINs(t)
	p.As(t, apptest.OfficeWorker).Get(apptest.DayPath)
	clock.Forward(24 * time.Hour)
	tablet := p.Tablet(t, "Door 12", "8B")
	const question = "form#class-check"
	page := opensRoll(t, tablet)
	address, _ := page.Page.Find(question).Attr("action")
	form := page.Form(question)
	form.Set("answer", "other")
	next := tablet.Follow(tablet.Post(address, form)).Want(t, http.StatusOK)
	if next.Page.Find(question).Length() != 0 || next.Page.Find("form#roll").Length() != 1 {
		t.Error("after the answer the roll is not open, or asks again")
	}
	if says := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Text("#day-checks"); !strings.Contains(says, "8B Not my class Told by Anna Lindqvist") {
		t.Errorf("the board says %q", says)
	}
	form.Del("opening")
	if says := tablet.Follow(tablet.Post(address, form)).Page.Find("form#roll"); says.Length() != 0 {
		t.Error("without a PIN the tablet opens the roll")
	}
}

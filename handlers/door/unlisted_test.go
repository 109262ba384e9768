package door_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestATeacherAtTheDoorTellsTheOfficeOfAStudentOnNoList(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	page := opensRoll(t, tablet)
	address, _ := page.Page.Find("form#unlisted").Attr("action")
	about := tablet.Post(address, page.Form("form#unlisted")).Want(t, http.StatusOK)
	form := about.Form("form.card")
	form.Set("name", "Maya Kern")
	told := tablet.Follow(tablet.Post(address, form)).Want(t, http.StatusOK)
	if says := told.Text("main"); !strings.Contains(says, "Maya Kern: the office was told at 08:3") {
		t.Errorf("the page says %q", says)
	}
	if says := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Text("#day-unlisted"); !strings.Contains(says, "Maya Kern 8B Told by") {
		t.Errorf("the board says %q", says)
	}
	form.Del("opening")
	if says := tablet.Follow(tablet.Post(address, form)).Text("main"); strings.Contains(says, "Maya Kern") {
		t.Errorf("without a PIN the tablet shows %q", says)
	}
}

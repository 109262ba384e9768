package door_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/door"
	"rollbook/web/roll"
)

func TestTapsThatRollbookRefusesStandOnTheOfficesListWithTheirReason(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device, other := p.TapTablet(t, "Door 12", "8B"), p.TapTablet(t, "Hall", "9A")
	// A student of another class, like one who left this class.
	form := tappedForm(device.Get("/door"), door.NewTap(), apptest.BootHour(), tileValues(other.Get("/door"))[:2]...)
	refused := device.Post(tapsPath, form, apptest.ByScript()...).Want(t, http.StatusUnprocessableEntity)
	reason := refused.Header.Get("Rollbook-Reason")
	if reason != string(roll.TapNotOnList) {
		t.Errorf("it is refused for %q", reason)
	}
	form.Set("reason", reason)
	form.Set("name", "8B")
	for range 2 {
		device.Post("/door/refused", form, apptest.ByScript()...).Want(t, http.StatusNoContent)
	}
	office := p.As(t, apptest.OfficeWorker)
	const list = "form[action$='/day/refused']"
	board := office.Get("/schools/harbour/day").Want(t, http.StatusOK)
	if says := board.Text(list); !strings.Contains(says, "2 students of 8B tapped in at Door 12 on Thursday 19 November; it was not saved. These students are not on the class's list.") || strings.Count(says, "08:30") != 2 {
		t.Errorf("the board says %q", says)
	}
	p.As(t, apptest.Teacher).Post("/schools/harbour/day/refused", board.Form(list)).Want(t, http.StatusForbidden)
	office.Post("/schools/harbour/day/refused", board.Form(list)).Want(t, http.StatusSeeOther)
	if left := office.Get("/schools/harbour/day").Page.Find(list).Length(); left != 0 {
		t.Errorf("%d are left on the list", left)
	}
	// They stay resolved, even if the tablet did not receive the answer.
	device.Post("/door/refused", form, apptest.ByScript()...).Want(t, http.StatusNoContent)
	if left := office.Get("/schools/harbour/day").Page.Find(list).Length(); left != 0 {
		t.Errorf("%d are on the list again", left)
	}
}

func TestARefusedTapStaysWithItsStudentWhenTheNumberNamesAnother(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	name := strings.TrimSuffix(page.Page.Find(".taps button b").First().Text(), ".")
	refuses := func(page apptest.Answer, address string, place int) {
		form := tappedForm(page, door.NewTap(), apptest.BootHour(), tileValues(page)[place])
		form.Set("reason", string(roll.TapClosed))
		form.Set("name", "8B")
		device.Post(address, form, apptest.ByScript()...).Want(t, http.StatusNoContent)
	}
	refuses(page, "/door/refused", 0)
	p.NamesOthers(t)
	refuses(page, "/door/refused", 1)
	after := device.Get("/door").Want(t, http.StatusOK)
	_, generation, _ := strings.Cut(after.Address("#taps"), "?")
	refuses(after, "/door/refused?"+generation, 2)
	says := p.As(t, apptest.OfficeWorker).Get("/schools/harbour/day").Want(t, http.StatusOK).Text("form[action$='/day/refused']")
	if !strings.Contains(says, name) || strings.Count(says, "New Child") != 1 {
		t.Errorf("for %s and another, and then one more, the board says %q", name, says)
	}
}

func TestTilesFromBeforeTheNumbersChangedAreOpenedAgain(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.TapTablet(t, "Door 12", "8B")
	before := device.Get("/door")
	fresh := before.Page.Find("#taps").AttrOr("data-fresh", "")
	device.Get(fresh).Want(t, http.StatusOK)
	p.NamesOthers(t)
	for _, address := range []string{fresh, before.Page.Find("#taps").AttrOr("data-events", "")} {
		device.Get(address).Want(t, http.StatusConflict)
	}
	device.Get(device.Get("/door").Page.Find("#taps").AttrOr("data-fresh", "")).Want(t, http.StatusOK)
}

package office_test

import (
	"net/http"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

func TestABoardLeftOpenOvernightIsLoadedAgain(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(time.Date(2026, time.November, 19, 23, 30, 0, 0, time.UTC))
	p := apptest.BootAt(t, clock.Now)
	office := p.As(t, apptest.OfficeWorker)
	addresses := func(path string) (cells, events string) {
		live := office.Get(path).Want(t, http.StatusOK).Page.Find("#live")
		return live.AttrOr("data-statuses", ""), live.AttrOr("data-events", "")
	}
	cells, events := addresses(apptest.DayPath)
	office.TakesOn(apptest.Yesterday, "Absent", 3)
	past, _ := addresses(apptest.DayPath + "?date=2026-11-18")
	refreshes := func(cells string) bool {
		t.Helper()
		answer := office.Get(cells).Want(t, http.StatusOK)
		if refresh := answer.Header.Get("HX-Refresh") != ""; refresh {
			return true
		}
		return answer.Page.Find("#day-progress").Length() == 0
	}
	if refreshes(cells) || refreshes(past) {
		t.Error("a board is loaded again on its day")
	}
	clock.Forward(time.Hour)
	if !refreshes(cells) {
		t.Error("the board of yesterday is still shown as today's")
	}
	if refreshes(past) {
		t.Error("a board that was opened for a past day is loaded again")
	}
	<-office.Hears(t, events, `id="day-turned"`)
}

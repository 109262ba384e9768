package office

import (
	"strings"
	"testing"

	"rollbook/views/examples"
	"rollbook/views/office"
	"rollbook/views/pagetest"
)

func TestAChangeOfWhoIsAwayIsSentOnlyWhereThereIsOne(t *testing.T) {
	t.Parallel()
	follower := &dayFollower{sent: make(map[string]string)}
	v := examples.DayBoard(pagetest.Base(t), "2025-11-20")
	send := func() string {
		event, err := follower.fresh(t.Context(), (&office.DayAnswer{Page: v.Page, DayParts: v.Parts}).Pieces(true))
		if err != nil {
			t.Fatal(err)
		}
		return event
	}
	if first := send(); !strings.Contains(first, `id="day-away"`) || !strings.Contains(first, v.Parts.Cells[0].ID) {
		t.Errorf("the first event is %s", first)
	}
	if again := send(); again != "" {
		t.Errorf("without a change is sent %s", again)
	}
	v.Parts.Away = v.Parts.Away[1:]
	if changed := send(); !strings.Contains(changed, `id="day-away"`) || strings.Contains(changed, `id="day-tablets"`) || strings.Contains(changed, `id="`+v.Parts.Cells[0].ID+`"`) {
		t.Errorf("after a change is sent %s", changed)
	}
}

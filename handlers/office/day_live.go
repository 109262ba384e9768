package office

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/office/boards"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// dayBeat is the longest time between two events, so that a board shows which tablets are connected. Its page polls
// only after 25 seconds of silence.
const dayBeat = time.Second

// turned reports whether the board was opened on its own date and that day is over, as for a board left open overnight.
func turned(v *visit.Visit) bool {
	form := v.Request().Form
	return form.Get("as_today") != "" && roll.Date(form.Get("date")) < v.Today()
}

// Cells returns only the changing parts of a board. A board whose day is over is loaded again.
func (d *Days) Cells(v *visit.Visit) error {
	if turned(v) {
		v.Response().Header().Set("HX-Refresh", "true")
		return v.NoContent(http.StatusOK)
	}
	requested, err := d.requested(v)
	if err != nil {
		return err
	}
	read, err := d.boards.Of(v.Ctx, requested.Day)
	if err != nil {
		return err
	}
	return d.pages.Show(v,
		office.DayChanges(&office.DayAnswer{Page: d.page(requested), DayParts: d.parts(requested, read)}))
}

// Events streams the changes of a board, until the visitor may no longer see it or the server stops. The last event
// of a board whose day is over loads the page again.
func (d *Days) Events(v *visit.Visit) error {
	requested, err := d.requested(v)
	if err != nil {
		return err
	}
	state, stop := d.boards.Watch(requested.Day)
	defer stop()
	follower := &dayFollower{days: d, requested: requested, page: d.page(requested), state: state,
		cells: d.pages.Paths.To(paths.DayCells, v.School.ID, paths.DayQuery{Period: string(requested.period.ID),
			Date: string(requested.Date), AsToday: "yes"}),
		sent: make(map[string]string)}
	return d.streams.Follow(v, dayBeat, follower.next)
}

// page returns the board's page with the board's own address, since its parts have another one.
func (d *Days) page(requested *boardRequest) layout.Page {
	page := d.pages.Page(requested.visit, "", layout.NavDay)
	page.Address = d.pages.Paths.To(paths.Day, requested.School.ID, requested.Date)
	return page
}

// dayFollower is one stream of a board.
type dayFollower struct {
	days      *Days
	requested *boardRequest
	page      layout.Page
	// cells is the address of the board's changing parts.
	cells string
	state func() boards.State
	// number, overdue, late and sent describe the page as it is shown; sent contains its pieces by their ids.
	number, overdue, late int
	sent                  map[string]string
}

// next returns the pieces that have changed since the last event, or "".
func (f *dayFollower) next(ctx context.Context) (event string, changed <-chan struct{}, err error) {
	now := f.state()
	if turned(f.requested.visit) {
		event, err = visit.EventOf(ctx, office.DayTurned(f.cells))
		return event, nil, err
	}
	if err := f.requested.visit.ReadConnection(); err != nil {
		return "", nil, err
	}
	f.page.Light = f.days.pages.Light(f.requested.visit)
	// Boards get no signal about tablets and the light, so each beat compares them.
	clock, answer := f.requested.visit.Now(), &office.DayAnswer{Page: f.page}
	overdue, late := f.requested.overdue(clock), len(lateOf(f.requested, now.Board, clock))
	whole := now.Number > 0 && (now.Number != f.number || overdue != f.overdue || late != f.late)
	if whole {
		f.number, f.overdue, f.late = now.Number, overdue, late
		answer.DayParts = f.days.parts(f.requested, now.Board)
	} else {
		answer.Tablets, answer.Locked = f.days.dayTablets(f.requested), f.days.dayLocked(f.requested)
	}
	pieces := answer.Pieces(whole)
	if err := f.requested.visit.Failed(); err != nil {
		return "", nil, err
	}
	fresh, err := f.fresh(ctx, pieces)
	if err == nil && fresh != "" {
		event, err = visit.EventOf(ctx, templ.Raw(fresh))
	}
	return event, now.Changed, err
}

// fresh returns the pieces that differ from those sent before, in the order of their ids.
func (f *dayFollower) fresh(ctx context.Context, pieces map[string]templ.Component) (fresh string, err error) {
	for _, id := range slices.Sorted(maps.Keys(pieces)) {
		var piece strings.Builder
		if err := pieces[id].Render(ctx, &piece); err != nil {
			return "", err
		}
		if text := piece.String(); f.sent[id] != text {
			f.sent[id], fresh = text, fresh+text
		}
	}
	return fresh, nil
}

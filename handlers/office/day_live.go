package office

import (
	"context"
	"net/http"
	"slices"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/office/boards"
)

// dayBeat is the longest time between two events. A board thereby shows which tablets are connected. Its page
// polls only after 25 seconds of silence.
const dayBeat = time.Second

// Cells returns only the changing parts of a board.
func (d *Days) Cells(v *visit.Visit) error {
	requested, err := d.requested(v)
	if err != nil {
		return err
	}
	read, err := d.boards.Of(v.Ctx, requested.Day)
	if err != nil {
		return err
	}
	parts, err := d.parts(requested, read)
	if err != nil {
		return err
	}
	return d.pages.Render(v, http.StatusOK, office.DayChanges(&office.DayAnswer{Page: d.page(requested), DayParts: parts, Changed: parts.Cells, AwayChanged: true}))
}

// Events streams the changes of a board, until the visitor may no longer see it or the server stops.
func (d *Days) Events(v *visit.Visit) error {
	requested, err := d.requested(v)
	if err != nil {
		return err
	}
	state, stop := d.boards.Watch(requested.Day)
	defer stop()
	follower := &dayFollower{days: d, requested: requested, page: d.page(requested), state: state}
	return d.streams.Follow(v, dayBeat, follower.next)
}

// page returns the board's page with the board's own address, since its parts have another one.
func (d *Days) page(requested *boardRequest) layout.Page {
	page := d.pages.Page(requested.visit, "", layout.NavDay)
	page.Address = d.pages.Paths.Day(string(requested.School.ID), string(requested.Date))
	return page
}

// dayFollower is one stream of a board.
type dayFollower struct {
	days      *Days
	requested *boardRequest
	page      layout.Page
	state     func() boards.State
	// number, overdue, sent and light describe what the page already shows.
	number, overdue int
	sent            office.DayParts
	light           string
}

// next returns the changes since the last event, or "".
func (f *dayFollower) next(ctx context.Context) (event string, changed <-chan struct{}, err error) {
	now := f.state()
	if err := f.requested.visit.ReadConnection(); err != nil {
		return "", nil, err
	}
	f.page.Light = f.days.pages.Light(f.requested.visit)
	light, err := visit.EventOf(ctx, office.LightChange(&f.page))
	if err != nil {
		return "", nil, err
	}
	if light != f.light {
		f.light, event = light, light
	}
	changes, err := f.changes(now)
	if err == nil && changes != nil {
		event, err = visit.EventOf(ctx, office.DayChanges(changes))
	}
	return event, now.Changed, err
}

// changes returns the changes of the board since the last event, or nil.
func (f *dayFollower) changes(now boards.State) (*office.DayAnswer, error) {
	overdue := f.requested.overdue(f.requested.visit.Now())
	parts, err := f.days.parts(f.requested, now.Board)
	if err != nil {
		return nil, err
	}
	// Boards get no signal about tablets, so each beat compares them.
	tablets := !slices.EqualFunc(f.sent.Tablets, parts.Tablets, office.DayTablet.Same)
	if now.Number == f.number && overdue == f.overdue && !tablets {
		return nil, nil
	}
	f.number, f.overdue = now.Number, overdue
	changed := changedCells(f.sent.Cells, parts.Cells)
	away := !slices.Equal(f.sent.Away, parts.Away)
	if len(changed) == 0 && !away && !tablets && slices.Equal(f.sent.Chart, parts.Chart) && slices.Equal(f.sent.Arrivals, parts.Arrivals) {
		return nil, nil
	}
	f.sent = parts
	return &office.DayAnswer{Page: f.page, DayParts: parts, Changed: changed, AwayChanged: away}, nil
}

// changedCells returns the cells that differ from those before.
func changedCells(before, after []office.DayCell) []office.DayCell {
	was := make(map[string]office.DayCell, len(before))
	for _, cell := range before {
		was[cell.ID] = cell
	}
	return slices.DeleteFunc(slices.Clone(after), func(cell office.DayCell) bool { return was[cell.ID] == cell })
}

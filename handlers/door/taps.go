package door

import (
	"context"
	"net/http"
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/door"
	"rollbook/views/layout"
	"rollbook/web/live"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Taps is the page of a tablet for students.
type Taps struct {
	pages   *visit.Pages
	streams *visit.Streams
	sheets  taking.Sheets
	desk    *desk.Desk
	hub     *live.Hub
}

// heartbeat is the interval of signs to an open page that the server is there.
const heartbeat = 3 * time.Second

func (t *Taps) show(v *visit.Visit, status int, problem string) error {
	// The page is today's, even if the press was for another day.
	v.Request().Form.Del("date")
	read, err := t.read(v)
	if err != nil {
		return err
	}
	view := t.view(read)
	if view.Problem = problem; problem == "" {
		view.Problem = t.closed(v, read)
	}
	if err := v.Failed(); err != nil {
		return err
	}
	return t.pages.ShowAs(v, status, door.Taps(view))
}

// closed explains why students cannot tap: the school is closed, or has no status for students who are in.
// Otherwise it returns "" (visit.Check).
func (t *Taps) closed(v *visit.Visit, read *taking.Sheet) string {
	if v.School.StatusAt(v.Now(), read.Statuses) == nil {
		return v.Words.Text("taps.problem.no_status")
	}
	return v.ClosedText(read.Date)
}

func (t *Taps) read(v *visit.Visit) (*taking.Sheet, error) {
	requested, err := v.Query()
	if err != nil {
		return nil, err
	}
	return t.sheets.Read(v, requested)
}

// view fills in the page of the sheet.
func (t *Taps) view(read *taking.Sheet) *door.TapsView {
	v, now := read.Visit, read.Visit.Now()
	class := string(read.Roster.Class.ID)
	query := paths.RollQuery{Period: string(read.Period.ID), Class: class, Date: string(read.Date),
		Generation: v.School.Generation}
	view := &door.TapsView{
		Page: t.pages.Page(v, read.Roster.Class.Name, layout.NavClasses), Class: read.Roster.Class, Period: read.Period.ID,
		Date: read.Date, Clock: v.ClockOf(now), Late: naming.WallTime(v, string(v.School.LateAfter)), Zone: v.ZoneName(),
		Now: now, Owner: v.Storage(), Tap: door.NewTap(), Tiles: tilesOf(read),
		Generation: paths.Generation(v.School.Generation), Hides: v.Mode == roll.HiddenNamesMode, Sounds: v.Sounds,
		Fresh:  t.pages.Paths.To(paths.Tiles, v.School.ID, query),
		Events: t.pages.Paths.To(paths.TileEvents, v.School.ID, query), Staff: t.pages.Paths.To(paths.DoorStaff, class),
	}
	view.Light = nil
	view.Keeping.ShowsTiles, view.Keeping.AsOf = true, "door.as_of"
	if len(v.Classes) > 1 {
		view.Choose = t.pages.Paths.To(paths.Door)
	}
	return view
}

// Tiles returns only the tiles of the page.
func (t *Taps) Tiles(v *visit.Visit) error {
	read, err := t.tapped(v)
	if err != nil {
		return err
	}
	return t.pages.ShowAs(v, http.StatusOK, door.Tiles(t.view(read)))
}

// tapped reads the sheet for a tablet for students. It refuses other visitors.
func (t *Taps) tapped(v *visit.Visit) (*taking.Sheet, error) {
	if !v.Mode.Taps() {
		return nil, roll.Problem(roll.Forbidden, "problem.what.denied")
	}
	read, err := t.read(v)
	if err == nil {
		err = v.OfThisGeneration()
	}
	return read, err
}

// Events streams the tiles whenever they change.
func (t *Taps) Events(v *visit.Visit) error {
	read, err := t.tapped(v)
	if err != nil {
		return err
	}
	changed, stop := t.hub.Listen(live.DayOf(v.School.ID, read.Date))
	defer stop()
	return t.streams.Follow(v, heartbeat, func(ctx context.Context) (string, <-chan struct{}, error) {
		if err := t.sheets.Refresh(read); err != nil {
			return "", nil, err
		}
		event, err := visit.EventOf(ctx, door.TileList(tilesOf(read), v.Words))
		return event, changed, err
	})
}

// Post handles taps. A script gets 204 once they are stored, or held for the office. Other browsers get the
// page again.
func (t *Taps) Post(v *visit.Visit) error {
	requested, err := v.Query()
	if err == nil {
		_, err = t.desk.Tap(v, requested)
	}
	switch {
	case err == nil && visit.ByScript(v):
		return v.NoContent(http.StatusNoContent)
	case err == nil:
		return visit.GoTo(v, t.pages.Paths.To(paths.Door, requested.Class))
	}
	return t.refuse(v, err)
}

// refuse shows the page with the problem, if a person can correct it.
func (t *Taps) refuse(v *visit.Visit, cause error) error {
	refused, ok := t.desk.Refusal(v, cause)
	if !ok || !v.Mode.Taps() {
		return cause
	}
	if visit.ByScript(v) {
		v.Response().Header().Set(reasonHeader, string(desk.TapRefusalOf(cause)))
		return v.NoContent(refused.Status)
	}
	return t.show(v, refused.Status, refused.Sentence(v))
}

package apptest

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"rollbook/web/roll"
)

// TapsPath is where a tablet sends taps.
const TapsPath = RollPath + "/taps"

// TapTablet is a device that was paired as a tablet of the classes on which students tap, at a
// school where one is late after 08:40.
func (p *Program) TapTablet(t testing.TB, name string, classes ...string) *Visitor {
	t.Helper()
	Must(t, p.App.Store.SetLateAfter(t.Context(), Harbour, roll.TimeOfDay("08:40")))
	office, v := p.As(t, OfficeWorker), p.Visit(t)
	form := office.TabletForm(name, classes...)
	form.Set("mode", string(roll.StudentsMode))
	v.Pairs(office.Post(TabletsPath, form).Want(t, http.StatusOK).PairingCode()).Want(t, http.StatusSeeOther)
	return v
}

// Tiles are what the tiles of a page post, in its order.
func (a Answer) Tiles() []string {
	var values []string
	for _, tile := range a.Page.Find(".taps button").EachIter() {
		values = append(values, tile.AttrOr("value", ""))
	}
	return values
}

// Tapped is the form of a page for taps made at the instant.
func (a Answer) Tapped(tap string, at time.Time, tiles ...string) url.Values {
	form := a.Form("#taps")
	form.Del("in")
	form.Set("tap", tap)
	for _, tile := range tiles {
		form.Add("in", fmt.Sprintf("%s:%d", tile, at.UnixMilli()))
	}
	return form
}

// Settled returns when nothing of the ordinary school's day is under way any more.
func (p *Program) Settled(t testing.TB) {
	t.Helper()
	p.settled(t, Harbour)
}

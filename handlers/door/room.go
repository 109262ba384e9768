package door

import (
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/identity"
	"rollbook/web/live"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Home    *Home
	Taps    *Taps
	Staff   *Staff
	Pair    *PairPage
	Offline *Offline
	Refused *Refused
	Leave   *Leave
}

// New returns the room.
func New(pages *visit.Pages, problems *visit.Problems, visitors *visit.Visitors, streams *visit.Streams,
	desk *desk.Desk, rolls *taking.Room, identity *identity.Identity, hub *live.Hub, store *store.Store,
	clock func() time.Time) *Room {
	taps, staff := &Taps{pages, streams, rolls.Sheets, desk, hub}, &Staff{pages, desk.Signatures}
	return &Room{
		Home:    &Home{pages, visitors, rolls.Rolls, rolls.Presses, taps, staff},
		Taps:    taps,
		Staff:   staff,
		Pair:    &PairPage{pages, problems, visitors, identity.Devices, identity.Tablets, clock},
		Offline: &Offline{pages},
		Refused: &Refused{desk, store, hub, desk.Signatures},
		Leave:   &Leave{pages, problems, identity.Tablets, desk.Signatures},
	}
}

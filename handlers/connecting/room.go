package connecting

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/connecting/setup"
	"rollbook/web/identity/session"
	"rollbook/web/lists"
	"rollbook/web/lists/tables"
	"rollbook/web/saving"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Connects      *Connects
	Connections   *Connections
	Releases      *Releases
	OtherStudents *OtherStudents
	Students      *StudentLists
	Statuses      *StatusLists
}

// New returns the room. Demo is nil outside the demonstration.
func New(pages *visit.Pages, demo *visit.Demonstration, desk *desk.Desk, keys Keys, setup *setup.Connecting,
	lists *lists.Lists, saving *saving.Saving, sessions *session.Sessions, store *store.Store) *Room {
	rosters, sender := lists.Rosters, saving.Sender
	others, proofs := &OtherStudents{pages, store, rosters, sender}, &ProofPage{pages, desk, store, rosters, sender}
	return &Room{
		Connects:      &Connects{pages, demo, keys, setup, store, rosters, proofs},
		Connections:   &Connections{pages, store, rosters, saving.Submissions, keys, others},
		Releases:      &Releases{pages, store, saving.Submissions},
		OtherStudents: others,
		Students:      &StudentLists{pages, sessions, rosters, lists.Drafts, tables.NewTurn()},
		Statuses:      &StatusLists{pages, store, rosters},
	}
}

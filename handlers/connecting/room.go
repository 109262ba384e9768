package connecting

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	system "rollbook/web/connecting"
	"rollbook/web/identity/session"
	"rollbook/web/lists"
	"rollbook/web/saving"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Connects      *Connects
	Connections   *Connections
	OtherStudents *OtherStudents
	Students      *StudentLists
	Statuses      *StatusLists
}

// New returns the room. Demo is nil outside the demonstration.
func New(pages *visit.Pages, demo *visit.Demonstration, desk *desk.Desk, system *system.Connecting,
	lists *lists.Lists, saving *saving.Saving, sessions *session.Sessions, store *store.Store) *Room {
	b := base{pages, store, lists.Rosters, saving}
	others := &OtherStudents{b}
	return &Room{
		Connects: &Connects{b, demo, system, desk}, Connections: &Connections{b, system.Keys, others},
		OtherStudents: others, Students: &StudentLists{b, sessions, lists.Drafts},
		Statuses: &StatusLists{b},
	}
}

// Package office contains the pages of a school's office: the board of the day, finding and marking students of several
// classes, their movements and histories, months, exports as files and on paper, reminders, the list for an evacuation,
// and cover links.
package office

import (
	"log/slog"

	"rollbook/handlers/desk"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/identity"
	"rollbook/web/lists/rosters"
	"rollbook/web/office"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Days       *Days
	Finds      *Finds
	Covers     *CoverLinksPage
	Histories  *HistoryPage
	Exports    *Exports
	Evacuation *Evacuation
	Reminders  *Reminders
}

// New returns the room. OthersNamed reports whether the school system named students who were not sent.
func New(pages *visit.Pages, streams *visit.Streams, desk *desk.Desk, rolls *taking.Room,
	othersNamed func(*visit.Visit) (bool, error), identity *identity.Identity, rosters *rosters.Rosters,
	office *office.Office, log *slog.Logger, store *store.Store) *Room {
	return &Room{
		Days:       &Days{pages, streams, rosters, office.Boards, identity.Tablets, identity.PINs, store, othersNamed},
		Finds:      &Finds{pages, rolls.Sheets, rosters, desk, office.Absences},
		Covers:     &CoverLinksPage{pages, identity.Tokens, store, rosters},
		Histories:  &HistoryPage{pages, store, office.Absences},
		Exports:    &Exports{pages, store, rosters, office.Comparing, NewFiles(), office.Exports},
		Evacuation: &Evacuation{pages, office.Boards},
		Reminders:  &Reminders{pages: pages, boards: office.Boards, store: store, mailer: office.Mail, log: log},
	}
}

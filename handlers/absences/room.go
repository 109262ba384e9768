package absences

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/absences"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Known  *KnownAbsences
	Ranges *DateRanges
}

// New returns the room.
func New(pages *visit.Pages, desk *desk.Desk, rolls *taking.Room, rosters *rosters.Rosters,
	absences *absences.Absences, saving *submission.Submissions, store *store.Store) *Room {
	return &Room{
		Known:  &KnownAbsences{pages, rolls.Sheets, store, rosters, absences, desk, saving},
		Ranges: &DateRanges{pages, rolls.Sheets, store, saving},
	}
}

package taking

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/live"
	"rollbook/web/office/boards"
	"rollbook/web/office/comparing"
	"rollbook/web/office/strips"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Room has the pages of this package, and the readers that other rooms share.
type Room struct {
	Sheets      Sheets
	Days        DayReader
	Home        *Home
	Rolls       *Rolls
	Presses     *Presses
	Live        *LiveRolls
	Conflicts   *ConflictPage
	Comparisons *Comparisons
	Saves       *Saves
}

// New returns the room. Requests is the action required to see sent requests.
func New(pages *visit.Pages, streams *visit.Streams, desk *desk.Desk, signatures *desk.Signatures,
	rosters *rosters.Rosters, comparing *comparing.Comparing, boards *boards.Boards, strips *strips.Strips,
	saving *submission.Submissions, hub *live.Hub, store *store.Store, requests auth.Action) *Room {
	sheets, days := Sheets{pages, store, rosters, comparing}, DayReader{store, comparing}
	rollPages := RollPages{sheets, strips, signatures}
	return &Room{
		Sheets: sheets, Days: days,
		Home:        &Home{pages, Agenda{days, rosters, store}},
		Rolls:       &Rolls{pages, sheets, rollPages, boards},
		Presses:     &Presses{pages, sheets, rollPages, desk},
		Live:        &LiveRolls{pages, streams, sheets, hub, signatures},
		Conflicts:   &ConflictPage{pages, sheets, saving},
		Comparisons: &Comparisons{pages, rosters, comparing},
		Saves:       &Saves{pages, store, rosters, requests},
	}
}

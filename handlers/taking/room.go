package taking

import (
	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/live"
	"rollbook/web/office"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Room has the pages of this package, and the readers that other rooms share.
type Room struct {
	Sheets      Sheets
	Home        *Home
	Rolls       *Rolls
	Presses     *Presses
	Live        *LiveRolls
	Conflicts   *ConflictPage
	Comparisons *Comparisons
	Saves       *Saves
	TakeBacks   *TakeBacks
}

// New returns the room. Requests is the action required to see sent requests.
func New(pages *visit.Pages, streams *visit.Streams, desk *desk.Desk, rosters *rosters.Rosters,
	office *office.Office, saving *submission.Submissions, hub *live.Hub, store *store.Store,
	requests auth.Action) *Room {
	comparing := office.Comparing
	agenda := Agenda{store, rosters, comparing, office.Boards}
	sheets := Sheets{pages, store, rosters, comparing, agenda}
	rollPages := RollPages{sheets, office.Strips, desk.Signatures}
	return &Room{
		Sheets:      sheets,
		Home:        &Home{pages, agenda},
		Rolls:       &Rolls{sheets, rollPages, office.Boards},
		Presses:     &Presses{sheets, rollPages, desk},
		Live:        &LiveRolls{streams, sheets, hub, desk.Signatures},
		Conflicts:   &ConflictPage{sheets, saving},
		Comparisons: &Comparisons{pages, comparing},
		Saves:       &Saves{pages, store, requests},
		TakeBacks:   &TakeBacks{sheets, saving},
	}
}

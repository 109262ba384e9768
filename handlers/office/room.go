// Package office contains the pages of a school's office: the board of the day, finding and marking students
// of several classes, one student's days and months, exports as files and on paper, and cover links.
package office

import (
	"log/slog"
	"net/url"

	"rollbook/handlers/desk"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/boards"
	"rollbook/web/office/notices"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Days        *Days
	Finds       *Finds
	Covers      *CoverLinksPage
	Histories   *HistoryPage
	Ranges      *DateRanges
	Exports     *Exports
	Evacuation  *Evacuation
	Months      *StudentMonths
	Reminders   *Reminders
	DaySettings *DaySettingsPage
}

// New returns the room. OthersNamed reports whether the school system named students who were not sent.
// Public is nil without an own address, and mailer without a mail server.
func New(pages *visit.Pages, streams *visit.Streams, desk *desk.Desk, rolls *taking.Room,
	othersNamed func(*visit.Visit) (bool, error), rosters *rosters.Rosters, boards *boards.Boards,
	tablets *tablets.Tablets, saving *submission.Submissions, tokens *auth.Tokens, public *url.URL,
	mailer *notices.Mail, log *slog.Logger, store *store.Store) *Room {
	lists, files := DayLists{rosters, rolls.Days}, NewFiles()
	offer := Offer{pages, lists}
	return &Room{
		Days:        &Days{pages, streams, rosters, boards, tablets, store, othersNamed},
		Finds:       &Finds{pages, rolls.Sheets, rosters, desk},
		Covers:      &CoverLinksPage{pages, tokens, store, rosters, public},
		Histories:   &HistoryPage{pages, store, rosters},
		Ranges:      &DateRanges{pages, store, rosters, desk, saving},
		Exports:     &Exports{pages, lists, offer, files},
		Evacuation:  &Evacuation{pages, lists},
		Months:      &StudentMonths{pages, store, lists, offer, files},
		Reminders:   &Reminders{pages, lists, mailer, log},
		DaySettings: &DaySettingsPage{pages, store},
	}
}

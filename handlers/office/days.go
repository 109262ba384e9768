package office

import (
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/boards"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Days is the office's page of a date, the board: every class with the progress of its roll.
type Days struct {
	pages   *visit.Pages
	streams *visit.Streams
	rosters *rosters.Rosters
	boards  *boards.Boards
	tablets *tablets.Tablets
	store   *store.Store
	// othersNamed reports whether the school system named students who were not sent.
	othersNamed func(v *visit.Visit) (bool, error)
}

// boardRequest is the day that a visitor requests.
type boardRequest struct {
	boards.Day
	visit    *visit.Visit
	period   roll.Period
	today    roll.Date
	statuses []roll.Status
	// closed is the sentence that the school is closed; empty when it is open.
	closed string
	// order is "teacher", or empty for the school's order.
	order string
}

// overdue returns the minutes since rolls were due; 0 when the school is closed.
func (a *boardRequest) overdue(now time.Time) int {
	if a.closed != "" {
		return 0
	}
	return a.School.Overdue(a.Date, now)
}

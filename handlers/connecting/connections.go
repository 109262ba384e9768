package connecting

import (
	"context"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Connections shows the pages about the connection to the school system.
type Connections struct {
	pages         *visit.Pages
	Store         *store.Store
	Rosters       *rosters.Rosters
	Saving        *submission.Submissions
	Keys          Keys
	OtherStudents *OtherStudents
}

// Keys replaces a school's key without showing it.
type Keys interface {
	EnterKey(ctx context.Context, school roll.School, value string) error
	KeyInUse(ctx context.Context, school roll.SchoolID) (lastFour string, since time.Time, err error)
}

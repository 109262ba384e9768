package connecting

import (
	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Connections shows the pages about the connection to the school system.
type Connections struct {
	*visit.Shell
	Store   *store.Store
	Rosters *rosters.Rosters
	Saving  *submission.Submissions
	Keys    Keys
	Others  *Others
}

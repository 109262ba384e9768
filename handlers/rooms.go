package handlers

import (
	"rollbook/handlers/connecting"
	"rollbook/handlers/desk"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/identity/auth"
)

// rooms contains what several rooms of a school share.
type rooms struct {
	app   *web.App
	shell *visit.Shell
	desk  *desk.Desk
	// signatures ask for PINs on shared tablets.
	signatures *desk.Signatures
	sheets     taking.Sheets
	days       taking.DayReader
	others     *connecting.Others
	// requests is the action required to see sent requests.
	requests auth.Action
}

func newRooms(shell *visit.Shell, app *web.App) *rooms {
	signatures := desk.NewSignatures(app.PINs, app.Openings, app.Clock)
	r := &rooms{
		app: app, shell: shell, desk: desk.New(shell, app.Submissions, app.Store, signatures), signatures: signatures,
		sheets:   taking.Sheets{Shell: shell, Store: app.Store, Rosters: app.Rosters, Comparing: app.Comparing},
		days:     taking.DayReader{Store: app.Store, Comparing: app.Comparing},
		others:   &connecting.Others{Shell: shell, Store: app.Store, Rosters: app.Rosters, Sender: app.Sender},
		requests: auth.SeeRawAnswers,
	}
	if app.Demo != nil {
		// In the demonstration every visitor may see them.
		r.requests = auth.SeeStudents
	}
	return r
}

package handlers

import (
	"rollbook/handlers/connecting"
	"rollbook/handlers/desk"
	"rollbook/handlers/door"
	"rollbook/handlers/entry"
	"rollbook/handlers/office"
	"rollbook/handlers/settings"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/identity/auth"
)

// rooms contains every page, and what admits visitors to them.
type rooms struct {
	pages    *visit.Pages
	problems *visit.Problems
	visitors *visit.Visitors
	streams  *visit.Streams

	entry      *entry.Room
	taking     *taking.Room
	office     *office.Room
	connecting *connecting.Room
	settings   *settings.Room
	door       *door.Room
	// requests is the action required to see sent requests.
	requests auth.Action
}

func newRooms(app *web.App) *rooms {
	// In the demonstration every visitor may see the sent requests.
	demo, requests := (*visit.Demonstration)(nil), auth.SeeRawAnswers
	if app.Demo != nil {
		demo, requests = &visit.Demonstration{Demo: app.Demo}, auth.SeeStudents
	}
	pages := visit.NewPages(app.Paths, app.Assets, app.Words, app.Sessions, app.Devices, app.Tokens, app.Services, demo, app.Clock)
	problems := visit.NewProblems(pages, app.Passes, app.Store, app.Log)
	visitors := visit.NewVisitors(pages, problems, app.Sessions, app.Passes, app.Tokens, app.Tablets, app.Rosters, app.Store, app.Clock)
	streams := visit.NewStreams(app.Sessions, auth.NewStandings(app.Store.Standings), app.Stopping)
	signatures := desk.NewSignatures(app.PINs, app.Openings)
	desk := desk.New(app.Tokens, app.Submissions, app.Store, signatures)
	r := &rooms{pages: pages, problems: problems, visitors: visitors, streams: streams, requests: requests}
	r.entry = entry.New(pages, problems, visitors, demo, app.Sessions, app.Devices, app.Passes, app.Tokens, app.People, app.PINs, app.Tablets, app.Rosters, app.Connecting, app.Store, app.Clock)
	r.taking = taking.New(pages, streams, desk, signatures, app.Rosters, app.Comparing, app.Boards, app.Strips, app.Submissions, app.Live, app.Store, requests)
	r.connecting = connecting.New(pages, demo, desk, app, app.Connecting, app.Rosters, app.Drafts, app.Submissions, app.Sender, app.Sessions, app.Store)
	r.office = office.New(pages, streams, desk, r.taking, r.connecting.Others.TellsBesides, app.Rosters, app.Boards, app.Tablets, app.Submissions, app.Tokens, app.Config.Public, app.Mail, app.Log, app.Store)
	r.settings = settings.New(pages, app, app.Hooks, app.People, app.Ending, app.Rosters, app.Tablets, app.PINs, app.Sessions, app.Tokens, app.Config.Public, app.Store)
	r.door = door.New(pages, problems, visitors, streams, desk, signatures, r.taking, app.Devices, app.Tablets, app.Live, app.Store, app.Clock)
	return r
}

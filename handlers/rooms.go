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
	pages := visit.NewPages(app.Site.Paths, app.Site.Assets, app.Site.Words, app.Identity.Sessions, app.Identity.Devices, app.Identity.Tokens, app.Connecting.Services, demo, app.Clock)
	problems := visit.NewProblems(pages, app.Identity.Passes, app.Store, app.Log)
	visitors := visit.NewVisitors(pages, problems, app.Identity.Sessions, app.Identity.Passes, app.Identity.Tokens, app.Identity.Tablets, app.Lists.Rosters, app.Store, app.Clock)
	streams := visit.NewStreams(app.Identity.Sessions, auth.NewStandings(app.Store.Standings), app.Stopping())
	signatures := desk.NewSignatures(app.Identity.PINs, app.Identity.Openings)
	desk := desk.New(app.Identity.Tokens, app.Saving.Submissions, app.Store, signatures)
	r := &rooms{pages: pages, problems: problems, visitors: visitors, streams: streams, requests: requests}
	r.entry = entry.New(pages, problems, visitors, demo, app.Identity.Sessions, app.Identity.Devices, app.Identity.Passes, app.Identity.Tokens, app.Identity.People, app.Identity.PINs, app.Identity.Tablets, app.Lists.Rosters, app.Connecting.Setup, app.Store, app.Clock)
	r.taking = taking.New(pages, streams, desk, signatures, app.Lists.Rosters, app.Office.Comparing, app.Office.Boards, app.Office.Strips, app.Saving.Submissions, app.Live, app.Store, requests)
	r.connecting = connecting.New(pages, demo, desk, app.Connecting.Keys, app.Connecting.Setup, app.Lists.Rosters, app.Lists.Drafts, app.Saving.Submissions, app.Saving.Sender, app.Identity.Sessions, app.Store)
	r.office = office.New(pages, streams, desk, r.taking, r.connecting.Others.TellsBesides, app.Lists.Rosters, app.Office.Boards, app.Identity.Tablets, app.Saving.Submissions, app.Identity.Tokens, app.Config.Public, app.Office.Mail, app.Log, app.Store)
	r.settings = settings.New(pages, app.Connecting.Keys, app.Lists.Hooks, app.Identity.People, app.Connecting.Ending, app.Lists.Rosters, app.Identity.Tablets, app.Identity.PINs, app.Identity.Sessions, app.Identity.Tokens, app.Config.Public, app.Store)
	r.door = door.New(pages, problems, visitors, streams, desk, signatures, r.taking, app.Identity.Devices, app.Identity.Tablets, app.Live, app.Store, app.Clock)
	return r
}

package entry

import (
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/connecting/setup"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/people"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	SignIn      *SignIn
	Start       *Start
	Preferences *PreferencesPage
	Help        *Help
	Covers      *CoverPage
	Account     *AccountPage
	Links       *AccountLinkPage
	Forgotten   *ForgottenPage
	FirstSchool *FirstSchoolPage
	// These are used only in the demonstration.
	Demo    *DemoPages
	Tablets *DemoTablets
	Gallery *Gallery
}

// New returns the room. Demo is nil outside the demonstration.
func New(pages *visit.Pages, problems *visit.Problems, visitors *visit.Visitors, demo *visit.Demonstration,
	sessions *session.Sessions, devices *session.Devices, passes *session.Tablets, tokens *auth.Tokens,
	people *people.People, pins *pins.PINs, tablets *tablets.Tablets, rosters *rosters.Rosters,
	setup *setup.Connecting, store *store.Store, clock func() time.Time) *Room {
	start := &Start{pages, visitors, sessions, store}
	return &Room{
		SignIn:      &SignIn{pages, sessions, devices, people},
		Start:       start,
		Preferences: &PreferencesPage{pages},
		Help:        &Help{pages, visitors, sessions},
		Covers:      &CoverPage{pages, visitors, problems, sessions, store, clock},
		Account:     &AccountPage{pages, visitors, sessions, store, people, pins},
		Links:       &AccountLinkPage{pages, visitors, sessions, devices, people},
		Forgotten:   &ForgottenPage{pages, people},
		FirstSchool: &FirstSchoolPage{pages, visitors, store, people, setup},
		Demo:        &DemoPages{pages, demo, sessions, store, people, start.Root},
		Tablets:     &DemoTablets{pages, visitors, demo, devices, passes, tokens, store, rosters, tablets, pins, clock},
		Gallery:     &Gallery{pages: pages},
	}
}

// NewFirstStart returns the gate before all pages. Link is the route of links, and signIn that of signing in.
func NewFirstStart(pages *visit.Pages, people *people.People, link, signIn string) *FirstStart {
	return &FirstStart{pages: pages, people: people, link: link, signIn: signIn}
}

package entry

import (
	"time"

	"rollbook/handlers/factor"
	"rollbook/handlers/visit"
	"rollbook/web/connecting/setup"
	"rollbook/web/identity"
	"rollbook/web/identity/limits"
	"rollbook/web/identity/people"
	"rollbook/web/lists/rosters"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	SignIn      *SignIn
	SSO         *SSO
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
func New(pages *visit.Pages, problems *visit.Problems, visitors *visit.Visitors, begins *factor.Beginning,
	demo *visit.Demonstration,
	identity *identity.Identity, rosters *rosters.Rosters, setup *setup.Connecting, store *store.Store,
	clock func() time.Time) *Room {
	b := base{pages, visitors, identity.Sessions, identity.Devices, identity.People, begins, store}
	start, signIn := &Start{b}, &SignIn{b, identity.SSO, limits.NewTries(limits.Passkey), clock}
	return &Room{
		SignIn: signIn, SSO: &SSO{b, identity.Flows, identity.SSO, signIn, clock}, Start: start,
		Preferences: &PreferencesPage{b},
		Help:        &Help{b}, Covers: &CoverPage{b, problems, clock}, Account: &AccountPage{b,
			identity.PINs, identity.Factors},
		Links: &AccountLinkPage{b}, Forgotten: &ForgottenPage{b}, FirstSchool: &FirstSchoolPage{b, setup},
		Demo:    &DemoPages{b, demo, start.Root},
		Tablets: &DemoTablets{b, demo, identity.Passes, identity.Tokens, rosters, identity.Tablets, identity.PINs, clock},
		Gallery: &Gallery{pages: pages},
	}
}

// NewFirstStart returns the gate before all pages. Link is the route of links, and signIn that of signing in.
func NewFirstStart(pages *visit.Pages, people *people.People, link, signIn string) *FirstStart {
	return &FirstStart{pages: pages, people: people, link: link, signIn: signIn}
}

package settings

import (
	"net/url"

	"rollbook/handlers/visit"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/people"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/hooks"
	"rollbook/web/lists/rosters"
	"rollbook/web/lists/tables"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Settings *Settings
	Times    *TimesPage
	Calendar *CalendarPage
	Keys     *KeysPage
	Webhooks *WebhooksPage
	Receiver *HookReceiver
	People   *PeoplePage
	School   *SchoolPage
	Tablets  *TabletsPage
	// Groups are the school's groups, OwnGroups those of a person.
	Groups, OwnGroups *GroupLists
}

// New returns the room. Public is nil without an own address.
func New(pages *visit.Pages, keys SchoolKeys, hooks *hooks.Hooks, people *people.People, ending Ending,
	rosters *rosters.Rosters, tablets *tablets.Tablets, pins *pins.PINs, sessions *session.Sessions,
	tokens *auth.Tokens, public *url.URL, store *store.Store) *Room {
	return &Room{
		Settings:  &Settings{pages},
		Times:     &TimesPage{pages, store},
		Calendar:  &CalendarPage{pages, store},
		Keys:      &KeysPage{pages, keys, store},
		Webhooks:  &WebhooksPage{pages, hooks, public},
		Receiver:  &HookReceiver{hooks},
		People:    &PeoplePage{pages, people, public, tables.NewTurn()},
		School:    &SchoolPage{pages, sessions, ending},
		Tablets:   &TabletsPage{pages, tokens, tablets, rosters, pins, public},
		Groups:    &GroupLists{pages, store, rosters, false},
		OwnGroups: &GroupLists{pages, store, rosters, true},
	}
}

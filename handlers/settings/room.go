package settings

import (
	"net/url"

	"rollbook/handlers/visit"
	"rollbook/web/connecting"
	"rollbook/web/ending"
	"rollbook/web/identity"
	"rollbook/web/lists/hooks"
	"rollbook/web/lists/rosters"
	"rollbook/web/lists/tables"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Settings  *Settings
	Times     *TimesPage
	Calendar  *CalendarPage
	Codes     *CodesPage
	Keys      *KeysPage
	Webhooks  *WebhooksPage
	Receiver  *HookReceiver
	People    *PeoplePage
	School    *SchoolPage
	Audit     *AuditPage
	Retention *RetentionPage
	SSO       *SSOPage
	One       *OneStudentPage
	Tablets   *TabletsPage
	Teachers  *TeachersPage
	// Groups are the school's groups, OwnGroups those of a person.
	Groups, OwnGroups *GroupLists
}

// New returns the room. Public is nil without an own address.
func New(pages *visit.Pages, keys *connecting.Keys, hooks *hooks.Hooks, ending *ending.Ending,
	identity *identity.Identity, rosters *rosters.Rosters, public *url.URL, store *store.Store) *Room {
	turn := tables.NewTurn()
	return &Room{
		Settings:  &Settings{pages},
		Times:     &TimesPage{pages, store},
		Calendar:  &CalendarPage{pages, store},
		Codes:     &CodesPage{pages, store, rosters, tables.NewTurn()},
		Keys:      &KeysPage{pages, keys, store},
		Webhooks:  &WebhooksPage{pages, hooks, public},
		Receiver:  &HookReceiver{hooks},
		People:    &PeoplePage{pages, identity.People, identity.Factors, public, turn},
		School:    &SchoolPage{pages, identity.Sessions, ending},
		Audit:     &AuditPage{pages, store},
		Retention: &RetentionPage{pages, store},
		SSO:       &SSOPage{pages, identity.SSO, public},
		One:       &OneStudentPage{pages, ending, rosters, store},
		Tablets:   &TabletsPage{pages, identity.Tokens, identity.Tablets, rosters, identity.PINs, public},
		Teachers:  &TeachersPage{pages, store, rosters, turn},
		Groups:    &GroupLists{pages, store, rosters, false},
		OwnGroups: &GroupLists{pages, store, rosters, true},
	}
}

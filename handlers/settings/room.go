package settings

import (
	"rollbook/handlers/visit"
	"rollbook/web/connecting"
	"rollbook/web/ending"
	"rollbook/web/identity"
	"rollbook/web/lists/hooks"
	"rollbook/web/lists/rosters"
	"rollbook/web/store"
)

// Room has the pages of this package.
type Room struct {
	Settings  *Settings
	Day       *DayPage
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

// New returns the room.
func New(pages *visit.Pages, keys *connecting.Keys, hooks *hooks.Hooks, ending *ending.Ending,
	identity *identity.Identity,
	rosters *rosters.Rosters, store *store.Store) *Room {
	b := base{pages, store, rosters}
	return &Room{
		Settings: &Settings{b}, Day: &DayPage{b}, Times: &TimesPage{b}, Calendar: &CalendarPage{b},
		Retention: &RetentionPage{b}, Audit: &AuditPage{b}, Codes: &CodesPage{b},
		Teachers: &TeachersPage{b}, Groups: &GroupLists{b, false}, OwnGroups: &GroupLists{b, true},
		Keys: &KeysPage{b, keys}, Webhooks: &WebhooksPage{b, hooks}, Receiver: &HookReceiver{hooks},
		School: &SchoolPage{b, identity.Sessions, ending}, One: &OneStudentPage{b, ending},
		People:  &PeoplePage{b, identity.People, identity.Factors},
		SSO:     &SSOPage{b, identity.SSO, identity.Sessions},
		Tablets: &TabletsPage{b, identity.Tokens, identity.Tablets, identity.PINs},
	}
}

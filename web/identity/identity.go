// Package identity is the room of the visitors: signing in, second factors, providers, sessions, people, PINs and
// tablets.
package identity

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"rollbook/apiclient"
	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/identity/sso"
	"rollbook/web/identity/tablets"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Identity contains the parts that sign visitors in and recognise them: sessions, passwords, people, PINs and
// tablets.
type Identity struct {
	Sessions  *session.Sessions
	Devices   *session.Devices
	Passes    *session.Tablets
	Openings  *session.Openings
	Flows     *session.Flows
	Tokens    *auth.Tokens
	Passwords *auth.Passwords
	People    *people.People
	Factors   *factors.Factors
	PINs      *pins.PINs
	Tablets   *tablets.Tablets
	SSO       *sso.SSO
}

// New makes the room. Transport leads to the schools' providers. Public is the address of the server, nil for the
// request's own. Mail is nil without a mail server. Background reports whether a page makes a request automatically.
func New(store *store.Store, vault *vault.Vault, transport *apiclient.Transport, public *url.URL, mail *people.Mail,
	background func(*http.Request) bool, clock func() time.Time,
	record func(message string) *events.Record) (*Identity, error) {
	keys := make(map[string][][]byte)
	for _, purpose := range []string{"device cookies", "tablet cookies", "page tokens", "sign-in counters", "PINs",
		"single sign-on"} {
		derived, err := vault.Derive(purpose)
		if err != nil {
			return nil, fmt.Errorf("derive the keys of %s: %w", purpose, err)
		}
		keys[purpose] = derived
	}
	scope, cookies, passes, pages := session.ScopeOf(public), keys["device cookies"], keys["tablet cookies"],
		keys["page tokens"]
	room := &Identity{
		// scs uses the machine's own clock for a session's end, so the store must too.
		Sessions: session.NewSessions(store.Sessions(time.Now), scope, background),
		Devices:  session.NewDevices(scope, cookies[0], cookies[1:]...),
		Passes:   session.NewTablets(scope, passes[0], passes[1:]...),
		Openings: session.NewOpenings(scope, passes[0], passes[1:]...),
		Flows:    session.NewFlows(scope, keys["single sign-on"][0], keys["single sign-on"][1:]...),
		Tokens:   auth.NewTokens(pages[0], pages[1:]...), Passwords: auth.NewPasswords(),
	}
	signIn := auth.NewSignIn(store, room.Passwords, keys["sign-in counters"][0], clock)
	room.Tablets = tablets.New(store, room.Tokens, clock, record("tablets"))
	room.PINs = pins.New(store, room.Passwords, signIn, keys["PINs"], clock, record("pins"))
	room.People = people.New(store, room.Passwords, signIn, room.Tokens, mail, clock, record("people"))
	room.Factors = factors.New(store, vault, signIn, room.Tokens, room.People.TellFactors, clock, record("factors"))
	room.SSO = sso.New(store, vault, transport, clock, record("people"))
	return room, nil
}

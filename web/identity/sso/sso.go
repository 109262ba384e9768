package sso

import (
	"context"
	"time"

	"rollbook/apiclient"
	"rollbook/web/events"
	"rollbook/web/roll"
	"rollbook/web/store/people"
	"rollbook/web/vault"
)

// Store stores the providers of schools, and the people who sign in by them.
type Store interface {
	School(ctx context.Context, id roll.SchoolID) (roll.School, error)
	Provider(ctx context.Context, school roll.SchoolID) (roll.Provider, []byte, error)
	ProvidersFor(ctx context.Context, school roll.SchoolID, domain string) ([]roll.Provider, error)
	SetProvider(ctx context.Context, provider roll.Provider, sealed []byte) error
	RemoveProvider(ctx context.Context, school roll.SchoolID) error
	AdmitProvided(ctx context.Context, provider roll.Provider, who roll.Provided, fresh roll.PersonID) (people.Provision, error)
	NoteSignIn(ctx context.Context, person roll.PersonID, at time.Time) error
}

// SSO signs people in by the providers of schools. Make one with New; it is safe for concurrent use.
type SSO struct {
	store     Store
	vault     *vault.Vault
	providers *discoveries
	clock     func() time.Time
	record    *events.Record
}

// New makes an SSO whose calls go through the transport.
func New(store Store, vault *vault.Vault, transport *apiclient.Transport, clock func() time.Time, record *events.Record) *SSO {
	providers := &discoveries{transport: transport, clock: clock, last: make(map[roll.SchoolID]known)}
	return &SSO{store: store, vault: vault, providers: providers, clock: clock, record: record}
}

package sso

import (
	"time"

	"rollbook/apiclient"
	"rollbook/web/events"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// SSO signs people in by the providers of schools. Make one with New; it is safe for concurrent use.
type SSO struct {
	store     *store.Store
	vault     *vault.Vault
	providers *discoveries
	clock     func() time.Time
	record    *events.Record
}

// New makes an SSO whose calls go through the transport.
func New(store *store.Store, vault *vault.Vault, transport *apiclient.Transport, clock func() time.Time,
	record *events.Record) *SSO {
	providers := &discoveries{transport: transport, clock: clock, last: make(map[roll.SchoolID]known)}
	return &SSO{store: store, vault: vault, providers: providers, clock: clock, record: record}
}

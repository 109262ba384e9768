// Package connecting is the room of the schools' connections, from the first key to the end of the school.
package connecting

import (
	"context"
	"fmt"
	"time"

	"rollbook/apiclient"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/services"
	"rollbook/web/connecting/setup"
	"rollbook/web/ending"
	"rollbook/web/events"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Connecting contains the calls to the school systems, their keys, the setup of a connection, and its end.
type Connecting struct {
	Services *services.Services
	Setup    *setup.Connecting
	Keys     *Keys
	Ending   *ending.Ending
	// Own is the address of this server, where no school's service may be.
	Own apiclient.OwnAddress
	// Transport leads to the services and to sign-in providers.
	Transport *apiclient.Transport
}

// New makes the room. Private are the networks where a school's service may be besides public addresses. Removed is
// called for each removed school.
func New(store *store.Store, vault *vault.Vault, private []apiclient.Allowance, removed func(roll.SchoolID),
	clock func() time.Time, record *events.Record) (*Connecting, error) {
	room := &Connecting{}
	var err error
	if room.Transport, err = apiclient.NewTransport(apiclient.TransportConfig{AllowPrivate: private,
		Own: &room.Own}); err != nil {
		return nil, fmt.Errorf("prepare connections: %w", err)
	}
	room.Services = services.New(store, store, vault, room.Transport, clock)
	room.Keys = &Keys{store, vault, room.Services}
	room.Setup = setup.New(store, room.Services, room.Keys.seal, clock)
	room.Ending = ending.New(store, vault, removed, record)
	return room, nil
}

// Close closes the connections.
func (c *Connecting) Close() { c.Transport.Close() }

// AddSchool seals the key and stores the school with it. A school whose list uses the names of the service's
// document is proven by them.
func (c *Connecting) AddSchool(ctx context.Context, school roll.School, key apiclient.Key) error {
	if proof.Documented(school) {
		school.Proof = roll.ProvenByDocument
	}
	return c.Keys.store.AddSchool(ctx, school, c.Keys.seal(school.ID, key))
}

package setup

import (
	"context"
	"time"

	"rollbook/apiclient"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Clients makes clients that nobody else uses.
type Clients interface {
	// Client returns a client with the school's settings and the key in use.
	Client(ctx context.Context, school roll.School) (*apiclient.Client, error)
	// ClientWith returns a client with a key that is not kept yet.
	ClientWith(school roll.School, key apiclient.Key) (*apiclient.Client, error)
}

// Seal makes a key fit to be kept.
type Seal func(school roll.SchoolID, key apiclient.Key) store.Key

// Connecting connects schools. It is safe for concurrent use.
type Connecting struct {
	store   *store.Store
	clients Clients
	guard   apiclient.Guard
	seal    Seal
	clock   func() time.Time
}

// New returns a Connecting for schools at addresses that the guard allows.
func New(store *store.Store, clients Clients, guard apiclient.Guard, seal Seal, clock func() time.Time) *Connecting {
	return &Connecting{store: store, clients: clients, guard: guard, seal: seal, clock: clock}
}

package setup

import (
	"context"
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/schools"
)

// Clients makes clients for one caller.
type Clients interface {
	// Client returns a client with the school's settings and the key in use.
	Client(ctx context.Context, school roll.School) (*apiclient.Client, error)
	// ClientWith returns a client with a key that is not stored yet.
	ClientWith(school roll.School, key apiclient.Key) (*apiclient.Client, error)
}

// Seal seals a key for storage.
type Seal func(school roll.SchoolID, key apiclient.Key) schools.Key

// Connecting connects schools. It is safe for concurrent use.
type Connecting struct {
	store   *store.Store
	clients Clients
	guard   apiclient.Guard
	seal    Seal
	clock   func() time.Time

	mu    sync.Mutex
	turns map[roll.SchoolID]*sync.Mutex
}

// New returns a Connecting for schools at addresses that the guard allows.
func New(store *store.Store, clients Clients, guard apiclient.Guard, seal Seal, clock func() time.Time) *Connecting {
	return &Connecting{store: store, clients: clients, guard: guard, seal: seal, clock: clock, turns: make(map[roll.SchoolID]*sync.Mutex)}
}

// turn returns the lock for changes of a school's draft.
func (c *Connecting) turn(school roll.SchoolID) *sync.Mutex {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.turns[school] == nil {
		c.turns[school] = new(sync.Mutex)
	}
	return c.turns[school]
}

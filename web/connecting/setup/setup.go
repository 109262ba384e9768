package setup

import (
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/web/connecting/services"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/schools"
)

// Seal seals a key for storage.
type Seal func(school roll.SchoolID, key apiclient.Key) schools.Key

// Connecting connects schools. It is safe for concurrent use.
type Connecting struct {
	store   *store.Store
	clients *services.Services
	seal    Seal
	clock   func() time.Time

	mu    sync.Mutex
	turns map[roll.SchoolID]*sync.Mutex
}

// New returns a Connecting that makes its calls through the services.
func New(store *store.Store, clients *services.Services, seal Seal, clock func() time.Time) *Connecting {
	return &Connecting{store: store, clients: clients, seal: seal, clock: clock, turns: make(map[roll.SchoolID]*sync.Mutex)}
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

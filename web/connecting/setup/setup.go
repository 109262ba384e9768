package setup

import (
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
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

// seeker finds and tries the calls of a draft, and records the results.
type seeker struct {
	search *discovery.Search
	client *apiclient.Client
	now    time.Time
	date   string
	draft  *Draft
	// code is the code of the school in the school system.
	code string
	// unsaid are the folded class names of the students, if nothing says that their list is whole.
	unsaid []string
	// class is the class for trials of students listed by class.
	class string
}

// place returns the placeholder values for trials.
func (s *seeker) place() mapping.Place {
	return mapping.Place{Period: s.draft.Period.ID, Class: s.class, Date: s.date}
}

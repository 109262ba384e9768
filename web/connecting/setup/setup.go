package setup

import (
	"context"
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
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

// The limits of a search for all calls: its time, and its requests except those that read whole lists. A page
// waits for it.
const (
	findLimit    = 40 * time.Second
	findRequests = 60
)

// seeker finds calls for a draft.
type seeker struct {
	trier
	search *discovery.Search
}

// change changes the draft and stores it, if it does not contain the key. Changes of one school run one after
// the other, so that none overwrites another, and continue when the person leaves the page.
func (c *Connecting) change(ctx context.Context, school roll.School, how func(context.Context, *seeker) error) error {
	turn := c.turn(school.ID)
	turn.Lock()
	defer turn.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), findLimit)
	defer cancel()
	draft, err := c.Draft(ctx, school)
	if err != nil {
		return err
	}
	client, err := c.clients.Client(ctx, school)
	if err != nil {
		return err
	}
	now := c.clock()
	s := &seeker{
		trier:  trier{client: client, now: now, date: school.Today(now).String(), draft: &draft, code: school.Code},
		search: discovery.NewSearch(client.Look, findRequests),
	}
	if err := how(ctx, s); err != nil {
		return err
	}
	if text := written(draft.Mapping); client.Redact(text) != text {
		return ErrSecret
	}
	return c.keep(context.WithoutCancel(ctx), school, draft)
}

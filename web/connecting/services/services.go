// Package services is the way to the schools' services: it opens a school's
// sealed credentials, keeps a client for each school, and turns what the client
// says into the words of the domain.
package services

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Keys finds the sealed key that a school's calls use, and keeps that they do.
type Keys interface {
	KeyInUse(ctx context.Context, school roll.SchoolID) (store.Key, error)
	// NoteKeyUsed keeps that calls were made with the key lately.
	NoteKeyUsed(ctx context.Context, school roll.SchoolID, id string) error
}

// Lists tells which students any of a school's lists has.
type Lists interface {
	Listed(ctx context.Context, school roll.SchoolID, students []roll.StudentID) (map[roll.StudentID]bool, error)
}

// Opener opens what was sealed for a school.
type Opener interface {
	Open(school roll.SchoolID, sealed []byte) (vault.Secret, error)
}

// Services makes the calls of all schools. It is safe for concurrent use.
type Services struct {
	keys      Keys
	lists     Lists
	vault     Opener
	transport *apiclient.Transport
	guard     apiclient.Guard
	clock     func() time.Time

	// watcher is nil where nobody counts.
	watcher Watcher

	mu      sync.Mutex
	clients map[roll.SchoolID]connected
	// used are the keys that calls were made with since somebody took note.
	used map[use]bool
}

// connected is a school's client, and what it was made from.
type connected struct {
	school roll.School
	keyID  string
	client *apiclient.Client
	reader *mapping.Reader
}

// New makes calls through the transport, to addresses that the guard allows.
func New(keys Keys, lists Lists, opener Opener, transport *apiclient.Transport, guard apiclient.Guard, clock func() time.Time) *Services {
	return &Services{keys: keys, lists: lists, vault: opener, transport: transport, guard: guard, clock: clock, clients: make(map[roll.SchoolID]connected), used: make(map[use]bool)}
}

// Watcher is told what became of each call, by the names of Problem; "answered" is a call that
// went well.
type Watcher interface {
	Called(school roll.SchoolID, result string)
}

// Watch has the watcher told of every call from now on. It is for before the first one.
func (c *Services) Watch(watcher Watcher) { c.watcher = watcher }

// tell tells of a call that ended with the error, or with the reply's problem.
func (c *Services) tell(school roll.SchoolID, problem string) {
	if c.watcher != nil {
		c.watcher.Called(school, cmp.Or(problem, "answered"))
	}
}

// to is the school's client. It is made anew when the school's settings or its
// key have changed, which any process may have done.
func (c *Services) to(ctx context.Context, school roll.School) (connected, error) {
	key, err := c.keyFor(ctx, school)
	if err != nil {
		return connected{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used[use{school.ID, key.ID}] = true
	known, ok := c.clients[school.ID]
	if ok && known.keyID == key.ID && known.school == school {
		return known, nil
	}
	secret, err := c.vault.Open(school.ID, key.Sealed)
	if err != nil {
		return connected{}, fmt.Errorf("open the key of school %s: %w", school.ID, err)
	}
	made, err := c.connect(school, secret)
	if err != nil {
		return connected{}, err
	}
	made.keyID = key.ID
	c.clients[school.ID] = made
	return made, nil
}

// known is the school's client of before, unless the school's settings have changed.
func (c *Services) known(school roll.School) (known connected, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok = c.clients[school.ID]
	return known, ok && known.school == school
}

// Forget drops the client of a school that was removed, and with it its key.
func (c *Services) Forget(school roll.SchoolID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.clients, school)
}

func (c *Services) connect(school roll.School, key vault.Secret) (connected, error) {
	client, err := c.ClientWith(school, apiclient.NewKey(key.Reveal()))
	if err != nil {
		return connected{}, err
	}
	mapped, err := proof.MappingOf(school)
	if err != nil {
		return connected{}, err
	}
	reader, err := mapping.NewReader(client, mapped)
	if err != nil {
		return connected{}, fmt.Errorf("the mapping of school %s: %w", school.ID, err)
	}
	return connected{school: school, client: client, reader: reader}, nil
}

// Problem names why a call failed, as the catalogue and the log have it: a kind,
// or a reason why nothing was sent.
func Problem(err error) string {
	var failure *apiclient.Error
	var forbidden *apiclient.ForbiddenAddressError
	switch {
	case errors.As(err, &failure):
	case errors.As(err, &forbidden):
		return "forbidden_address"
	case errors.Is(err, mapping.ErrNotWhole):
		return "not_whole"
	case errors.Is(err, mapping.ErrOtherPeriod):
		return "other_period"
	case errors.Is(err, mapping.ErrTwice):
		return "twice"
	default:
		return "settings"
	}
	if failure.Kind == apiclient.NotSent && failure.Reason != "" {
		return strings.ReplaceAll(string(failure.Reason), " ", "_")
	}
	return strings.ReplaceAll(failure.Kind.String(), " ", "_")
}

// errMoved is the reason for sending nothing for a moment.
var errMoved = errors.New("the school's service is elsewhere since its settings were read")

// keyFor is the key in use, for calls to where the caller knows the school's service to
// be. A key that was entered meanwhile for another place is not sent to this one.
func (c *Services) keyFor(ctx context.Context, school roll.School) (store.Key, error) {
	key, err := c.keys.KeyInUse(ctx, school.ID)
	if err != nil {
		return key, fmt.Errorf("find the key of school %s: %w", school.ID, err)
	}
	if key.Place != (store.Place{BaseURL: school.BaseURL, Tenant: school.Tenant, Code: school.Code}) {
		return store.Key{}, fmt.Errorf("school %s: %w", school.ID, errMoved)
	}
	return key, nil
}

// use names a key that a call was made with.
type use struct {
	school roll.SchoolID
	key    string
}

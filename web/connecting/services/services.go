// Package services calls the schools' services: it opens a school's sealed credentials, keeps a client for
// each school, and translates the client's results into the domain's types.
package services

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
	"rollbook/web/store/schools"
	"rollbook/web/vault"
)

// Keys finds the sealed key for a school's calls, and records its use.
type Keys interface {
	KeyInUse(ctx context.Context, school roll.SchoolID) (schools.Key, error)
	// NoteKeyUsed records recent calls with the key.
	NoteKeyUsed(ctx context.Context, school roll.SchoolID, id string) error
}

// Lists finds which students are on any of a school's lists.
type Lists interface {
	Listed(ctx context.Context, school roll.SchoolID, students []roll.StudentID) (map[roll.StudentID]bool, error)
}

// Opener opens values that were sealed for a school.
type Opener interface {
	Open(school roll.SchoolID, sealed []byte) (vault.Secret, error)
}

// Services makes the calls of all schools. It is safe for concurrent use.
type Services struct {
	keys      Keys
	lists     Lists
	vault     Opener
	transport *apiclient.Transport
	clock     func() time.Time

	// watcher may be nil.
	watcher Watcher

	mu      sync.Mutex
	clients map[roll.SchoolID]connected
	// used are the keys used in calls since the last NoteUses.
	used map[use]bool
}

// connected is a school's client, with its settings and key.
type connected struct {
	school roll.School
	keyID  string
	client *apiclient.Client
	reader *mapping.Reader
}

// New makes a Services that calls through the transport.
func New(keys Keys, lists Lists, opener Opener, transport *apiclient.Transport, clock func() time.Time) *Services {
	return &Services{
		keys: keys, lists: lists, vault: opener, transport: transport, clock: clock,
		clients: make(map[roll.SchoolID]connected), used: make(map[use]bool),
	}
}

// SetTransport makes later calls through another transport, such as that of a network of tests.
func (c *Services) SetTransport(transport *apiclient.Transport) { c.transport = transport }

// Guard returns the guard of the addresses that are called.
func (c *Services) Guard() apiclient.Guard { return c.transport.Guard() }

// Watcher is notified of each call, its result, by the names of Problem, and its time. "answered" is a success.
type Watcher interface {
	Called(school roll.SchoolID, call, result string, took time.Duration)
}

// Watch sets the watcher. Call it before the first call.
func (c *Services) Watch(watcher Watcher) { c.watcher = watcher }

// report reports a finished call with its problem to the watcher.
func (c *Services) report(school roll.SchoolID, call, problem string, began time.Time) {
	if c.watcher != nil {
		c.watcher.Called(school, call, cmp.Or(problem, "answered"), time.Since(began))
	}
}

// to returns the school's client. It makes a new one when the settings or the key have changed, perhaps in
// another process.
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
	made, err := c.connect(school, key.Sealed)
	if err != nil {
		return connected{}, err
	}
	made.keyID = key.ID
	c.clients[school.ID] = made
	return made, nil
}

// known returns the school's existing client, unless the settings have changed.
func (c *Services) known(school roll.School) (known connected, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok = c.clients[school.ID]
	return known, ok && known.school == school
}

// Forget drops the client of a removed school, and with it the key.
func (c *Services) Forget(school roll.SchoolID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.clients, school)
}

// connect returns a client with a sealed key, and its reader.
func (c *Services) connect(school roll.School, sealed []byte) (connected, error) {
	client, err := c.sealedClient(school, sealed)
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

// Problem returns the name of a failed call's cause, for the catalogue and the log: a kind, or a reason why
// nothing was sent.
func Problem(err error) string {
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		name := failure.Kind.String()
		if failure.Kind == apiclient.NotSent {
			name = cmp.Or(string(failure.Reason), name)
		}
		return strings.ReplaceAll(name, " ", "_")
	}
	forbidden, _ := errors.AsType[*apiclient.ForbiddenAddressError](err)
	switch {
	case forbidden != nil && forbidden.Address != "":
		return "forbidden_address"
	case errors.Is(err, mapping.ErrNotWhole):
		return "not_whole"
	case errors.Is(err, mapping.ErrOtherPeriod):
		return "other_period"
	case errors.Is(err, mapping.ErrTwice):
		return "twice"
	case errors.Is(err, mapping.ErrShared):
		return "shared"
	}
	return "settings"
}

// errMoved is returned when the school's service has moved since its settings were read. Nothing is sent.
var errMoved = errors.New("the school's service is elsewhere since its settings were read")

// keyFor returns the key in use, if it belongs to the place that the caller knows. A key entered meanwhile
// for another place is not sent to this one.
func (c *Services) keyFor(ctx context.Context, school roll.School) (schools.Key, error) {
	key, err := c.keys.KeyInUse(ctx, school.ID)
	if err != nil {
		return key, fmt.Errorf("find the key of school %s: %w", school.ID, err)
	}
	if key.Place != (schools.Place{BaseURL: school.BaseURL, Tenant: school.Tenant, Code: school.Code}) {
		return schools.Key{}, fmt.Errorf("school %s: %w", school.ID, errMoved)
	}
	return key, nil
}

// use is a key used in a call.
type use struct {
	school roll.SchoolID
	key    string
}

// Client returns a client of the school with the key in use. It belongs to the caller: its failures do not
// affect other callers.
func (c *Services) Client(ctx context.Context, school roll.School) (*apiclient.Client, error) {
	key, err := c.keyFor(ctx, school)
	if err != nil {
		return nil, err
	}
	return c.sealedClient(school, key.Sealed)
}

func (c *Services) sealedClient(school roll.School, sealed []byte) (*apiclient.Client, error) {
	secret, err := c.vault.Open(school.ID, sealed)
	if err != nil {
		return nil, fmt.Errorf("open a key of school %s: %w", school.ID, err)
	}
	return c.ClientWith(school, apiclient.NewKey(secret.Reveal()))
}

// ClientWith returns a client of the school with a key that is not stored yet.
func (c *Services) ClientWith(school roll.School, key apiclient.Key) (*apiclient.Client, error) {
	transport, err := c.transport.Allowing(school.AllowPrivate)
	if err != nil {
		return nil, fmt.Errorf("school %s: %w", school.ID, err)
	}
	base, err := apiclient.ParseBaseURL(school.BaseURL, transport.Guard())
	if err != nil {
		return nil, fmt.Errorf("the address of school %s: %w", school.ID, err)
	}
	credentials := apiclient.Credentials{Tenant: school.Tenant, SchoolCode: school.Code, Key: key}
	client, err := apiclient.New(transport, base, credentials)
	if err != nil {
		return nil, fmt.Errorf("the credentials of school %s: %w", school.ID, err)
	}
	return client, nil
}

// Try reads the school's periods (service document, section 4.2) with a sealed key that may differ from the
// one in use. It returns nil when the service accepts the key.
func (c *Services) Try(ctx context.Context, school roll.School, sealed []byte) error {
	with, err := c.connect(school, sealed)
	if err != nil {
		return err
	}
	_, err = with.reader.Read(ctx, mapping.Periods, mapping.Place{})
	if failure, ok := errors.AsType[*apiclient.Error](err); ok && failure.Status/100 == 2 {
		// Such an answer means that the service accepted the key, even if it is unreadable.
		return nil
	}
	if err != nil {
		return fmt.Errorf("try a key of school %s: %w", school.ID, err)
	}
	return nil
}

// NoteUses records the keys used in calls since it last ran. Call it outside the path of a save. The store
// writes it at most once an hour and key.
func (c *Services) NoteUses(ctx context.Context) error {
	c.mu.Lock()
	uses := slices.Collect(maps.Keys(c.used))
	clear(c.used)
	c.mu.Unlock()
	for _, used := range uses {
		if err := c.keys.NoteKeyUsed(ctx, used.school, used.key); err != nil {
			return fmt.Errorf("note that a key of school %s is used: %w", used.school, err)
		}
	}
	return nil
}

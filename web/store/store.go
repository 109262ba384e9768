package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"

	"rollbook/web/roll"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is one database. It is safe for concurrent use.
type Store struct {
	engine engine
	writer *pool
	reader *pool
	// damaged is set when a query or Check found the database's file damaged: from then on
	// nothing more is written, until a start has looked through all of it.
	damaged atomic.Bool
	// asked counts the statements.
	asked    atomic.Int64
	outgrown outgrowing
	saves    keptSaves
	classes  keptClasses
	days     keptDays
	lock     fileLock
	// queue is nil where transactions run beside each other.
	queue *queue
	// log is nil where the engine sees to its log itself.
	log *writeAheadLog
	// zones are the time zones read so far, by name.
	zones   map[string]*time.Location
	zonesMu sync.Mutex
}

// engine holds the differences between SQLite and PostgreSQL.
type engine struct {
	dialect goose.Dialect
	// lock ends a SELECT whose rows of the table must not change until the commit.
	lock func(table string) string
	// now is the database's clock.
	now func(context.Context, rowQuerier) (time.Time, error)
	// identity tells this database from a copy of it.
	identity func(context.Context, *sql.DB) (string, error)
	// takes returns the arguments of a query as the engine can take them.
	takes func([]any) []any
	// classify turns a driver's error into one of ours, or returns it as it is.
	classify func(error) error
	// markSlots is the number of rows that the version of a school's marks is spread over, so that
	// transactions beside each other rarely wait for the same.
	markSlots int
	// check looks for damage.
	check func(context.Context, *sql.DB) error
}

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ErrLocation is the error of Open for an address of no known engine.
var ErrLocation = errors.New("the database must be written sqlite:FILE or postgres://USER@HOST/NAME")

// Open connects to the database at the location, "sqlite:FILE" or
// "postgres://...". SQLite takes its time from clock; PostgreSQL has its own.
// The tables are not looked at: Migrate and Ready do that.
func Open(ctx context.Context, location string, clock func() time.Time) (*Store, error) {
	switch file, isFile := strings.CutPrefix(location, "sqlite:"); {
	case isFile && file != "":
		return openSQLite(ctx, file, clock)
	case strings.HasPrefix(location, "postgres://"), strings.HasPrefix(location, "postgresql://"):
		return openPostgres(ctx, location)
	}
	return nil, ErrLocation
}

// TakeTimeFrom has the clock tell the database's time, with which leases are measured, in this
// process. The model of the rule does so (package sender): its time is not the server's.
func (s *Store) TakeTimeFrom(clock func() time.Time) {
	s.engine.now = func(context.Context, rowQuerier) (time.Time, error) { return clock(), nil }
}

// Statements counts the statements that this process has had the database run: each is a round trip
// where the database is elsewhere.
func (s *Store) Statements() int64 { return s.asked.Load() }

// Close gives the connections back.
func (s *Store) Close() error {
	if s.reader == s.writer {
		return s.writer.close()
	}
	return errors.Join(s.reader.close(), s.writer.close())
}

// Migrate brings the tables to the version that this program needs. Replicas
// that start together wait for each other.
func (s *Store) Migrate(ctx context.Context) error {
	provider, err := s.provider()
	if err != nil {
		return err
	}
	// Processes that bring one SQLite file up to date meet each other's tables: each
	// time one of them made a step, and the others go on from there.
	for range len(provider.ListSources()) + 1 {
		if _, err = provider.Up(ctx); err == nil {
			return nil
		}
	}
	return fmt.Errorf("bring the database up to date: %w", s.engine.classify(err))
}

// ErrNotMigrated is the error of Ready for a database that lacks tables.
var ErrNotMigrated = errors.New("the database is not up to date: run `rollbook migrate`")

// Ready tells whether the database answers, is whole as far as anybody has seen, and
// has the tables of this version. Where a newer version changed them meanwhile, it is
// ready as long as the statements of this one work.
func (s *Store) Ready(ctx context.Context) error {
	if s.damaged.Load() {
		return ErrDamaged
	}
	migrated, err := s.Migrated(ctx)
	if err != nil {
		return err
	}
	if !migrated {
		return ErrNotMigrated
	}
	return s.stillWorks(ctx)
}

// Check reads the whole database for damage, about 2 ms for each MiB. Where it finds some the
// error is ErrDamaged, and nothing more is written. Where the context ends first, its cause is the
// error, and nothing was found so far.
func (s *Store) Check(ctx context.Context) error {
	err := s.engine.check(ctx, s.reader.db)
	if errors.Is(err, ErrDamaged) {
		s.damaged.Store(true)
	}
	return err
}

// Migrated tells whether the tables are those of this version, or of a newer one.
func (s *Store) Migrated(ctx context.Context) (bool, error) {
	provider, err := s.provider()
	if err != nil {
		return false, err
	}
	pending, err := provider.HasPending(ctx)
	if err != nil {
		return false, fmt.Errorf("look at the database: %w", s.engine.classify(err))
	}
	return !pending, nil
}

func (s *Store) provider() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger())}
	if s.engine.dialect == goose.DialectPostgres {
		locker, err := postgresLocker()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(s.engine.dialect, s.writer.db, files, options...)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}

// notFound returns the error for anything that is not there.
func notFound() error { return roll.Problem(roll.NotFound, "problem.what.404") }

// unkept returns the error for a change that the database could not take; the
// same change may succeed later.
func unkept(cause error) error {
	return roll.Problem(roll.Unkept, "problem.what.503").Because(cause)
}

// duplicate returns the error for a name that is taken.
func duplicate(cause error) error {
	return roll.Problem(roll.Stale, "problem.what.409").Because(cause)
}

// pool is a set of connections with the statements prepared on them.
type pool struct {
	db       *sql.DB
	mu       sync.RWMutex
	prepared map[string]*sql.Stmt
	wanted   map[string]bool
	// spell writes a query as the engine reads it fastest.
	spell func(string) string
}

// preparedLimit bounds the statements kept; their number depends on list lengths.
const preparedLimit = 400

func newPool(db *sql.DB, spell func(string) string) *pool {
	return &pool{db: db, spell: spell, prepared: make(map[string]*sql.Stmt), wanted: make(map[string]bool)}
}

func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var failures []error
	for _, statement := range p.prepared {
		failures = append(failures, statement.Close())
	}
	clear(p.prepared)
	return errors.Join(append(failures, p.db.Close())...)
}

// kept returns the prepared statement of the text. Where there is none yet it notes the text
// as wanted and returns nil: a transaction holds the only connection that could prepare it.
func (p *pool) kept(text string) *sql.Stmt {
	p.mu.RLock()
	statement, full := p.prepared[text], len(p.prepared) >= preparedLimit
	p.mu.RUnlock()
	if statement == nil && !full {
		p.mu.Lock()
		p.wanted[text] = true
		p.mu.Unlock()
	}
	return statement
}

// prepareWanted prepares the statements that earlier transactions had to do without.
func (p *pool) prepareWanted(ctx context.Context) error {
	p.mu.RLock()
	nothing := len(p.wanted) == 0
	p.mu.RUnlock()
	if nothing {
		return nil
	}
	p.mu.Lock()
	texts := make([]string, 0, len(p.wanted))
	for text := range p.wanted {
		texts = append(texts, text)
	}
	clear(p.wanted)
	p.mu.Unlock()
	for _, text := range texts {
		if err := p.prepare(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

func (p *pool) prepare(ctx context.Context, text string) error {
	p.mu.RLock()
	enough := p.prepared[text] != nil || len(p.prepared) >= preparedLimit
	p.mu.RUnlock()
	if enough {
		return nil
	}
	made, err := p.db.PrepareContext(ctx, p.spell(text))
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.prepared[text] != nil {
		return made.Close()
	}
	p.prepared[text] = made
	return nil
}

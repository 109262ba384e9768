package engine

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"sync"
)

// pool is a set of connections with their prepared statements.
type pool struct {
	db       *sql.DB
	mu       sync.RWMutex
	prepared map[string]*sql.Stmt
	wanted   map[string]bool
	// spell rewrites a query into the engine's fastest form.
	spell func(string) string
}

// preparedLimit limits the prepared statements. Their number depends on list lengths.
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

// kept returns the prepared statement of the text. If there is none it records the text as wanted and returns
// nil: a transaction holds the only connection that could prepare it.
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

// prepareWanted prepares the statements that earlier transactions wanted.
func (p *pool) prepareWanted(ctx context.Context) error {
	p.mu.Lock()
	texts := slices.Collect(maps.Keys(p.wanted))
	clear(p.wanted)
	p.mu.Unlock()
	for _, text := range texts {
		if _, err := p.prepare(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// prepare returns the statement with the text, or nil when there are too many.
func (p *pool) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	p.mu.RLock()
	statement, full := p.prepared[text], len(p.prepared) >= preparedLimit
	p.mu.RUnlock()
	if statement != nil || full {
		return statement, nil
	}
	made, err := p.db.PrepareContext(ctx, p.spell(text))
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if earlier := p.prepared[text]; earlier != nil {
		return earlier, made.Close()
	}
	p.prepared[text] = made
	return made, nil
}

// texts returns the texts of the prepared statements.
func (p *pool) texts() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Collect(maps.Keys(p.prepared))
}

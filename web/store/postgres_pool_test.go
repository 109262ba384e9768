package store

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"rollbook/web/store/postgrestest"
)

// databasePool lends databases with the same tables. Making one takes longer than emptying it.
type databasePool struct {
	server  *postgrestest.Server
	prepare func(t *testing.T, location string)

	mu   sync.Mutex
	free []string
}

// newDatabasePool returns a pool of databases with the tables that prepare makes.
func newDatabasePool(server *postgrestest.Server, prepare func(t *testing.T, location string)) *databasePool {
	return &databasePool{server: server, prepare: prepare}
}

// Lend returns the location of an empty database with all tables, for the duration of the test. The rows of
// the table keep stay.
func (p *databasePool) Lend(t *testing.T, keep string) string {
	t.Helper()
	location, ok := p.take()
	if !ok {
		location = p.server.NewDatabase(t)
		p.prepare(t, location)
	}
	t.Cleanup(func() {
		// A connection that a test left open may hold rows.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		if err := emptyDatabase(ctx, location, keep); err != nil {
			t.Errorf("empty the database: %v", err)
			return
		}
		p.giveBack(location)
	})
	return location
}

func (p *databasePool) take() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free) == 0 {
		return "", false
	}
	location := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	return location, true
}

func (p *databasePool) giveBack(location string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, location)
}

// emptyTables deletes the rows of all tables but one, in any order.
const emptyTables = `DO $$ DECLARE t record; BEGIN
	SET LOCAL session_replication_role = replica;
	FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> current_setting('rollbook.keep') LOOP
		EXECUTE format('DELETE FROM %I', t.tablename);
	END LOOP;
END $$`

func emptyDatabase(ctx context.Context, location, keep string) (err error) {
	db, err := sql.Open("pgx", location)
	if err != nil {
		return err
	}
	defer func() {
		if closed := db.Close(); err == nil {
			err = closed
		}
	}()
	connection, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := connection.ExecContext(ctx, `SELECT set_config('rollbook.keep', $1, false)`, keep); err != nil {
		return err
	}
	if _, err := connection.ExecContext(ctx, emptyTables); err != nil {
		return err
	}
	return connection.Close()
}

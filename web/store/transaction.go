package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"rollbook/web/roll"
)

// query reads rows outside of a transaction.
func (s *Store) query(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error {
	if err := s.reader.prepare(ctx, text); err != nil {
		return s.engine.classify(err)
	}
	s.asked.Add(1)
	args = s.engine.takes(args)
	var rows *sql.Rows
	var err error
	if statement := s.reader.kept(text); statement != nil {
		rows, err = statement.QueryContext(ctx, args...)
	} else {
		rows, err = s.reader.db.QueryContext(ctx, s.reader.spell(text), args...)
	}
	if err != nil {
		return s.engine.classify(err)
	}
	return s.scan(rows, scan)
}

func (s *Store) scan(rows *sql.Rows, each func(*sql.Rows) error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := each(rows); err != nil {
			return fmt.Errorf("read a row: %w", err)
		}
	}
	return s.engine.classify(rows.Err())
}

// one reads one row; a missing one is a roll.NotFound.
func (s *Store) one(ctx context.Context, into []any, text string, args ...any) error {
	found := false
	err := s.query(ctx, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(into...)
	}, text, args...)
	if err == nil && !found {
		return notFound()
	}
	return err
}

// any tells whether a query that takes the time as $1 finds a row.
func (s *Store) any(ctx context.Context, text string) (found bool, err error) {
	now, err := s.engine.now(ctx, s.reader.db)
	if err != nil {
		return false, err
	}
	err = s.query(ctx, func(*sql.Rows) error {
		found = true
		return nil
	}, text, milliseconds(now))
	return found, err
}

// transaction is a read and write transaction.
type transaction struct {
	store *Store
	tx    *sql.Tx
	// Now is the database's time at the transaction's start.
	Now time.Time
	// shared is true where the work of several people is in it.
	shared bool
	// marked are the schools whose marks it has changed.
	marked map[roll.SchoolID]bool
}

// context returns the context that may interrupt a statement; shared work is not interrupted:
// SQLite rolls the whole transaction back when one of its statements is.
func (t *transaction) context(ctx context.Context) context.Context {
	if t.shared {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// exec changes rows in a transaction of its own.
func (s *Store) exec(ctx context.Context, text string, args ...any) (int64, error) {
	var changed int64
	err := s.inTransaction(ctx, func(tx *transaction) (err error) {
		changed, err = tx.exec(ctx, text, args...)
		return err
	})
	return changed, err
}

// errRetry asks for the transaction to be run again from its start.
var errRetry = errors.New("somebody else changed the same rows")

// inTransaction runs work and commits, or rolls back when it fails. Work that
// met another writer is run again.
func (s *Store) inTransaction(ctx context.Context, work func(*transaction) error) error {
	const tries = 5
	var err error
	for range tries {
		if err = s.tryTransaction(ctx, work); !errors.Is(err, errRetry) {
			return err
		}
	}
	return unkept(err)
}

// turn waits for a connection to write with. Where another program holds the file's lock, one
// transaction finds that out for all that are in the queue.
func (s *Store) turn(ctx context.Context) (*sql.Conn, error) {
	if s.damaged.Load() {
		return nil, unkept(ErrDamaged)
	}
	limited, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	var connection *sql.Conn
	err := s.writer.prepareWanted(limited)
	if err == nil {
		connection, err = s.writer.db.Conn(limited)
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, unkept(err)
	}
	if err != nil {
		return nil, s.engine.classify(err)
	}
	if s.lock.held() {
		return nil, errors.Join(unkept(errLocked), connection.Close())
	}
	return connection, nil
}

func (s *Store) tryTransaction(ctx context.Context, work func(*transaction) error) error {
	if s.queue != nil {
		return s.together(ctx, work)
	}
	return s.transact(ctx, work)
}

// transact runs the work in a transaction of its own.
func (s *Store) transact(ctx context.Context, work func(*transaction) error) (err error) {
	connection, err := s.turn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	tx, err := connection.BeginTx(ctx, nil)
	if err != nil {
		return s.engine.classify(err)
	}
	now, err := s.engine.now(ctx, tx)
	if err == nil {
		begun := &transaction{store: s, tx: tx, Now: now, marked: make(map[roll.SchoolID]bool)}
		if err = work(begun); err == nil {
			err = begun.raiseMarks(ctx)
		}
	}
	if err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return s.engine.classify(err)
	}
	s.log.keepSmall(ctx, connection)
	return nil
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

func (t *transaction) exec(ctx context.Context, text string, args ...any) (int64, error) {
	t.noteMarks(text, args)
	t.store.asked.Add(1)
	ctx, args = t.context(ctx), t.store.engine.takes(args)
	var result sql.Result
	var err error
	if statement := t.store.writer.kept(text); statement != nil {
		result, err = t.tx.StmtContext(ctx, statement).ExecContext(ctx, args...)
	} else {
		result, err = t.tx.ExecContext(ctx, t.store.writer.spell(text), args...)
	}
	if err != nil {
		return 0, t.store.engine.classify(err)
	}
	changed, err := result.RowsAffected()
	return changed, t.store.engine.classify(err)
}

func (t *transaction) query(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error {
	t.store.asked.Add(1)
	ctx, args = t.context(ctx), t.store.engine.takes(args)
	var rows *sql.Rows
	var err error
	if statement := t.store.writer.kept(text); statement != nil {
		rows, err = t.tx.StmtContext(ctx, statement).QueryContext(ctx, args...)
	} else {
		rows, err = t.tx.QueryContext(ctx, t.store.writer.spell(text), args...)
	}
	if err != nil {
		return t.store.engine.classify(err)
	}
	return t.store.scan(rows, scan)
}

// list writes a run of placeholders "$3,$4,$5" that starts after used.
func list(used, length int) string {
	var text strings.Builder
	for i := 1; i <= length; i++ {
		if i > 1 {
			text.WriteByte(',')
		}
		text.WriteByte('$')
		text.WriteString(strconv.Itoa(used + i))
	}
	return text.String()
}

// tuples writes rows of placeholders "($1,$2),($3,$4)".
func tuples(rows, columns int) string {
	var text strings.Builder
	for row := range rows {
		if row > 0 {
			text.WriteByte(',')
		}
		text.WriteByte('(')
		text.WriteString(list(row*columns, columns))
		text.WriteByte(')')
	}
	return text.String()
}

// padded returns the ids as arguments, the last one repeated so that only few lengths
// of lists occur and their statements can be kept.
func padded[T ~int64 | ~string](ids []T) []any {
	if len(ids) == 0 {
		return nil
	}
	length := 1
	for length < len(ids) {
		length *= 2
	}
	args := make([]any, length)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	return args
}

func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return time.UnixMilli(milliseconds).UTC()
}

func flag(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// errLocked refuses writes for a moment.
var errLocked = errors.New("another program holds the database's lock")

// lockRemembered is the time for which a lock that was waited for in vain counts as held.
const lockRemembered = 250 * time.Millisecond

// fileLock remembers when the lock of the database's file was last waited for in vain.
type fileLock struct {
	mu     sync.Mutex
	failed time.Time
}

func (l *fileLock) note() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = time.Now()
}

func (l *fileLock) held() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.failed.IsZero() && time.Since(l.failed) < lockRemembered
}

// aheadLimit bounds, in milliseconds, how far ahead a wait or an attempt's end may lie: the
// longest wait that a service may ask for, and a minute.
const aheadLimit = `360000`

// leftAhead is true for pending marks with instants too far ahead of $1, since the clock was set
// back. A repetition may be due further ahead, by the time within which the school's service may
// still apply a request that was given up.
const leftAhead = `(m.unknown_at - ` + aheadLimit + ` > $1 OR m.read_at - ` + aheadLimit + ` > $1
	OR m.due_at - ` + aheadLimit + ` - 1000 * (SELECT s.apply_seconds FROM schools s WHERE s.slug = m.school) > $1)`

// Schools that are left alone too long, and pauses that are probed too late.
const (
	waitsAhead  = `wait_until - ` + aheadLimit + ` > $1`
	probesAhead = `probe_at - ` + aheadLimit + ` > $1`
)

// FollowClock notices that the clock was set back: instants that lie too far ahead become now, so
// that nothing waits until the clock has caught up.
func (s *Store) FollowClock(ctx context.Context) error {
	marks, err := s.any(ctx, `SELECT 1 FROM marks m WHERE `+pending+` AND `+leftAhead+` LIMIT 1`)
	if err != nil {
		return err
	}
	schools, err := s.any(ctx, `SELECT 1 FROM school_states WHERE `+waitsAhead+` UNION ALL SELECT 1 FROM pauses WHERE `+probesAhead+` LIMIT 1`)
	if err != nil || !marks && !schools {
		return err
	}
	return s.inTransaction(ctx, func(tx *transaction) error {
		now := milliseconds(tx.Now)
		if _, err := tx.exec(ctx, `UPDATE school_states SET wait_until = $1 WHERE `+waitsAhead, now); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `UPDATE pauses SET probe_at = $1 WHERE `+probesAhead, now); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE marks AS m SET unknown_at = `+notAfterNow("unknown_at")+`, due_at = `+notAfterNow("due_at")+`,
			read_at = CASE WHEN read_at > $1 THEN 0 ELSE read_at END WHERE `+pending+` AND `+leftAhead, now)
		return err
	})
}

// notAfterNow selects the column's value, or $1 where that is earlier.
func notAfterNow(column string) string {
	return `CASE WHEN ` + column + ` > $1 THEN $1 ELSE ` + column + ` END`
}

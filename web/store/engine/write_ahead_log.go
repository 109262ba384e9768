package engine

import (
	"context"
	"database/sql"
	"os"
	"strconv"
	"time"
)

const (
	// logLimit bounds the write-ahead log, in bytes: twice the size at which SQLite begins
	// to empty it.
	logLimit = 32 << 20
	// emptyAgainAfter is the pause before a log that readers held is emptied again.
	emptyAgainAfter = time.Second
)

// writeAheadLog is the file beside a SQLite database that takes every commit first. A
// reader that stays long keeps SQLite from beginning it anew, and SQLite alone never
// makes it smaller. Only the holder of the writer's connection uses it.
type writeAheadLog struct {
	file  string
	tried time.Time
}

// keepSmall empties a log that has grown past its limit, as far as readers allow. It
// waits for nobody: a later commit tries again.
func (l *writeAheadLog) keepSmall(ctx context.Context, writer *sql.Conn) {
	if l == nil || time.Since(l.tried) < emptyAgainAfter {
		return
	}
	about, err := os.Stat(l.file)
	if err != nil || about.Size() <= logLimit {
		return
	}
	l.tried = time.Now()
	l.empty(ctx, writer)
}

// empty empties the log, as far as readers of this moment allow.
func (l *writeAheadLog) empty(ctx context.Context, writer *sql.Conn) {
	// The commit is done, whatever becomes of this and of who asked for it.
	ctx = context.WithoutCancel(ctx)
	if _, err := writer.ExecContext(ctx, "PRAGMA busy_timeout(0)"); err != nil {
		return
	}
	// A log that could not be emptied is no harm: it is looked at again.
	_, _ = writer.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	_, _ = writer.ExecContext(ctx, "PRAGMA busy_timeout("+strconv.Itoa(writerPatience)+")")
}

// writerPatience bounds a writer's wait for the lock of another program, in
// milliseconds.
const writerPatience = 2000

package engine

import (
	"context"
	"database/sql"
	"os"
	"strconv"
	"time"
)

const (
	// logLimit limits the write-ahead log, in bytes: twice the size at which SQLite starts to empty it.
	logLimit = 32 << 20
	// emptyAgainAfter is the pause before another attempt to empty a log in use by readers.
	emptyAgainAfter = time.Second
)

// writeAheadLog is the file of a SQLite database that receives every commit first. A long reader prevents
// SQLite from restarting it, and SQLite alone never shrinks it. Only the holder of the writer's connection
// uses it.
type writeAheadLog struct {
	file  string
	tried time.Time
}

// keepSmall empties a log that exceeds its limit, as far as readers allow. It does not wait: a later commit
// tries again.
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

// empty empties the log, as far as present readers allow.
func (l *writeAheadLog) empty(ctx context.Context, writer *sql.Conn) {
	// The commit is done, even if this fails or the caller has left.
	ctx = context.WithoutCancel(ctx)
	if _, err := writer.ExecContext(ctx, "PRAGMA busy_timeout(0)"); err != nil {
		return
	}
	// A failure is harmless: a later commit tries again.
	_, _ = writer.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	_, _ = writer.ExecContext(ctx, "PRAGMA busy_timeout("+strconv.Itoa(writerPatience)+")")
}

// writerPatience limits a writer's wait for the lock of another program, in milliseconds.
const writerPatience = 2000

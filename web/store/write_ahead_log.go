package store

import (
	"context"
	"database/sql"
	"os"
	"strconv"
	"time"
)

const (
	// logLimit is how large the write-ahead log may stay, in bytes: twice what SQLite
	// lets it grow to before it begins to empty it.
	logLimit = 32 << 20
	// emptyAgainAfter is how long a log that readers held is left alone.
	emptyAgainAfter = time.Second
)

// writeAheadLog is the file beside a SQLite database that takes every commit first. A
// reader that stays long keeps SQLite from beginning it anew, and SQLite alone never
// makes it smaller. It is used by whoever has the connection to write with.
type writeAheadLog struct {
	file  string
	tried time.Time
}

// keepSmall empties a log that has grown past its limit, as far as readers allow. It
// waits for nobody: what does not work now works after a later commit.
func (l *writeAheadLog) keepSmall(ctx context.Context, writer *sql.Conn) {
	if l == nil || time.Since(l.tried) < emptyAgainAfter {
		return
	}
	about, err := os.Stat(l.file)
	if err != nil || about.Size() <= logLimit {
		return
	}
	l.tried = time.Now()
	// The commit is done, whatever becomes of this and of who asked for it.
	ctx = context.WithoutCancel(ctx)
	if _, err := writer.ExecContext(ctx, "PRAGMA busy_timeout(0)"); err != nil {
		return
	}
	// A log that could not be emptied is no harm: it is looked at again.
	_, _ = writer.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	_, _ = writer.ExecContext(ctx, "PRAGMA busy_timeout("+strconv.Itoa(writerPatience)+")")
}

package engine

import (
	"context"
)

// Overwrite empties the log of a SQLite database, so that it contains nothing deleted, as far as present
// readers allow. A log in use by readers is emptied later.
func (d *Database) Overwrite(ctx context.Context) {
	if d.log == nil {
		return
	}
	connection, err := d.turn(ctx)
	if err != nil {
		return
	}
	d.log.empty(ctx, connection)
	// It returns to the pool. A broken one is replaced.
	_ = connection.Close()
}

package engine

import (
	"context"
)

// Overwrite empties the log beside a SQLite database, so that it holds nothing that was deleted, as
// far as readers of this moment allow; a log that they hold is emptied later.
func (d *Database) Overwrite(ctx context.Context) {
	if d.log == nil {
		return
	}
	connection, err := d.turn(ctx)
	if err != nil {
		return
	}
	d.log.empty(ctx, connection)
	// It goes back to the others; one that broke is replaced.
	_ = connection.Close()
}

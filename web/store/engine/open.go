package engine

import (
	"context"
	"errors"
	"strings"
	"time"
)

// ErrLocation is returned by Open for a location of an unknown engine.
var ErrLocation = errors.New("the database must be written sqlite:FILE or postgres://USER@HOST/NAME")

// Open connects to the database at the location, "sqlite:FILE" or "postgres://...". SQLite uses the clock;
// PostgreSQL has its own. Open does not check the tables: Migrate and Ready do.
func Open(ctx context.Context, location string, clock func() time.Time, watch Watch) (*Database, error) {
	var database *Database
	var err error
	switch file, isFile := strings.CutPrefix(location, "sqlite:"); {
	case isFile && file != "":
		database, err = openSQLite(ctx, file, clock)
	case strings.HasPrefix(location, "postgres://"), strings.HasPrefix(location, "postgresql://"):
		database, err = openPostgres(ctx, location)
	default:
		return nil, ErrLocation
	}
	if err != nil {
		return nil, err
	}
	database.watch = watch
	return database, nil
}

package engine

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// Place is where the server of a database is. It is empty for SQLite, and for a server that does not tell.
type Place struct {
	// Timeline is another one after a standby took over, and after a physical copy was restored.
	Timeline string
	// Position is the end of the server's log. A server that was restored to an earlier time has less.
	Position int64
	// Address and Port are those of the server. A base backup that is started beside it keeps the timeline.
	Address, Port string
}

// Place returns where the server of the database is.
func (d *Database) Place(ctx context.Context) (Place, error) { return d.kind.place(ctx, d.writer.db) }

func noPlace(context.Context, *sql.DB) (Place, error) { return Place{}, nil }

func postgresPlace(ctx context.Context, db *sql.DB) (Place, error) {
	var place Place
	err := db.QueryRowContext(ctx, `SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8),
		(pg_current_wal_lsn() - '0/0')::bigint, coalesce(host(inet_server_addr()), ''),
		current_setting('port')`).Scan(&place.Timeline, &place.Position, &place.Address, &place.Port)
	if untold, ok := errors.AsType[*pgconn.PgError](err); ok && (untold.Code == "0A000" || untold.Code == "42501") {
		return Place{}, nil
	}
	return place, classifyPostgres(err)
}

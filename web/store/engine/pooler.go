package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// ErrPooler is returned by Open for a connection pooler that gives each transaction another session of the server.
var ErrPooler = errors.New("the database's address is a connection pooler in transaction mode, which loses locks and " +
	"notifications: use session mode, or the server's own address")

// mostServers limits the sessions in which a pooler's mode is looked for.
const mostServers = 8

// refusePooler returns ErrPooler if the connections share the server's sessions. A pooler tells its clients other
// process numbers than the server has. In session mode the first connection keeps its process; in transaction mode
// another transaction gets it.
func refusePooler(ctx context.Context, db *sql.DB) error {
	first, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("open the database: %w", classifyPostgres(err))
	}
	defer first.Close() //nolint:errcheck // it was only asked
	own, told, err := processes(ctx, first)
	if err != nil || own == told {
		return err
	}
	for range mostServers {
		other, err := db.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("open the database: %w", classifyPostgres(err))
		}
		defer other.Rollback() //nolint:errcheck // it has changed nothing
		var process uint32
		err = other.QueryRowContext(ctx, askProcess, pgx.QueryExecModeSimpleProtocol).Scan(&process)
		if err != nil {
			return fmt.Errorf("ask the database for its process: %w", classifyPostgres(err))
		}
		if process == own {
			return ErrPooler
		}
	}
	now, _, err := processes(ctx, first)
	if err == nil && now != own {
		err = ErrPooler
	}
	return err
}

const askProcess = "SELECT pg_backend_pid()"

// processes returns the number of the server's process behind the connection, and the number that the connection was
// told when it began.
func processes(ctx context.Context, of *sql.Conn) (own, told uint32, err error) {
	// A prepared statement might be in another session.
	if err := of.QueryRowContext(ctx, askProcess, pgx.QueryExecModeSimpleProtocol).Scan(&own); err != nil {
		return 0, 0, fmt.Errorf("ask the database for its process: %w", classifyPostgres(err))
	}
	err = of.Raw(func(driver any) error {
		connection, is := driver.(*stdlib.Conn)
		if !is {
			return errors.New("the driver of the database is another one")
		}
		told = connection.Conn().PgConn().PID()
		return nil
	})
	return own, told, err
}

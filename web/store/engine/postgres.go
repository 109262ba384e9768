package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
)

// postgresConnections limits the connections of one process.
const postgresConnections = 16

func openPostgres(ctx context.Context, location string) (*Database, error) {
	db, err := sql.Open("pgx", location)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(postgresConnections)
	db.SetMaxIdleConns(postgresConnections)
	connections := newPool(db, func(query string) string { return query })
	database := &Database{kind: postgresKind(), writer: connections, reader: connections}
	database.kind.classify = database.classifyPostgres
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", classifyPostgres(err)), database.Close())
	}
	if err := refusePooler(ctx, db); err != nil {
		return nil, errors.Join(err, database.Close())
	}
	return database, nil
}

func postgresKind() kind {
	return kind{
		identity: postgresIdentity,
		place:    postgresPlace,
		dialect:  goose.DialectPostgres,
		lock:     func(table string) string { return " FOR UPDATE OF " + table },
		now:      postgresNow,
		takes:    postgresTexts,
		within:   func(ctx context.Context) context.Context { return ctx },
		slots:    8,
		// PostgreSQL checks its files itself.
		size:  func() (int64, error) { return 0, nil },
		check: func(context.Context, *sql.DB) error { return nil },
	}
}

// postgresTexts replaces the bytes that PostgreSQL refuses in texts (documentation, section 8.3): NUL, and
// invalid UTF-8. Schools' services may send them, and addresses may contain them.
func postgresTexts(args []any) []any {
	for i, arg := range args {
		text := reflect.ValueOf(arg)
		if text.Kind() != reflect.String {
			continue
		}
		if whole := text.String(); strings.IndexByte(whole, 0) >= 0 || !utf8.ValidString(whole) {
			args[i] = strings.ReplaceAll(strings.ToValidUTF8(whole, "\uFFFD"), "\x00", "\uFFFD")
		}
	}
	return args
}

func postgresNow(ctx context.Context, from rowQuerier) (time.Time, error) {
	var now int64
	err := from.QueryRowContext(ctx, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").Scan(&now)
	if err != nil {
		return time.Time{}, fmt.Errorf("ask the database for its time: %w", classifyPostgres(err))
	}
	return Instant(now), nil
}

// postgresIdentity returns the numbers of the cluster and the database. A dump restored elsewhere has others.
func postgresIdentity(ctx context.Context, db *sql.DB) (string, error) {
	var cluster, database string
	err := db.QueryRowContext(ctx, `SELECT (SELECT system_identifier::text FROM pg_control_system()),
		(SELECT oid::text FROM pg_database WHERE datname = current_database())`).Scan(&cluster, &database)
	if err != nil {
		return "", classifyPostgres(err)
	}
	return "cluster " + cluster + " database " + database, nil
}

// classifyPostgres classifies an error like the function with that name, and remembers one about unexpected
// tables.
func (d *Database) classifyPostgres(err error) error {
	d.noteOtherTables(err)
	return classifyPostgres(err)
}

// classifyPostgres distinguishes errors by SQLSTATE (PostgreSQL documentation, appendix "PostgreSQL Error
// Codes"). Class 08 is the connection, 53 a lack of resources, 57 a server that is stopping.
func classifyPostgres(err error) error {
	var failure *pgconn.PgError
	if !errors.As(err, &failure) {
		if lostConnection(err) {
			return Unkept(err)
		}
		return err
	}
	switch failure.Code {
	case "40001", "40P01":
		return fmt.Errorf("%w: %w", ErrRetry, err)
	case "23505":
		return Duplicate(err)
	}
	switch failure.Code[:2] {
	case "08", "53", "57", "58", "25":
		return Unkept(err)
	}
	return err
}

// lostConnection reports whether the server could not be reached, or the connection was lost.
func lostConnection(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var unreachable *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &unreachable) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn)
}

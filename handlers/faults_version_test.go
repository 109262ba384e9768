package handlers_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// versions are the faults of two versions of the program on one database.
func versions() map[string]func(*testing.T) {
	return map[string]func(*testing.T){"P05": aNewerVersionComesFirst}
}

// aNewerVersionComesFirst to a database while this one runs: it adds tables and columns,
// and writes a state that this one does not know. This one goes on, and says so once, but
// does not start again.
func aNewerVersionComesFirst(t *testing.T) {
	p := boot(t)
	v := p.as(t, teacher)
	v.takes("Absent", 3)
	newer(t, p.file())
	v.get("/readyz").want(t, http.StatusOK)
	v.takes("Late", 5)
	p.quiet(t)
	rows := v.get(eightB).want(t, http.StatusOK).rows(t)
	if rows[3].status != "Absent" || rows[5].outcome != string(roll.Saved) || rows[5].status != "Late" {
		t.Errorf("the rows are %+v and %+v", rows[3], rows[5])
	}
	unknownState(t, p.file(), rows[3].enrolment)
	page := v.get(eightB).want(t, http.StatusOK)
	if rows := page.rows(t); rows[3].outcome == string(roll.Saved) || rows[5].status != "Late" {
		t.Errorf("with a state that nobody knows the rows are %+v and %+v", rows[3], rows[5])
	}
	for _, path := range []string{"/schools/harbour", dayPath, "/schools/harbour/connection", exportsPath + "/day.csv?" + of8B} {
		p.as(t, administrator).get(path).want(t, http.StatusOK)
	}
	p.stop()
	_, err := web.New(t.Context(), p.app.Config, clockFrom(bootHour()), slog.New(slog.DiscardHandler), nil, handlers.Register)
	var refused *store.NewerError
	if !errors.As(err, &refused) || refused.Database != 90000 {
		t.Errorf("it starts again: %v", err)
	}
}

// newer makes the database one of the next version: a column more in every table, a table
// more, and a step more in the list of steps.
func newer(t *testing.T, file string) {
	t.Helper()
	database := opened(t, file)
	rows, err := database.QueryContext(t.Context(), `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	must(t, err)
	var tables []string
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	must(t, rows.Err())
	must(t, rows.Close())
	steps := []string{`CREATE TABLE of_the_next (id TEXT PRIMARY KEY)`}
	for _, name := range tables {
		if !strings.HasPrefix(name, "goose") {
			steps = append(steps, `ALTER TABLE `+name+` ADD COLUMN of_the_next TEXT NOT NULL DEFAULT 'x'`)
		}
	}
	steps = append(steps, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (90000, 1)`)
	for _, step := range steps {
		_, err := database.ExecContext(t.Context(), step)
		must(t, err)
	}
}

// unknownState gives the student's mark a state of the next version.
func unknownState(t *testing.T, file, enrolment string) {
	t.Helper()
	_, err := opened(t, file).ExecContext(t.Context(), `UPDATE marks SET state = 'parked' WHERE enrolment = $1`, enrolment)
	must(t, err)
}

// opened is the database, as another program opens it.
func opened(t *testing.T, file string) *sql.DB {
	t.Helper()
	database, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)")
	must(t, err)
	t.Cleanup(func() { must(t, database.Close()) })
	return database
}

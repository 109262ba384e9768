package faults_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// versions are the faults of two versions of the program on one database.
func versions() map[string]func(*testing.T) {
	return map[string]func(*testing.T){"P05": aNewerVersionComesFirst}
}

// aNewerVersionComesFirst to a database while this one runs: it adds tables and columns, and writes a state
// that this version does not know. This version continues, and starts again, as long as the database lets it.
func aNewerVersionComesFirst(t *testing.T) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	v.Takes("Absent", 3)
	newer(t, p.File())
	v.Get("/readyz").Want(t, http.StatusOK)
	v.Takes("Late", 5)
	p.Settled(t, apptest.Harbour)
	rows := v.Get(apptest.EightB).Want(t, http.StatusOK).Rows(t)
	if rows[3].Status != "Absent" || rows[5].Outcome != string(roll.Saved) || rows[5].Status != "Late" {
		t.Errorf("the rows are %+v and %+v", rows[3], rows[5])
	}
	unknownState(t, p.File(), rows[3].Enrolment)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	if rows := page.Rows(t); rows[3].Outcome == string(roll.Saved) || rows[5].Status != "Late" {
		t.Errorf("with a state that nobody knows the rows are %+v and %+v", rows[3], rows[5])
	}
	for _, path := range []string{"/schools/harbour", apptest.DayPath, "/schools/harbour/connection", apptest.ExportsPath + "/marks.csv?class=8B"} {
		p.As(t, apptest.Administrator).Get(path).Want(t, http.StatusOK)
	}
	onlyFrom := func(version int) {
		_, err := opened(t, p.File()).ExecContext(t.Context(), `UPDATE served SET serve_from = $1`, version)
		apptest.Must(t, err)
	}
	onlyFrom(90000)
	v.Get("/readyz").Want(t, http.StatusServiceUnavailable)
	page = v.Get(apptest.EightB).Want(t, http.StatusOK)
	if late := v.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 7)...)); late.Code != http.StatusServiceUnavailable || !strings.Contains(late.Text("main"), saysNotKept) {
		t.Errorf("a press is answered with %d: %s", late.Code, late.Text("main"))
	}
	p.Stop()
	again := func() error {
		app, err := web.New(t.Context(), p.App.Config, apptest.ClockFrom(apptest.BootHour()), slog.New(slog.DiscardHandler), nil, apptest.Register)
		if err == nil {
			err = app.Close()
		}
		return err
	}
	var refused *engine.OldError
	if err := again(); !errors.As(err, &refused) || refused.Oldest != 90000 {
		t.Errorf("it starts again: %v", err)
	}
	onlyFrom(81)
	apptest.Must(t, again())
}

// newer changes the database to the next version's: one more column in every table, one more table, and one
// more migration.
func newer(t *testing.T, file string) {
	t.Helper()
	database := opened(t, file)
	rows, err := database.QueryContext(t.Context(), `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	apptest.Must(t, err)
	var tables []string
	for rows.Next() {
		var name string
		apptest.Must(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	apptest.Must(t, rows.Err())
	apptest.Must(t, rows.Close())
	steps := []string{`CREATE TABLE of_the_next (id TEXT PRIMARY KEY)`}
	for _, name := range tables {
		if !strings.HasPrefix(name, "goose") {
			steps = append(steps, `ALTER TABLE `+name+` ADD COLUMN of_the_next TEXT NOT NULL DEFAULT 'x'`)
		}
	}
	steps = append(steps, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (90000, 1)`)
	for _, step := range steps {
		_, err := database.ExecContext(t.Context(), step)
		apptest.Must(t, err)
	}
}

// unknownState gives the student's mark a state of the next version, and notifies as every version does.
func unknownState(t *testing.T, file, enrolment string) {
	t.Helper()
	_, err := opened(t, file).ExecContext(t.Context(), `BEGIN; UPDATE marks SET state = 'parked' WHERE enrolment = $1;
		UPDATE mark_versions SET version = version + 1; COMMIT`, enrolment)
	apptest.Must(t, err)
}

// opened opens the database as another program does.
func opened(t *testing.T, file string) *sql.DB {
	t.Helper()
	database, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)")
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, database.Close()) })
	return database
}

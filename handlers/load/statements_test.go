package load_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"rollbook/apiclient/mapping"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/postgrestest"
)

// mostStatements limits the statements of a roll whose lists are in memory and whose marks have not changed
// since they were read: one reads the visitor, the admission and the school.
const mostStatements = 1

func TestAWarmRollAsksTheDatabaseOnceOnSQLite(t *testing.T) {
	t.Parallel()
	asksOnce(t, apptest.NewDatabase(t, t.TempDir()))
}

func TestAWarmRollOfASchoolWhoseDayIsReadAsksTheDatabaseOnce(t *testing.T) {
	t.Parallel()
	mapped, err := json.Marshal(mapping.Default().With(mapping.Day, mapping.DefaultOf(mapping.Day)))
	apptest.Must(t, err)
	asksOnce(t, apptest.NewDatabase(t, t.TempDir()), func(school *roll.School) { school.Mapping = string(mapped) })
}

func TestAWarmRollAsksTheDatabaseOnceOnPostgreSQL(t *testing.T) {
	t.Parallel()
	if server, ok := postgrestest.Start(t); ok {
		asksOnce(t, server.NewDatabase(t))
	}
}

// asksOnce opens the roll of a class repeatedly, before its first mark and after it.
func asksOnce(t *testing.T, location string, changes ...func(*roll.School)) {
	t.Helper()
	p := apptest.BootWith(t, apptest.Options{Database: location, Schools: changes})
	for _, email := range []string{apptest.Teacher, apptest.OfficeWorker} {
		v := p.As(t, email)
		page := v.Get(apptest.EightB).Want(t, http.StatusOK)
		if email == apptest.Teacher {
			fewest(t, p, v.Cookies())
		}
		v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 1)...)).Want(t, http.StatusSeeOther)
		p.Settled(t, apptest.Harbour)
		if rows := v.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Absent") == 0 {
			t.Fatalf("%s sees no mark", email)
		}
		fewest(t, p, v.Cookies())
	}
}

// fewest opens the roll repeatedly. Statements of the program's other work are counted too, so the minimum over many
// pages is the cost of one.
func fewest(t *testing.T, p *apptest.Program, cookies []*http.Cookie) {
	t.Helper()
	least := int64(mostStatements + 100)
	for range 20 {
		before := p.App.Store.Database.Statements()
		if answer := p.Serve(cookies, http.MethodGet, apptest.EightB, url.Values(nil)); answer.Code != http.StatusOK {
			t.Fatalf("the roll answered %d", answer.Code)
		}
		least = min(least, p.App.Store.Database.Statements()-before)
	}
	if least > mostStatements || least == 0 {
		t.Errorf("a roll that is opened again asks the database %d times, not %d", least, mostStatements)
	}
}

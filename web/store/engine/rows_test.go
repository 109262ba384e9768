package engine

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

// entry has a field of each kind that a column can fill.
type entry struct {
	ID    string
	Late  bool
	Lines []string
	By    struct{ Name string }
	MadeAt
}

// MadeAt is the time of an entry.
type MadeAt struct{ Kept time.Time }

func newEntries(t *testing.T) *Database {
	t.Helper()
	database, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "rows.db"), time.Now, nothing())
	must(t, err)
	t.Cleanup(func() { must(t, database.Close()) })
	_, err = database.Writer().ExecContext(t.Context(), `CREATE TABLE entries (id TEXT, late INTEGER, lines TEXT, by_name TEXT, kept INTEGER)`)
	must(t, err)
	must(t, database.Do(t.Context(), `INSERT INTO entries VALUES ('a', 1, $1, 'Ada', 1000), ('b', 0, '', 'Bo', 0), ('b', 1, '', 'Cy', 0)`, "one\ntwo"))
	return database
}

func TestRowsFillTheFieldsWithTheNamesOfTheColumns(t *testing.T) {
	t.Parallel()
	database := newEntries(t)
	all, err := Rows[entry](t.Context(), database, `SELECT id, late, lines, by_name, kept FROM entries ORDER BY id, by_name`)
	must(t, err)
	want := entry{ID: "a", Late: true, Lines: []string{"one", "two"}, MadeAt: MadeAt{time.UnixMilli(1000).UTC()}}
	want.By.Name = "Ada"
	if len(all) != 3 || !reflect.DeepEqual(all[0], want) || all[1].Late || !all[1].Kept.IsZero() {
		t.Errorf("they are %+v", all)
	}
	groups, err := Groups[string, string](t.Context(), database, `SELECT id, by_name FROM entries ORDER BY by_name`)
	must(t, err)
	if !reflect.DeepEqual(groups, map[string][]string{"a": {"Ada"}, "b": {"Bo", "Cy"}}) {
		t.Errorf("the groups are %v", groups)
	}
	pairs, err := Pairs[string, bool](t.Context(), database, `SELECT id, late FROM entries ORDER BY by_name`)
	must(t, err)
	if !reflect.DeepEqual(pairs, map[string]bool{"a": true, "b": true}) {
		t.Errorf("the pairs are %v", pairs)
	}
}

func TestOneRowIsMissedOnlyWhereItMustBeThere(t *testing.T) {
	t.Parallel()
	database := newEntries(t)
	const none = `SELECT late FROM entries WHERE id = 'c'`
	if late, err := Value[bool](t.Context(), database, none); late || err != nil {
		t.Errorf("the value is %t, %v", late, err)
	}
	if _, err := Row[bool](t.Context(), database, none); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the row is missing with %v", err)
	}
	if at, err := Row[time.Time](t.Context(), database, `SELECT kept FROM entries WHERE id = 'a'`); err != nil || at.UnixMilli() != 1000 {
		t.Errorf("the time is %v, %v", at, err)
	}
}

func TestAColumnWithoutAFieldIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := Rows[entry](t.Context(), newEntries(t), `SELECT id, late AS early FROM entries`); err == nil || !strings.Contains(err.Error(), "early") {
		t.Errorf("it ends with %v", err)
	}
}

func TestAReadingEndsAtTheNextRowWhenItsReaderHasLeft(t *testing.T) {
	t.Parallel()
	database := newEntries(t)
	ctx, leave := context.WithCancel(t.Context())
	rows := 0
	err := database.Query(ctx, func(*sql.Rows) error {
		rows++
		leave()
		return nil
	}, `SELECT id FROM entries`)
	if !errors.Is(err, context.Canceled) || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

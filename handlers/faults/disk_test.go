package faults_test

import (
	"database/sql"
	"net/http"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// disks are the faults of the disk below the database, and of many people at once. They take real time, so
// these are no scenes.
func disks() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"D03": aLockedDatabaseKeepsNothing,
		"D05": powerLoss,
		"S01": tenantsAreNotMixedUp,
	}
}

// aLockedDatabaseKeepsNothing, and reports it soon: to one person who presses, and to many at once. Rolls can
// be read meanwhile, and afterwards the same press is stored.
func aLockedDatabaseKeepsNothing(t *testing.T) {
	t.Run("who was long away can read", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			v := s.As(t, apptest.Teacher)
			v.Get(apptest.EightB).Want(t, http.StatusOK)
			apptest.Pass(10 * time.Minute)
			release := lockDatabase(t, s.File())
			v.Get(apptest.EightB).Want(t, http.StatusOK)
			release()
		})
	})
	t.Run("nothing is kept", func(t *testing.T) {
		t.Parallel()
		locked(t)
	})
}

func locked(t *testing.T) {
	t.Helper()
	p := apptest.Boot(t)
	rivals := rivalsOf(t, p)
	release := lockDatabase(t, p.File())
	presses := make([]func(), len(rivals))
	for i, one := range rivals {
		presses[i] = func() { wantNotKept(one, t) }
	}
	together(presses...)
	rivals[0].Get(apptest.EightB).Want(t, http.StatusOK)
	release()
	wantKeptNow(t, p, rivals)
}

// wantNotKept presses Save while nothing can be stored: the page says so, with the tick and the token of the
// press. A test in web/store checks that the store waits two seconds.
func wantNotKept(r rival, t *testing.T) {
	t.Helper()
	got := r.Post(apptest.RollPath, r.Form).Want(t, http.StatusServiceUnavailable)
	if text := got.Text("#summary"); text != saysNotKept {
		t.Errorf("it says %q", text)
	}
	if row := got.Rows(t)[r.Row]; !row.Ticked || row.Outcome != string(roll.None) {
		t.Errorf("the row is %+v", row)
	}
	if got.Form("#roll").Get("save") != r.Form.Get("save") {
		t.Error("pressing again is another press")
	}
	byScript := r.Post(apptest.RollPath, r.Form, apptest.ByScript()...).Want(t, http.StatusServiceUnavailable)
	if token := byScript.Page.Find("[name=save]").AttrOr("value", ""); token != r.Form.Get("save") {
		t.Error("pressing again is another press")
	}
}

// wantKeptNow presses Save again: everything is stored once, and saved.
func wantKeptNow(t *testing.T, p *apptest.Program, rivals []rival) {
	t.Helper()
	for _, one := range rivals {
		apptest.Eventually(t, "the press is kept", func() bool {
			return one.Post(apptest.RollPath, one.Form).Code == http.StatusSeeOther
		})
	}
	p.Settled(t, apptest.Harbour)
	rows := rivals[0].Get(apptest.EightB).Rows(t)
	if saved := apptest.Count(rows, "saved", "Absent"); saved != len(rivals) {
		t.Errorf("%d are saved, want %d", saved, len(rivals))
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != len(rivals) {
		t.Errorf("%d calls were made", len(calls))
	}
	apptest.Must(t, p.App.Store.Database.Check(t.Context()))
}

// lockDatabase takes the database's only write lock, as another program would, until release is called. It
// waits for a running write of the program.
func lockDatabase(t *testing.T, file string) (release func()) {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate&_pragma=busy_timeout(10000)")
	apptest.Must(t, err)
	tx, err := other.BeginTx(t.Context(), nil)
	apptest.Must(t, err)
	return func() {
		apptest.Must(t, tx.Rollback())
		apptest.Must(t, other.Close())
	}
}

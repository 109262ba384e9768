package handlers_test

import (
	"database/sql"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

// disks are the faults of what the database stands on, and of many people at once. They
// take real time, so these are no scenes.
func disks() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"D03": aLockedDatabaseKeepsNothing,
		"D05": powerLoss,
		"S01": tenantsAreNotMixedUp,
	}
}

// file is the database's.
func (p *program) file() string {
	return strings.TrimPrefix(p.app.Config.Database.Reveal(), "sqlite:")
}

// rival is a person with a page before them and a press that was not answered yet.
type rival struct {
	*visitor
	form url.Values
	row  int
}

// rivals are people of the first school, each with another student ticked.
func (p *program) rivals(t *testing.T) []rival {
	t.Helper()
	var all []rival
	for i, person := range []string{teacher, otherTeacher, officeWorker, administrator} {
		v := p.as(t, person)
		page := v.get(eightB).want(t, http.StatusOK)
		all = append(all, rival{v, page.press(t, "Absent", page.enrolments(t, i)...), i})
	}
	return all
}

// aLockedDatabaseKeepsNothing, and says so soon: to one who presses, and to many who
// press at once. Rolls can be read meanwhile, and afterwards the same press is kept.
func aLockedDatabaseKeepsNothing(t *testing.T) {
	t.Run("who was long away can read", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			v := s.as(t, teacher)
			v.get(eightB).want(t, http.StatusOK)
			pass(10 * time.Minute)
			release := lockDatabase(t, s.file())
			v.get(eightB).want(t, http.StatusOK)
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
	p := boot(t)
	rivals := p.rivals(t)
	release := lockDatabase(t, p.file())
	presses := make([]func(), len(rivals))
	for i, one := range rivals {
		presses[i] = func() { one.wantNotKept(t) }
	}
	together(presses...)
	rivals[0].get(eightB).want(t, http.StatusOK)
	release()
	p.wantKeptNow(t, rivals)
}

// wantNotKept presses Save where nothing can be kept: the person is told so after the
// two seconds that the store waits, or little more on a slow machine, with the tick and
// the token of the press before them.
func (r rival) wantNotKept(t *testing.T) {
	t.Helper()
	began := time.Now()
	got := r.post(rollPath, r.form).want(t, http.StatusServiceUnavailable)
	if waited := time.Since(began); waited > 8*time.Second {
		t.Errorf("the answer took %v", waited)
	}
	if text := got.text("#summary"); text != saysNotKept {
		t.Errorf("it says %q", text)
	}
	if row := got.rows(t)[r.row]; !row.ticked || row.outcome != string(roll.None) {
		t.Errorf("the row is %+v", row)
	}
	if got.form("#roll").Get("save") != r.form.Get("save") {
		t.Error("pressing again is another press")
	}
	byScript := r.post(rollPath, r.form, byScript()...).want(t, http.StatusServiceUnavailable)
	if token := byScript.page.Find("[name=save]").AttrOr("value", ""); token != r.form.Get("save") {
		t.Error("pressing again is another press")
	}
}

// wantKeptNow presses Save again: everything is kept, once, and saved.
func (p *program) wantKeptNow(t *testing.T, rivals []rival) {
	t.Helper()
	for _, one := range rivals {
		eventually(t, 3*time.Second, "the press is kept", func() bool {
			return one.post(rollPath, one.form).code == http.StatusSeeOther
		})
	}
	p.quiet(t)
	rows := rivals[0].get(eightB).rows(t)
	if saved := count(rows, "saved", "Absent"); saved != len(rivals) {
		t.Errorf("%d are saved, want %d", saved, len(rivals))
	}
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) != len(rivals) {
		t.Errorf("%d calls were made", len(calls))
	}
	must(t, p.app.Store.Check(t.Context()))
}

// lockDatabase holds the database's only lock for writing, as another program would,
// until release is called. It waits for a write of the program that is under way.
func lockDatabase(t *testing.T, file string) (release func()) {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate&_pragma=busy_timeout(10000)")
	must(t, err)
	tx, err := other.BeginTx(t.Context(), nil)
	must(t, err)
	return func() {
		must(t, tx.Rollback())
		must(t, other.Close())
	}
}

package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// migrationSentence is a promise about a database without tables.
type migrationSentence struct {
	says  string
	holds func(d untouched)
}

// untouched is a database without tables.
type untouched struct {
	t        *testing.T
	location string
}

func migrationSentences() []migrationSentence {
	return []migrationSentence{
		{"a database is ready once it was migrated, however often", readyOnceMigrated},
		{"replicas that start together migrate once", migratesOnce},
		{"every migration can be taken back", everyMigrationCanBeTakenBack},
		{"the database's clock is the real one", theClockIsTheRealOne},
		{"saves of the old layout, one row a student, are read, repeated and sent as before, even after an interrupted migration", savesWithARowAStudent},
		{"marks that wait during the migration to generations belong to the connection of that moment", waitingMarksBelongToTheConnection},
		{"a cancelled request stores nothing and damages nothing", leavesNothingWhenGivenUp},
	}
}

func readyOnceMigrated(d untouched) {
	t, location := d.t, d.location
	store := opened(t, location)
	if err := store.Database.Ready(t.Context()); !errors.Is(err, engine.ErrNotMigrated) {
		t.Errorf("an empty database: %v", err)
	}
	for range 2 {
		must(t, store.Database.Migrate(t.Context()))
		must(t, store.Database.Ready(t.Context()))
		must(t, store.Database.Check(t.Context()))
	}
}

func migratesOnce(d untouched) {
	t, location := d.t, d.location
	stores := []*Store{opened(t, location), opened(t, location), opened(t, location)}
	var all sync.WaitGroup
	for _, store := range stores {
		all.Go(func() {
			if err := store.Database.Migrate(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, stores[0].Database.Ready(t.Context()))
}

func everyMigrationCanBeTakenBack(d untouched) {
	t, location := d.t, d.location
	store := opened(t, location)
	must(t, store.Database.Migrate(t.Context()))
	provider, err := store.Database.Provider()
	must(t, err)
	_, err = provider.DownTo(t.Context(), 0)
	must(t, err)
	if err := store.Database.Ready(t.Context()); !errors.Is(err, engine.ErrNotMigrated) {
		t.Errorf("taken back: %v", err)
	}
	must(t, store.Database.Migrate(t.Context()))
	must(t, store.Database.Ready(t.Context()))
}

// keptByRows stores the saves "older", of students 1 to 4, and "newer", which marked all but 1 again, in the
// form of an earlier version. Of "newer" only the refused mark was sent.
func keptByRows(f *fixture) {
	t, at := f.t, engine.Milliseconds(f.clock.Now())
	for _, save := range []roll.Save{press("older", absent(), unseen(1, 2, 3, 4)...), press("newer", present(), seen(2, 1), seen(3, 1), seen(4, 1))} {
		_, err := f.Database.Exec(t.Context(), `INSERT INTO saves (token, school, period, class, class_name, date, status_id, status_name, family, check_kind, check_time,
			observed, reason, person, person_name, role, content_hash, accepted_at, stops_at, students) VALUES `+engine.Tuples(1, 20),
			save.Token, save.School, save.Period, save.Class, save.ClassName, save.Date, save.Status.ID, save.Status.Name, save.Status.Family, "", "",
			"", "", save.By.Person, save.By.Name, save.By.Role, save.ContentHash(), at, at+roll.WaitLimit.Milliseconds(), len(save.Rows))
		must(t, err)
		at++
	}
	for _, row := range []struct {
		save               roll.Token
		enrolment, version int64
		state              roll.Outcome
		returned           string
		newest             bool
	}{
		{"older", 1, 1, roll.Saved, "Absent", true},
		{"older", 2, 1, roll.Saved, "Absent", false},
		{"older", 3, 1, roll.Differs, "Late, 'excused'", false},
		{"older", 4, 1, roll.Superseded, "", false},
		{"newer", 2, 2, roll.Waiting, "", true},
		{"newer", 3, 2, roll.Waiting, "", true},
		{"newer", 4, 2, roll.Refused, "", true},
	} {
		student, answered, due := studentOf(roll.EnrolmentID(row.enrolment)), at, int64(0)
		if row.state == roll.Waiting || row.state == roll.Superseded {
			answered, due = 0, at
		}
		_, err := f.Database.Exec(t.Context(), `INSERT INTO intents (save, enrolment, seq, student, state, returned, answered_at) VALUES `+engine.Tuples(1, 7),
			row.save, row.enrolment, row.version, student, row.state, row.returned, answered)
		must(t, err)
		if !row.newest {
			continue
		}
		_, err = f.Database.Writer().ExecContext(t.Context(), `INSERT INTO marks (school, date, enrolment, seq, save, student, marked_at, state, returned, answered_at, due_at)
			SELECT school, date, $1, $2, token, $3, accepted_at, $4, $5, $6, $7 FROM saves WHERE token = $8`,
			row.enrolment, row.version, student, row.state, row.returned, answered, due, row.save)
		must(t, err)
	}
}

func savesWithARowAStudent(d untouched) {
	t := d.t
	provider, err := opened(t, d.location).Database.Provider()
	must(t, err)
	_, err = provider.UpTo(t.Context(), 30)
	must(t, err)
	f := ofBefore(d)
	keptByRows(f)
	_, err = f.Database.Writer().ExecContext(t.Context(), `CREATE TABLE outcomes (in_the_way BIGINT)`)
	must(t, err)
	if err := f.Database.Migrate(t.Context()); err == nil {
		t.Fatal("it was brought up to date over what is in the way")
	}
	_, err = f.Database.Writer().ExecContext(t.Context(), `DROP TABLE outcomes`)
	must(t, err)
	must(t, f.Database.Migrate(t.Context()))
	f.clock.advance(time.Second)

	tellsAsBefore(f, "older", "1 1 saved Absent", "2 1 saved Absent", "3 1 differs Late, 'excused'", "4 1 superseded ")
	tellsAsBefore(f, "newer", "2 2 waiting ", "3 2 waiting ", "4 2 refused ")
	entries, err := f.History(t.Context(), north, 2, today)
	must(t, err)
	if len(entries) != 2 || entries[0].Outcome != roll.Waiting || entries[1].Outcome != roll.Saved || entries[1].Version != 1 {
		t.Errorf("the history is %+v", entries)
	}
	if again := f.accept(t, press("older", absent(), unseen(1, 2, 3, 4)...))[0]; !again.Repeated || len(again.Kept) != 4 || again.Kept[3].Student != studentOf(4) {
		t.Errorf("the same press again: %+v", again)
	}
	for save, waits := range map[roll.Token]bool{"older": false, "newer": true} {
		if still, _, err := f.UnderWay(t.Context(), save); err != nil || still != waits {
			t.Errorf("%s is under way: %t, %v", save, still, err)
		}
	}
	if attempt := f.claim(t, "newer"); len(attempt.Marks) != 2 || attempt.Marks[0].Enrolment != 2 || attempt.Marks[0].Version != 2 {
		t.Errorf("sent is %+v", attempt.Marks)
	}
}

// ofBefore opens a database of an earlier version, and adds the school.
func ofBefore(d untouched) *fixture {
	t := d.t
	f := &fixture{t: t, clock: morning(t), location: d.location, zone: berlin(t), accepted: make(map[roll.Token]roll.Acceptance)}
	f.Store = f.another(t)
	_, err := f.Database.Exec(t.Context(), `INSERT INTO schools (slug, name, time_zone, base_url, tenant, school_code, created_at, proof) VALUES `+engine.Tuples(1, 8),
		north, "North", f.zone.String(), "https://north.example", "north", "N1", 1, roll.ProvenByDocument)
	must(t, err)
	return f
}

func waitingMarksBelongToTheConnection(d untouched) {
	t := d.t
	provider, err := opened(t, d.location).Database.Provider()
	must(t, err)
	const before = 76
	_, err = provider.UpTo(t.Context(), before)
	must(t, err)
	f := ofBefore(d)
	waits, at := press("waits", absent(), unseen(1, 2)...), engine.Milliseconds(f.clock.Now())
	_, err = f.Database.Exec(t.Context(), `INSERT INTO saves (token, school, period, class, class_name, date, status_id, status_name, family, check_kind, check_time,
		observed, reason, person, person_name, role, content_hash, accepted_at, stops_at, students, intents) VALUES `+engine.Tuples(1, 21),
		waits.Token, north, waits.Period, waits.Class, waits.ClassName, waits.Date, waits.Status.ID, waits.Status.Name, waits.Status.Family, "", "",
		"", "", waits.By.Person, waits.By.Name, waits.By.Role, waits.ContentHash(), at, at+roll.WaitLimit.Milliseconds(), 2, ",1:1:5001,2:1:5002,")
	must(t, err)
	for number, name := range map[int64]string{1: "Ann", 2: "Bo"} {
		_, err = f.Database.Exec(t.Context(), `INSERT INTO enrolments (school, period, enrolment, student, given, family, class, class_name, position) VALUES `+engine.Tuples(1, 9),
			north, waits.Period, number, number+5000, name, "Lee", "8b", "8B", number)
		must(t, err)
		_, err = f.Database.Writer().ExecContext(t.Context(), `INSERT INTO marks (school, date, enrolment, seq, save, student, marked_at, state, due_at)
			VALUES ($1, $2, $3, 1, $4, $5, $6, 'waiting', $6)`, north, waits.Date, number, waits.Token, number+5000, at)
		must(t, err)
	}
	must(t, f.Database.Migrate(t.Context()))
	f.clock.advance(time.Second)
	if attempt := f.claim(t, "waits"); len(attempt.Marks) != 2 || attempt.At.Generation != 1 {
		t.Errorf("claimed is %+v", attempt)
	}
	f.moveTo(t, "https://elsewhere.example")
	f.list(t, 5001, "Ann Lee", "Xi Moe")
	f.wantMoved(t, 2, 1)
	if moved := f.moved(t); moved[1].Given != "Bo" {
		t.Errorf("the second is of %s", moved[1].Given)
	}
}

// tellsAsBefore fails if the save's story has other marks.
func tellsAsBefore(f *fixture, save roll.Token, want ...string) {
	f.t.Helper()
	story, err := f.Story(f.t.Context(), north, save)
	must(f.t, err)
	var got []string
	for _, mark := range story.Marks {
		got = append(got, fmt.Sprintf("%d %d %s %s", mark.Enrolment, mark.Version, mark.Outcome, mark.Returned))
		if mark.Student != studentOf(mark.Enrolment) || mark.AnsweredAt.IsZero() != (mark.Outcome == roll.Waiting || mark.Outcome == roll.Superseded) {
			f.t.Errorf("%s tells %+v", save, mark)
		}
	}
	if !slices.Equal(got, want) {
		f.t.Errorf("%s tells %q, want %q", save, got, want)
	}
}

func theClockIsTheRealOne(d untouched) {
	t, location := d.t, d.location
	store := opened(t, location)
	before := time.Now().Add(-time.Second)
	now, err := store.Database.Now(t.Context())
	must(t, err)
	if now.Before(before) || now.After(time.Now().Add(time.Second)) {
		t.Errorf("it is %v", now)
	}
}

func leavesNothingWhenGivenUp(d untouched) {
	t, location := d.t, d.location
	migrated(t, location)
	f := newFixture(t, location)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Accept(ctx, f.zone, press("given up", absent(), unseen(1)...)); !errors.Is(err, context.Canceled) {
		t.Errorf("it failed with %v", err)
	}
	if mark := f.mark(t, 1); mark.Version != 0 {
		t.Errorf("the mark is %+v", mark)
	}
	f.accept(t, press("given up", absent(), unseen(1)...))
}

func opened(t *testing.T, location string) *Store {
	t.Helper()
	store, err := Open(t.Context(), location, time.Now)
	must(t, err)
	t.Cleanup(func() { closing(t, store.Close) })
	return store
}

func TestADatabaseIsOpenedByTheLocationsOfBothEnginesOnly(t *testing.T) {
	t.Parallel()
	for _, location := range []string{"", "sqlite:", "rollbook.db", "mysql://localhost/x", "SQLITE:x", "file:x"} {
		if _, err := Open(t.Context(), location, time.Now); !errors.Is(err, engine.ErrLocation) {
			t.Errorf("%q: %v", location, err)
		}
	}
	for _, location := range []string{"postgres:///x?host=/nowhere-at-all", "sqlite:/nowhere-at-all/rollbook.db"} {
		if _, err := Open(t.Context(), location, time.Now); roll.KindOf(err) != roll.Unkept {
			t.Errorf("%s, where nothing is: %v", location, err)
		}
	}
}

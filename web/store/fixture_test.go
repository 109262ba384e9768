package store

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// fixture is one new database with a school, opened by one process, and the clock of all processes that open
// it.
type fixture struct {
	*Store
	t        *testing.T
	clock    *clock
	location string
	zone     *time.Location
	accepted map[roll.Token]roll.Acceptance
}

// north is the school of the fixture.
const north roll.SchoolID = "north"

// today is the date of the fixture's clock.
const today roll.Date = "2026-11-20"

// clock is stopped until a test moves it. It is safe for concurrent use.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// morning returns a clock at 08:30 of today in the school's zone.
func morning(t *testing.T) *clock {
	t.Helper()
	return &clock{now: time.Date(2026, 11, 20, 8, 30, 0, 0, berlin(t))}
}

func berlin(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	must(t, err)
	return zone
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newFixture opens the database at the location and adds the school.
func newFixture(t *testing.T, location string) *fixture {
	t.Helper()
	f := &fixture{t: t, clock: morning(t), location: location, zone: berlin(t), accepted: make(map[roll.Token]roll.Acceptance)}
	f.Store = f.another(t)
	f.addSchool(t, north)
	return f
}

// another opens the same database as another process.
func (f *fixture) another(t *testing.T) *Store {
	t.Helper()
	opened, err := Open(t.Context(), f.location, f.clock.Now)
	must(t, err)
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	opened.Database.TakeTimeFrom(f.clock.Now)
	return opened
}

// setMapping changes how the school is read, but not the students of its marks.
func (f *fixture) setMapping(id roll.SchoolID, text string) error {
	school, err := f.School(f.t.Context(), id)
	if roll.KindOf(err) == roll.NotFound && err != nil {
		school = roll.School{ID: id}
	} else if err != nil {
		return err
	}
	school.Mapping = mappingWith(f.t, mapping.Periods, text)
	return f.SetMapping(f.t.Context(), school)
}

// mappingWith is a mapping whose call has a path made from the text.
func mappingWith(t *testing.T, call mapping.Call, text string) string {
	t.Helper()
	mapped := mapping.Default()
	read := mapped.Of(call)
	read.Path = "/serviceapi/v1/" + hex.EncodeToString([]byte(text)) + read.Path
	written, err := json.Marshal(mapped.With(call, read))
	must(t, err)
	return string(written)
}

// meansOthers makes the school's students be read at another place.
func (f *fixture) meansOthers(t *testing.T, text string) {
	t.Helper()
	school := f.school(t)
	school.Mapping = mappingWith(t, mapping.Students, text)
	must(t, f.SetMapping(t.Context(), school))
}

func (f *fixture) addSchool(t *testing.T, id roll.SchoolID) roll.School {
	t.Helper()
	school := roll.School{
		ID: id, Name: "School " + string(id), Zone: f.zone, BaseURL: "https://" + string(id) + ".example", Tenant: "tenant-" + string(id), Code: "code-" + string(id),
		Call: 15 * time.Second, Apply: time.Minute, PastDays: 30, Proof: roll.ProvenByAnswer,
	}
	must(t, f.AddSchool(t.Context(), school, schools.Key{Sealed: []byte("sealed " + id), LastFour: "1234"}))
	return school
}

// timing returns the timing of the fixture's school.
func timing() roll.Timing { return roll.NewTiming(15*time.Second, time.Minute) }

func teacher() roll.Actor {
	return roll.Actor{Person: "p-teacher", Name: "T. Adler", Role: roll.Teacher}
}
func office() roll.Actor  { return roll.Actor{Person: "p-office", Name: "O. Brandt", Role: roll.Office} }
func absent() roll.Status { return roll.Status{ID: 2, Name: "Absent", Family: roll.Absent} }
func present() roll.Status {
	return roll.Status{ID: 1, Name: "Present", Family: roll.Present}
}

// press returns a save of today by the teacher.
func press(token roll.Token, status roll.Status, rows ...roll.SaveRow) roll.Save {
	return roll.Save{
		Token: token, School: north, Period: "2026", Class: "8b", ClassName: "8B", Date: today, Intent: roll.Intent{Status: status},
		By: teacher(), Rows: rows, Generation: 1,
	}
}

// unseen asks for students without a seen mark.
func unseen(enrolments ...roll.EnrolmentID) []roll.SaveRow {
	rows := make([]roll.SaveRow, len(enrolments))
	for i, enrolment := range enrolments {
		rows[i] = roll.SaveRow{Enrolment: enrolment, Student: studentOf(enrolment)}
	}
	return rows
}

// seen asks for a student whose mark the person has seen in the version.
func seen(enrolment roll.EnrolmentID, version int64) roll.SaveRow {
	return roll.SaveRow{Enrolment: enrolment, Student: studentOf(enrolment), Seen: version}
}

func studentOf(enrolment roll.EnrolmentID) roll.StudentID { return roll.StudentID(enrolment) + 5000 }

// Accept stores the saves of one press and claims none.
func (s *Store) Accept(ctx context.Context, zone *time.Location, press ...roll.Save) ([]roll.Acceptance, error) {
	accepted, _, err := s.AcceptAndClaim(ctx, zone, saves.Claiming{}, press...)
	return accepted, err
}

func (f *fixture) accept(t *testing.T, saves ...roll.Save) []roll.Acceptance {
	t.Helper()
	accepted, err := f.Accept(t.Context(), f.zone, saves...)
	must(t, err)
	for _, acceptance := range accepted {
		f.accepted[acceptance.Save.Token] = acceptance
	}
	return accepted
}

func (f *fixture) mark(t *testing.T, enrolment roll.EnrolmentID) roll.Mark {
	t.Helper()
	marks, err := f.Marks(t.Context(), north, today, []roll.EnrolmentID{enrolment})
	must(t, err)
	return marks[enrolment]
}

// claim claims due marks, and fails the test if there are none.
func (f *fixture) claim(t *testing.T, token roll.Token) roll.Attempt {
	t.Helper()
	attempt, ok := f.claimWith(t, token, saves.Terms{})
	if !ok {
		t.Fatalf("nothing could be claimed of save %q", token)
	}
	return attempt
}

// claimWith claims the due marks of the save, or of the oldest without a token.
func (f *fixture) claimWith(t *testing.T, token roll.Token, terms saves.Terms) (attempt roll.Attempt, ok bool) {
	t.Helper()
	attempt, ok, err := f.Claim(t.Context(), north, token, timing(), terms)
	must(t, err)
	return attempt, ok
}

// nothingToClaim fails the test if a mark can be claimed.
func (f *fixture) nothingToClaim(t *testing.T, token roll.Token) {
	t.Helper()
	if attempt, ok := f.claimWith(t, token, saves.Terms{}); ok {
		t.Fatalf("claimed %v of save %q", enrolmentsOf(attempt), token)
	}
}

func enrolmentsOf(attempt roll.Attempt) []roll.EnrolmentID {
	var enrolments []roll.EnrolmentID
	for _, mark := range attempt.Marks {
		enrolments = append(enrolments, mark.Enrolment)
	}
	return enrolments
}

// answer closes the attempt as one that confirmed all its students.
func (f *fixture) answer(t *testing.T, attempt roll.Attempt) {
	t.Helper()
	f.close(t, attempt, roll.Reply{State: roll.Answered, HTTPStatus: 200, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, attempt.Status.Name, true, timing())
	})
}

// lose closes the attempt as one that may or may not have been applied; its newest marks are due at once.
func (f *fixture) lose(t *testing.T, attempt roll.Attempt) {
	t.Helper()
	f.close(t, attempt, roll.Reply{State: roll.Unknown, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Doubt(by, 0)
	})
}

func (f *fixture) close(t *testing.T, attempt roll.Attempt, reply roll.Reply, closing saves.Closing) {
	t.Helper()
	moved, err := f.CloseAttempt(t.Context(), attempt, reply, closing)
	must(t, err)
	if !moved {
		t.Fatalf("attempt on %v was closed already", enrolmentsOf(attempt))
	}
}

// memoryFolder makes a folder in memory if the system supports it: few tests here are about the disk.
func memoryFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("/dev/shm", "store") //nolint:usetesting // it is elsewhere on purpose
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// newFile returns the location of an SQLite file that does not exist yet.
func newFile(t *testing.T) string {
	t.Helper()
	return "sqlite:" + filepath.Join(memoryFolder(t), "rollbook.db")
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(strings.TrimPrefix(from, "sqlite:"))
	must(t, err)
	must(t, os.WriteFile(strings.TrimPrefix(to, "sqlite:"), content, 0o600))
}

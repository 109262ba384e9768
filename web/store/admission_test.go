package store

import (
	"maps"
	"reflect"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

func admissionSentences() []sentence {
	return []sentence{
		{"a person's admission is the same when read with the session and alone", admissionIsAsReadAlone},
		{"a session admits only to the person's schools", admissionIsForMembers},
		{"a right removed by another process is gone at the next request", admissionIsTakenAnywhere},
		{"the next page shows every change of a mark, also by another process", marksAreReadAnew},
		{"a school that is added again begins with other versions of its marks", versionsOfASchoolAddedAgain},
		{"a page shows whether a row awaits a decision, also when another process changed that", waitingIsReadAnew},
	}
}

// signIn starts a session of a new person who is a teacher of north and of south.
func (f *fixture) signIn(t *testing.T) *Sessions {
	t.Helper()
	f.addSchool(t, "south")
	f.addPerson(t, "p1", "ada@example.org")
	for _, school := range []roll.SchoolID{north, "south"} {
		must(t, f.Join(t.Context(), "p1", school, roll.Teacher))
	}
	sessions := f.Sessions(f.clock.Now)
	must(t, sessions.CommitOwned(t.Context(), "token", []byte("data"), f.clock.Now().Add(time.Hour), "p1"))
	return sessions
}

// admission reads the session's admission to the school; found is false without a session.
func (f *fixture) admission(t *testing.T, sessions *Sessions, school roll.SchoolID) (admission roll.Admission, found bool) {
	t.Helper()
	data, admission, found, err := sessions.Enter(t.Context(), "token", school)
	must(t, err)
	if found != (string(data) == "data") {
		t.Errorf("the session has %q", data)
	}
	return admission, found
}

func admissionIsAsReadAlone(f *fixture) {
	t, ctx := f.t, f.t.Context()
	sessions := f.signIn(t)
	must(t, f.SetPreferences(ctx, "p1", roll.Preferences{OnlyTicked: true}))
	must(t, f.SetDay(ctx, north, "09:00", "", 30))
	must(t, f.SetClosedWeekdays(ctx, north, []time.Weekday{time.Sunday}))
	must(t, f.LearnLargestList(ctx, north, 20))
	must(t, f.NoteWait(ctx, north, time.Minute))
	must(t, f.Pause(ctx, north, roll.PausedKey, time.Minute))
	must(t, f.Pause(ctx, north, roll.PausedAddress, time.Minute))
	var want roll.Admission
	var err error
	want.Person, want.Memberships, err = f.Person(ctx, "p1")
	must(t, err)
	want.School, want.Connection, err = f.SchoolAndConnection(ctx, north)
	must(t, err)
	f.accept(t, press("a save", absent(), unseen(1)...))
	want.Versions = roll.Versions{Marks: engine.Milliseconds(f.clock.Now()), Absences: 1}
	if got, found := f.admission(t, sessions, north); !found || !reflect.DeepEqual(got, want) {
		t.Errorf("with the session:\n%+v\nalone:\n%+v", got, want)
	}
}

func admissionIsForMembers(f *fixture) {
	t := f.t
	sessions := f.signIn(t)
	f.addSchool(t, "east")
	for _, school := range []roll.SchoolID{"east", "nowhere", ""} {
		got, found := f.admission(t, sessions, school)
		if !found || got.School.ID != "" || got.Person.ID != "p1" || len(got.Memberships) != 2 {
			t.Errorf("of %q it reads %+v", school, got)
		}
	}
	must(t, sessions.CommitOwned(t.Context(), "token", []byte("data"), f.clock.Now().Add(time.Hour), "nobody"))
	if got, found := f.admission(t, sessions, north); !found || !reflect.DeepEqual(got, roll.Admission{}) {
		t.Errorf("of a session whose person is gone it reads %+v", got)
	}
	f.clock.advance(time.Hour)
	if _, found := f.admission(t, sessions, north); found {
		t.Error("a session is found that is over")
	}
}

func admissionIsTakenAnywhere(f *fixture) {
	t, ctx := f.t, f.t.Context()
	sessions, elsewhere := f.signIn(t), f.another(t)
	before, _ := f.admission(t, sessions, north)
	if before.School.ID != north || before.Person.Disabled {
		t.Fatalf("she begins with %+v", before)
	}
	must(t, elsewhere.Join(ctx, "p1", north, roll.Office))
	if got, _ := f.admission(t, sessions, north); roleIn(got, north) != roll.Office {
		t.Errorf("with another role she has %+v", got.Memberships)
	}
	f.addPerson(t, "admin", "admin@example.org")
	must(t, elsewhere.Join(ctx, "admin", north, roll.Admin))
	must(t, elsewhere.KeepOut(ctx, north, "admin", "p1", true))
	if got, _ := f.admission(t, sessions, north); roleIn(got, north) != "" || got.School.ID != "" || got.Person.Disabled {
		t.Errorf("kept out she has %+v", got)
	}
	must(t, elsewhere.SetPassword(ctx, "p1", "another"))
	if _, found := f.admission(t, sessions, "south"); found {
		t.Error("another password leaves the session")
	}
	must(t, sessions.CommitOwned(ctx, "token", []byte("data"), f.clock.Now().Add(time.Hour), "p1"))
	if got, _ := f.admission(t, sessions, "south"); got.Person.Epoch == before.Person.Epoch {
		t.Error("another password leaves the epoch as it was")
	}
	must(t, elsewhere.Disable(ctx, "p1"))
	if got, _ := f.admission(t, sessions, "south"); !got.Person.Disabled {
		t.Errorf("disabled she is let in: %+v", got)
	}
	must(t, elsewhere.NoteExported(ctx, "south", f.clock.Now()))
	_, err := elsewhere.RemoveSchool(ctx, "south")
	must(t, err)
	if got, _ := f.admission(t, sessions, "south"); got.School.ID != "" || len(got.Memberships) != 0 {
		t.Errorf("of a removed school it reads %+v", got)
	}
	must(t, elsewhere.Sessions(f.clock.Now).DeleteCtx(ctx, "token"))
	if got, found := f.admission(t, sessions, north); found || !reflect.DeepEqual(got, roll.Admission{}) {
		t.Errorf("the session that was ended is found: %+v", got)
	}
}

func roleIn(admission roll.Admission, school roll.SchoolID) roll.Role {
	for _, membership := range admission.Memberships {
		if membership.School == school {
			return membership.Role
		}
	}
	return ""
}

// pageReader reads one class like the pages, through the first process, while another process changes it.
type pageReader struct {
	*fixture
	elsewhere *fixture
	sessions  *Sessions
	before    map[roll.EnrolmentID]roll.Mark
}

// read reads the class with a person's session.
func (r *pageReader) read(class ...roll.EnrolmentID) (marks map[roll.EnrolmentID]roll.Mark, waiting bool) {
	r.t.Helper()
	admission, found := r.admission(r.t, r.sessions, north)
	if !found || admission.School.ID != north {
		r.t.Fatalf("she is let in as %+v", admission)
	}
	read, err := r.ClassMarksAt(r.t.Context(), admission.Versions.Marks, north, today, class)
	must(r.t, err)
	backlog, err := r.Backlog(r.t.Context(), admission.Versions.Marks, north)
	must(r.t, err)
	if present, err := r.elsewhere.Backlog(r.t.Context(), 0, north); err != nil || backlog != present {
		r.t.Errorf("the page counts %+v, of %+v: %v", backlog, present, err)
	}
	return read.Of, read.Waiting
}

// changed expects the class to be read differently than before, and equal to its marks read one by one.
func (r *pageReader) changed(what string) {
	r.t.Helper()
	got, _ := r.read(1, 2, 3)
	want, err := r.elsewhere.Day(r.t.Context(), north, today)
	must(r.t, err)
	if !maps.Equal(got, want) {
		r.t.Errorf("%s: the page has\n%+v\nfor\n%+v", what, got, want)
	}
	if maps.Equal(got, r.before) {
		r.t.Errorf("%s: the page stays as it was: %+v", what, got)
	}
	r.before = got
	asked := r.Database.Statements()
	if again, _ := r.read(1, 2, 3); !maps.Equal(again, got) || r.Database.Statements() != asked+1 {
		r.t.Errorf("%s: read again the class is %+v, with %d statements", what, again, r.Database.Statements()-asked)
	}
}

func (f *fixture) pageReader(t *testing.T) *pageReader {
	t.Helper()
	elsewhere := *f
	elsewhere.Store = f.another(t)
	sessions := f.signIn(t)
	must(t, sessions.CommitOwned(t.Context(), "token", []byte("data"), f.clock.Now().Add(24*time.Hour), "p1"))
	return &pageReader{fixture: f, elsewhere: &elsewhere, sessions: sessions}
}

func marksAreReadAnew(f *fixture) {
	t, ctx, r := f.t, f.t.Context(), f.pageReader(f.t)
	there := r.elsewhere
	there.accept(t, press("first", absent(), unseen(1, 2)...))
	r.changed("accepted")
	attempt := there.claim(t, "first")
	there.answer(t, attempt)
	r.changed("settled")
	there.accept(t, press("second", present(), seen(1, 1)))
	r.changed("replaced")
	there.lose(t, there.claim(t, "second"))
	r.changed("not answered")
	f.clock.advance(time.Minute)
	unread, err := there.ToRead(ctx, north, time.Minute)
	must(t, err)
	for _, mark := range unread {
		must(t, there.NoteRead(ctx, north, mark, roll.FoundOther, "Late"))
	}
	r.changed("found to be another")
	must(t, there.KeepRead(ctx, north, today, 1))
	r.changed("decided")
	there.accept(t, press("third", present(), unseen(3)...))
	r.changed("accepted beside others")
	there.claim(t, "third")
	f.clock.advance(5 * time.Minute)
	_, err = there.CloseExpired(ctx, doubt)
	must(t, err)
	r.changed("expired")
	f.clock.advance(time.Hour)
	_, err = there.StopOverdue(ctx)
	must(t, err)
	r.changed("stopped")
	must(t, there.KeyByHand(ctx, north, "third", office()))
	r.changed("keyed by hand")
	there.accept(t, press("fourth", absent(), seen(3, 1)))
	r.changed("marked once more")
	there.close(t, there.claim(t, "fourth"), roll.Reply{State: roll.Rejected, HTTPStatus: 422, SentAt: f.clock.Now()},
		func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Refuse(by) })
	r.changed("refused")
	tap := press("tap", absent(), seen(3, 2))
	tap.By = roll.Actor{Person: "a-tablet", Name: "Door 12", Role: roll.AtDoor}
	tap.Rows[0].TappedAt = f.clock.Now()
	there.accept(t, tap)
	r.changed("tapped")
}

func waitingIsReadAnew(f *fixture) {
	t, r := f.t, f.pageReader(f.t)
	waits := func() bool {
		_, waiting := r.read(1)
		return waiting
	}
	r.elsewhere.accept(t, press("theirs", absent(), unseen(1)...))
	if waits() {
		t.Error("a mark alone waits")
	}
	r.elsewhere.accept(t, press("mine", present(), unseen(1)...))
	if !waits() {
		t.Error("a held row does not wait")
	}
	must(t, r.elsewhere.KeepTheirs(t.Context(), "mine", 1))
	if waits() {
		t.Error("a row that was decided waits")
	}
}

func versionsOfASchoolAddedAgain(f *fixture) {
	t, ctx := f.t, f.t.Context()
	sessions := f.signIn(t)
	version := func() int64 {
		admission, _ := f.admission(t, sessions, "south")
		return admission.Versions.Marks
	}
	mark := func() {
		save := press(roll.Token("save "+f.clock.Now().String()), absent(), unseen(1)...)
		save.School = "south"
		f.accept(t, save)
		attempt, ok, err := f.Claim(t.Context(), "south", save.Token, timing(), saves.Terms{})
		if !ok {
			t.Fatal(err)
		}
		f.answer(t, attempt)
	}
	if version() != 1 {
		t.Error("a school without marks has another version than 1")
	}
	mark()
	before := version()
	must(t, f.NoteExported(ctx, "south", f.clock.Now()))
	_, err := f.RemoveSchool(ctx, "south")
	must(t, err)
	f.clock.advance(time.Minute)
	f.addSchool(t, "south")
	must(t, f.Join(ctx, "p1", "south", roll.Teacher))
	if version() != 1 {
		t.Error("the version of the removed school is there")
	}
	mark()
	if version() == before {
		t.Errorf("the version is %d again", before)
	}
}

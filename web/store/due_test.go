package store

import (
	"slices"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

func dueSentences() []sentence {
	return []sentence{
		{"a school is due once while it has something to send", aSchoolIsDueOnceWhileItHas},
		{"a school is not due before its marks are", aSchoolIsNotDueBeforeItsMarks},
		{"a school that is paused or was asked to wait is not due", aSchoolThatIsPausedOrWasAsked},
		{"a school is not due for stopped marks", aSchoolIsNotDueForStoppedMarks},
		{"a school that works again need not wait for the backoff of earlier failures", aSchoolThatWorksAgainNeedNotWait},
		{"a repetition waits its time although the school works again", aRepetitionWaitsItsTimeAlthoughTheSchool},
	}
}

func aSchoolIsDueOnceWhileItHas(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.due(t)
	f.accept(t, press("one", absent(), unseen(1)...), press("two", present(), unseen(2)...))
	f.due(t, north)
	f.claim(t, "one")
	f.due(t, north)
	f.claim(t, "two")
	f.due(t)
}

func aSchoolIsNotDueBeforeItsMarks(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.NotSent}, retryAfter(10*time.Second))
	f.due(t)
	f.clock.advance(10 * time.Second)
	f.due(t, north)
}

func aSchoolThatIsPausedOrWasAsked(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	must(t, f.NoteWait(t.Context(), north, 30*time.Second))
	f.due(t)
	f.clock.advance(30 * time.Second)
	f.due(t, north)
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	f.due(t)
	must(t, f.Resume(t.Context(), north))
	f.due(t, north)
}

func aSchoolIsNotDueForStoppedMarks(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.clock.advance(30 * time.Minute)
	f.due(t)
}

func aSchoolThatWorksAgainNeedNotWait(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.NotSent}, retryAfter(30*time.Second))
	f.hurryUp(t)
	f.due(t, north)
}

func aRepetitionWaitsItsTimeAlthoughTheSchool(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	f.lose(t, f.claim(t, "save"))
	f.answer(t, f.claim(t, "save"))
	f.hurryUp(t)
	f.due(t)
	f.clock.advance(time.Minute)
	f.due(t, north)
}

// due expects exactly these schools to be due.
func (f *fixture) due(t *testing.T, want ...roll.SchoolID) {
	t.Helper()
	due, err := f.Due(t.Context())
	must(t, err)
	if !slices.Equal(due, want) {
		t.Fatalf("due are %v, not %v", due, want)
	}
}

func retryAfter(wait time.Duration) saves.Closing {
	return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, wait) }
}

func probeSentences() []sentence {
	return []sentence{
		{"a school whose key is refused is probed by one process a minute", aSchoolWhoseKeyIsRefusedIsProbed},
		{"a school is probed at once when its key changes, and called with the new key", aSchoolIsProbedAtOnce},
		{"a school whose address is wrong is probed too: a redirect may be of a passing kind", aSchoolWhoseAddressIsWrong},
		{"a pause keeps its beginning after further refusals", aPauseKeepsItsBeginning},
		{"the first failure since the last answer counts, and the first answer after it is a recovery", recovers},
		{"a running success is recorded now and then", aRunningSuccessIsWrittenDownNow},
		{"a backlog counts waiting and stopped marks", aBacklogCountsMarks},
		{"each school has its own largest list", theLargestListIsKeptOfEachSchool},
	}
}

func aSchoolWhoseKeyIsRefusedIsProbed(f *fixture) {
	t := f.t
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	f.probes(t, 0)
	for range 3 {
		f.clock.advance(time.Minute)
		f.probes(t, 1)
	}
}

func aSchoolIsProbedAtOnce(f *fixture) {
	t := f.t
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	must(t, f.ReplaceKey(t.Context(), north, schools.Key{Sealed: []byte("new"), LastFour: "9876"}))
	f.probes(t, 1)
	key, err := f.KeyInUse(t.Context(), north)
	must(t, err)
	if string(key.Sealed) != "new" || key.LastFour != "9876" || key.ID == "" || !key.AddedAt.Equal(f.clock.Now()) {
		t.Errorf("the key in use is %+v", key)
	}
}

func aSchoolWhoseAddressIsWrong(f *fixture) {
	t := f.t
	must(t, f.Pause(t.Context(), north, roll.PausedAddress, time.Minute))
	f.probes(t, 0)
	f.clock.advance(time.Minute)
	f.probes(t, 1)
}

func aPauseKeepsItsBeginning(f *fixture) {
	t := f.t
	began := f.clock.Now()
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	f.clock.advance(10 * time.Second)
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	connection := f.connection(t)
	if connection.Pause != roll.PausedKey || !connection.PausedSince.Equal(began) || !connection.ProbeAt.Equal(began.Add(70*time.Second)) {
		t.Errorf("the connection is %+v", connection)
	}
	must(t, f.Resume(t.Context(), north))
	if after := f.connection(t); after.Pause != roll.NotPaused || !after.PausedSince.IsZero() {
		t.Errorf("afterwards it is %+v", after)
	}
}

func aRunningSuccessIsWrittenDownNow(f *fixture) {
	t := f.t
	f.reply(t, false, false)
	first := f.connection(t).LastOK
	f.clock.advance(10 * time.Second)
	f.reply(t, false, false)
	if again := f.connection(t).LastOK; !again.Equal(first) {
		t.Errorf("written at %v and again at %v", first, again)
	}
	f.clock.advance(10 * time.Second)
	f.reply(t, false, false)
	if later := f.connection(t).LastOK; !later.Equal(f.clock.Now()) {
		t.Errorf("the last answer is from %v", later)
	}
}

func aBacklogCountsMarks(f *fixture) {
	t := f.t
	began := f.clock.Now()
	f.accept(t, press("stops", absent(), unseen(1, 2)...))
	f.clock.advance(30 * time.Minute)
	f.stopped(t, 1)
	f.accept(t, press("waits", absent(), unseen(3, 4, 5)...))
	backlog := f.backlog(t)
	if backlog.Waiting != 3 || backlog.Stopped != 2 || !backlog.Oldest.Equal(began.Add(30*time.Minute)) {
		t.Errorf("the backlog is %+v", backlog)
	}
	must(t, f.KeyByHand(t.Context(), north, "stops", roll.Actor{Name: "K. Osei"}))
	if backlog := f.backlog(t); backlog.Stopped != 0 {
		t.Errorf("after keying in %d are stopped", backlog.Stopped)
	}
}

func theLargestListIsKeptOfEachSchool(f *fixture) {
	t := f.t
	must(t, f.LearnLargestList(t.Context(), north, 50))
	for school, want := range map[roll.SchoolID]int{north: 50} {
		found, err := f.School(t.Context(), school)
		most := found.MostStudents(f.clock.Now())
		must(t, err)
		if most != want {
			t.Errorf("school %s takes %d", school, most)
		}
	}
}

// probes makes two processes request probes at once and expects that number to be granted.
func (f *fixture) probes(t *testing.T, want int) {
	t.Helper()
	given := make([]int, 2)
	var both sync.WaitGroup
	for i, process := range []*Store{f.Store, f.another(t)} {
		both.Go(func() {
			schools, err := process.TakeProbes(t.Context(), time.Minute)
			if err != nil {
				t.Error(err)
			}
			given[i] = len(schools)
		})
	}
	both.Wait()
	if given[0]+given[1] != want {
		t.Errorf("%d and %d probes were given instead of %d", given[0], given[1], want)
	}
}

func (f *fixture) backlog(t *testing.T) roll.Backlog {
	t.Helper()
	backlog, err := f.Backlog(t.Context(), 0, north)
	must(t, err)
	return backlog
}

func (f *fixture) connection(t *testing.T) roll.Connection {
	t.Helper()
	connection, err := f.Connection(t.Context(), north)
	must(t, err)
	alone, err := f.School(t.Context(), north)
	must(t, err)
	if school, same, err := f.SchoolAndConnection(t.Context(), north); err != nil || school != alone || same != connection {
		t.Errorf("together they are %+v and %+v, %v", school, same, err)
	}
	return connection
}

// reply records a reply and expects it to be a recovery or not.
func (f *fixture) reply(t *testing.T, failed, recovery bool) {
	t.Helper()
	problem := ""
	if failed {
		problem = "dns"
	}
	recovered, err := f.NoteReply(t.Context(), north, failed, problem)
	must(t, err)
	if recovered != recovery {
		t.Errorf("recovered: %t", recovered)
	}
}

func recovers(f *fixture) {
	t := f.t
	f.reply(t, false, false)
	f.clock.advance(time.Second)
	began := f.clock.Now()
	f.reply(t, true, false)
	f.clock.advance(time.Second)
	f.reply(t, true, false)
	if connection := f.connection(t); !connection.Failing() || !connection.FailingSince.Equal(began) || connection.Problem != "dns" {
		t.Errorf("the connection is %+v", connection)
	}
	f.reply(t, false, true)
	if connection := f.connection(t); connection.Failing() || connection.Problem != "" || !connection.LastOK.Equal(f.clock.Now()) {
		t.Errorf("after the recovery it is %+v", connection)
	}
	f.reply(t, false, false)
}

func (f *fixture) hurryUp(t *testing.T) {
	t.Helper()
	_, err := f.HurryUp(t.Context(), north)
	must(t, err)
}

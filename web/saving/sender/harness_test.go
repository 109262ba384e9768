package sender

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/saves"
)

// bubble is the real store and a real sender around a scripted service, in a bubble with a virtual clock.
type bubble struct {
	*testing.T
	store   *store.Store
	service *scripted
	sender  *Sender
	end     func()
	saves   int
	// zone is the schools' time zone.
	zone *time.Location
	// log receives the sender's records.
	log bytes.Buffer
}

// alone runs a test with one sender.
func alone(t *testing.T, template string, test func(b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(quickDir(t), "sender.db")
		copyFile(t, template, file)
		opened, err := store.Open(t.Context(), "sqlite:"+file, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		b := &bubble{T: t, store: opened, zone: time.UTC, service: &scripted{answer: accepts, probe: func(roll.School) error { return nil }}}
		b.end = sync.OnceFunc(b.start())
		test(b)
		b.end()
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
}

// start runs a sender on the bubble's store; the bubble's saves wake it.
func (b *bubble) start() (end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(b.Context()))
	ended := make(chan struct{})
	started := New(b.store, b.service, live.NewHub(), uncounted{}, slog.New(slog.NewTextHandler(&b.log, nil)))
	go func() {
		defer close(ended)
		started.Run(ctx)
	}()
	b.sender = started
	return func() {
		cancel()
		<-ended
	}
}

// pass lets time pass.
func (b *bubble) pass(d time.Duration) {
	b.Helper()
	time.Sleep(d)
	synctest.Wait()
}

// save accepts a press of the status for the students and wakes the sender.
func (b *bubble) save(status roll.StatusID, students ...int) roll.Token {
	b.Helper()
	school, token := b.keep(0, status, students...)
	b.sender.kick(school, token)
	synctest.Wait()
	return token
}

// keep accepts a press at a school without waking the sender.
func (b *bubble) keep(school int, status roll.StatusID, students ...int) (roll.SchoolID, roll.Token) {
	b.Helper()
	b.saves++
	id := (&run{}).school(school)
	today := roll.DateOf(time.Now(), b.zone)
	save := roll.Save{
		Token: roll.Token("save-" + roll.StatusID(b.saves).String()), School: id, Period: "1", Class: "8B", Date: today,
		Intent: roll.Intent{Status: roll.Status{ID: status, Name: "Status " + status.String()}}, By: roll.Actor{Person: "p", Role: roll.Office}, Generation: 1,
	}
	for _, student := range students {
		enrolment := enrolmentOf(school, student)
		save.Rows = append(save.Rows, roll.SaveRow{Enrolment: enrolment, Student: roll.StudentID(enrolment) + 5000, Seen: b.marks(school)[enrolment].Version})
	}
	if _, _, err := b.store.AcceptAndClaim(b.Context(), b.zone, saves.Claiming{}, save); err != nil {
		b.Fatal(err)
	}
	return save.School, save.Token
}

func (b *bubble) marks(school int) map[roll.EnrolmentID]roll.Mark {
	b.Helper()
	marks := make(map[roll.EnrolmentID]roll.Mark)
	if err := b.store.EachMark(b.Context(), (&run{}).school(school), func(mark roll.Mark) { marks[mark.Enrolment] = mark }); err != nil {
		b.Fatal(err)
	}
	return marks
}

// outcomes expects the students of the first school to have the outcome.
func (b *bubble) outcomes(want roll.Outcome, students ...int) {
	b.Helper()
	marks := b.marks(0)
	for _, student := range students {
		if got := marks[enrolmentOf(0, student)].Outcome; got != want {
			b.Errorf("student %d is %s instead of %s", student, got, want)
		}
	}
}

// upTo returns the numbers from 1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// call is one call of the scripted service.
type call struct {
	attempt roll.Attempt
	at      time.Time
}

func (c call) students() []int {
	var students []int
	for _, mark := range c.attempt.Marks {
		students = append(students, int(mark.Enrolment)%100)
	}
	return students
}

// scripted is a service with answers set by a test.
type scripted struct {
	mu     sync.Mutex
	answer func(attempt roll.Attempt) roll.Reply
	probe  func(school roll.School) error
	had    []call
	tried  int
	open   map[roll.SchoolID]int
	most   map[roll.SchoolID]int
}

func (s *scripted) answers(with func(attempt roll.Attempt) roll.Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = with
}

func (s *scripted) probes(with func(school roll.School) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.probe = with
}

// probed counts the probes.
func (s *scripted) probed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tried
}

// mostOf is the maximum number of simultaneous calls of the school.
func (s *scripted) mostOf(school roll.SchoolID) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most[school]
}

func (s *scripted) calls() []call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.had)
}

// Send makes one call of the script.
func (s *scripted) Send(_ context.Context, _ roll.School, attempt roll.Attempt, window roll.Window) roll.Reply {
	began := time.Now()
	if s.arrive(attempt, began) > mostCalls {
		// A sender that never pauses would let no time pass.
		time.Sleep(time.Hour)
	}
	defer s.leave(attempt.School)
	s.mu.Lock()
	answer := s.answer
	s.mu.Unlock()
	reply := answer(attempt)
	if reply.State != roll.NotSent {
		reply.SentAt = window.SentAt(began)
	}
	return reply
}

// mostCalls is more than any test needs.
const mostCalls = 2000

func (s *scripted) arrive(attempt roll.Attempt, at time.Time) (calls int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open, s.most = make(map[roll.SchoolID]int), make(map[roll.SchoolID]int)
	}
	s.had = append(s.had, call{attempt, at})
	s.open[attempt.School]++
	s.most[attempt.School] = max(s.most[attempt.School], s.open[attempt.School])
	return len(s.had)
}

func (s *scripted) leave(school roll.SchoolID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[school]--
}

// CanRead reports that no day can be read.
func (s *scripted) CanRead(context.Context, roll.School) (bool, error) { return false, nil }

// ReadDay is never called.
func (s *scripted) ReadDay(context.Context, roll.School, roll.PeriodID, roll.Date) ([]roll.DayMark, error) {
	return nil, errKeyRefused
}

// Probe makes the call that changes nothing.
func (s *scripted) Probe(_ context.Context, school roll.School) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tried++
	return s.probe(school)
}

// accepts is a service that records its requests.
func accepts(attempt roll.Attempt) roll.Reply { return returning(attempt, attempt.Status.Name) }

// returning is an answer that names every student with the status.
func returning(attempt roll.Attempt, status string) roll.Reply {
	var items []roll.Item
	for _, mark := range attempt.Marks {
		items = append(items, roll.Item{Student: mark.Student, Status: status, Date: attempt.Date})
	}
	return answering(attempt, items...)
}

func answering(attempt roll.Attempt, items ...roll.Item) roll.Reply {
	reply := roll.Reply{State: roll.Answered, HTTPStatus: 200, Reading: roll.Read(attempt.Rows(), attempt.Date, items, nil)}
	if !reply.Reading.Valid {
		reply.State = roll.Unknown
	}
	return reply
}

// always is a service that gives the same reply to every call.
func always(reply roll.Reply) func(roll.Attempt) roll.Reply {
	return func(roll.Attempt) roll.Reply { return reply }
}

// uncounted drops every count.
type uncounted struct{}

func (uncounted) Accepted([]roll.Acceptance) {}
func (uncounted) Became(roll.Outcome)        {}

package sender

import (
	"context"
	"net/http"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// sendOne claims the turn's marks, sends them and closes the attempt. More reports whether something may be
// left.
func (s *Sender) sendOne(ctx context.Context, taken turn) (how result, more bool) {
	school, err := s.store.School(ctx, taken.school)
	if err != nil {
		s.complain(ctx, "read a school", err)
		return neither, false
	}
	s.know(ctx, school.ID)
	terms := s.terms(ctx, school)
	if terms.Readable && taken.save == "" {
		s.readFirst(ctx, school)
	}
	attempt, window, ok, err := s.claim(ctx, school, taken.save, terms)
	if err != nil {
		s.complain(ctx, "claim a save", err)
		return neither, false
	}
	if !ok {
		return nothingDue, false
	}
	return s.deliver(ctx, school, s.lanes.claimed(taken, attempt.Save), attempt, window)
}

// deliver sends the claimed marks and closes the attempt. If the school has more to send, deliver continues
// with it.
func (s *Sender) deliver(ctx context.Context, school roll.School, taken turn, attempt roll.Attempt,
	window roll.Window) (how result, more bool) {
	if attempt.At.ID != "" {
		school = attempt.At
	}
	began := time.Now()
	reply := s.service.Send(ctx, school, attempt, window)
	switch {
	case reply.State == roll.Answered:
		s.lanes.answered(taken, time.Since(began))
	case reply.State == roll.AskedToWait, reply.HTTPStatus == http.StatusServiceUnavailable:
		s.lanes.refused(taken)
	}
	if reply.State == roll.Gone {
		reply = s.askPeriods(ctx, school, window, reply)
	}
	reply.Same = s.sameAs(ctx, attempt)
	how, more = resultOf(taken, reply)
	var next *following
	if how == succeeded && Complete(reply) {
		next = s.follow(ctx, school)
	}
	if next != nil {
		how = handedOn
	}
	s.close(ctx, school, attempt, reply, next)
	s.signal(attempt)
	return how, more
}

// following is the school's next turn after a closed attempt.
type following struct {
	turn  turn
	terms saves.Terms
}

// follow takes the school's next turn, or returns nil when there is none. When the day can be read, it takes
// no turn for a backlog, which must be read first.
func (s *Sender) follow(ctx context.Context, school roll.School) *following {
	terms := s.terms(ctx, school)
	taken, ok := s.lanes.follow(school.ID, !terms.Readable, func() { s.work.Add(1) })
	if !ok {
		return nil
	}
	return &following{taken, terms}
}

// resultOf classifies a reply and reports whether more may be due.
func resultOf(taken turn, reply roll.Reply) (how result, more bool) {
	switch {
	case reply.State.Decides():
		return succeeded, taken.save == "" || !Complete(reply)
	case reply.State == roll.AskedToWait:
		return toldToWait, taken.save == ""
	}
	return failed, taken.save == ""
}

// Complete reports whether an answer settles every student, so that nothing of the save is due at once.
func Complete(reply roll.Reply) bool {
	unconfirmed := func(student roll.StudentReading) bool { return student.Verdict != roll.Confirmed }
	return reply.State == roll.Answered && !slices.ContainsFunc(reply.Reading.Students, unconfirmed)
}

// claim takes a lease and computes the window of the call.
func (s *Sender) claim(ctx context.Context, school roll.School, save roll.Token,
	terms saves.Terms) (roll.Attempt, roll.Window, bool, error) {
	before := time.Now()
	attempt, ok, err := s.store.Claim(ctx, school.ID, save, school.Timing(), terms)
	if err != nil || !ok {
		return roll.Attempt{}, roll.Window{}, false, err
	}
	return attempt, newWindow(school.Timing(), attempt, before), true, nil
}

// newWindow returns the window for the call of a claimed attempt. It counts its end from before the claim and
// its own time from after, so that a slow claim never widens it.
func newWindow(timing roll.Timing, attempt roll.Attempt, before time.Time) roll.Window {
	return roll.Window{
		ClaimedAt:  attempt.ClaimedAt,
		Claimed:    time.Now(),
		SendBefore: before.Add(timing.Fence),
		Deadline:   before.Add(timing.Connection),
		Call:       timing.Call,
	}
}

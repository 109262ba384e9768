package sender

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
)

// sendOne claims what the turn is for, sends it and closes the attempt. more
// tells whether something may be left.
func (s *Sender) sendOne(ctx context.Context, taken turn) (how result, more bool) {
	school, err := s.store.School(ctx, taken.school)
	if err != nil {
		s.complain(ctx, "read a school", err)
		return neither, false
	}
	readable, err := s.service.CanRead(ctx, school)
	if err != nil {
		s.complain(ctx, "look whether a school can be read", err)
	}
	if readable && taken.save == "" {
		s.readFirst(ctx, school)
	}
	attempt, window, ok, err := s.claim(ctx, school, taken.save, readable)
	if err != nil {
		s.complain(ctx, "claim a save", err)
		return neither, false
	}
	if !ok {
		return nothingDue, false
	}
	return s.deliver(ctx, school, taken, attempt, window)
}

// deliver sends what was claimed and closes the attempt.
func (s *Sender) deliver(ctx context.Context, school roll.School, taken turn, attempt roll.Attempt, window roll.Window) (how result, more bool) {
	reply := s.service.Send(ctx, school, attempt, window)
	reply.Same = s.sameAs(ctx, attempt)
	s.close(ctx, school, attempt, reply)
	s.tell(attempt)
	if reply.State == roll.Answered || reply.State == roll.Rejected {
		return succeeded, taken.save == "" || reply.State == roll.Rejected || !complete(reply)
	}
	return failed, taken.save == ""
}

// complete tells whether the answer settles every student, so that nothing of
// the save can be due at once.
func complete(reply roll.Reply) bool {
	for _, student := range reply.Reading.Students {
		if student.Verdict != roll.Confirmed {
			return false
		}
	}
	return true
}

// claim takes a lease and the window in which the call may be made.
func (s *Sender) claim(ctx context.Context, school roll.School, save roll.Token, readable bool) (roll.Attempt, roll.Window, bool, error) {
	before := time.Now()
	attempt, ok, err := s.store.Claim(ctx, school.ID, save, school.Timing(), store.Terms{Most: school.LargestList, Readable: readable})
	if err != nil || !ok {
		return roll.Attempt{}, roll.Window{}, false, err
	}
	return attempt, newWindow(school.Timing(), attempt, before), true, nil
}

// newWindow is when the call of an attempt may be made that was just claimed. Its ends
// are reckoned from before the claim, its own time from after it, so that the time that
// the claim took never widens it.
func newWindow(timing roll.Timing, attempt roll.Attempt, before time.Time) roll.Window {
	return roll.Window{
		ClaimedAt:  attempt.ClaimedAt,
		Claimed:    time.Now(),
		SendBefore: before.Add(timing.Fence),
		Deadline:   before.Add(timing.Connection),
		Call:       timing.Call,
	}
}

package sender

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// accept makes the sender accept a press for students of the first school without seen marks.
func (b *bubble) accept(status roll.StatusID, token roll.Token, students ...int) roll.Acceptance {
	b.Helper()
	school, err := b.store.School(b.Context(), "school-0")
	if err != nil {
		b.Fatal(err)
	}
	save := roll.Save{
		Token: token, School: school.ID, Period: "1", Class: "8B", Date: roll.DateOf(time.Now(), b.zone),
		Intent: roll.Intent{Status: roll.Status{ID: status, Name: "Status " + status.String()}}, By: roll.Actor{Person: "p", Role: roll.Teacher}, Generation: school.Generation,
	}
	for _, student := range students {
		enrolment := enrolmentOf(0, student)
		save.Rows = append(save.Rows, roll.SaveRow{Enrolment: enrolment, Student: roll.StudentID(enrolment) + 5000})
	}
	accepted, err := b.sender.Accept(b.Context(), school, save)
	if err != nil {
		b.Fatal(err)
	}
	return accepted[0]
}

// claimless is a store whose Claim fails.
type claimless struct{ Store }

var errClaimless = errors.New("nothing is claimed by itself")

// Claim always fails.
func (claimless) Claim(context.Context, roll.SchoolID, roll.Token, roll.Timing, saves.Terms) (roll.Attempt, bool, error) {
	return roll.Attempt{}, false, errClaimless
}

// forgetful is a store that can close or claim, but not both at once.
type forgetful struct{ Store }

// CloseAndClaim always fails.
func (forgetful) CloseAndClaim(context.Context, roll.Attempt, roll.Reply, saves.Closing, saves.Following) (bool, roll.Attempt, error) {
	return false, roll.Attempt{}, errClaimless
}

// runOn runs a sender on another store until the returned function is called.
func (b *bubble) runOn(store Store) (end func()) {
	b.Helper()
	b.end()
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan struct{})
	b.sender = New(store, b.service, live.NewHub(), uncounted{}, slog.New(slog.DiscardHandler))
	go func() {
		defer close(ended)
		b.sender.Run(ctx)
	}()
	b.pass(time.Millisecond)
	return func() {
		cancel()
		<-ended
	}
}

// afterASecond is a service that takes a bit more than a second for each call, so that no call ends when the sender
// looks for due marks.
func (b *bubble) afterASecond() {
	b.service.answers(func(attempt roll.Attempt) roll.Reply {
		time.Sleep(1100 * time.Millisecond)
		return accepts(attempt)
	})
}

func TestAPressIsClaimedWithItsCommitWhileTheSchoolsCallsAreFree(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		end := b.runOn(claimless{b.store})
		b.accept(2, "press", 1, 2)
		b.pass(time.Millisecond)
		b.outcomes(roll.Saved, 1, 2)
		end()
		b.accept(2, "later", 3)
		b.pass(time.Minute)
		b.outcomes(roll.Waiting, 3)
	})
}

func TestAPressThatWaitsIsClaimedWithTheAnswerToTheOneBefore(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		defer b.runOn(claimless{b.store})()
		b.afterASecond()
		for i, token := range []roll.Token{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
			b.accept(2, token, i+1)
		}
		b.pass(1500 * time.Millisecond)
		b.outcomes(roll.Saved, upTo(8)...)
		b.outcomes(roll.Waiting, 9)
		// By then it is a backlog: the sender looks for due marks each second.
		b.pass(time.Second)
		b.outcomes(roll.Saved, 9)
	})
}

func TestAnAnswerIsRecordedAlsoIfTheNextClaimFails(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		defer b.runOn(forgetful{b.store})()
		b.afterASecond()
		for i, token := range []roll.Token{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
			b.accept(2, token, i+1)
		}
		b.pass(1500 * time.Millisecond)
		b.outcomes(roll.Saved, upTo(8)...)
		b.pass(time.Second)
		b.outcomes(roll.Saved, 9)
		if calls := len(b.service.calls()); calls != 9 {
			b.Errorf("there were %d calls", calls)
		}
	})
}

func TestAPressWaitsForItsTurnWhereOthersAreUnderWay(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.pass(time.Millisecond)
		b.afterASecond()
		for i, token := range []roll.Token{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
			b.accept(2, token, i+1)
		}
		story, err := b.store.Story(b.Context(), "school-0", "i")
		if err != nil || len(story.Attempts) != 0 {
			b.Errorf("the ninth press has %d attempts, %v", len(story.Attempts), err)
		}
		b.pass(3 * time.Second)
		b.outcomes(roll.Saved, upTo(9)...)
	})
}

func TestHeldOrEarlierMarksAreNotSentAnew(t *testing.T) {
	t.Parallel()
	alone(t, modelTemplate(t), func(b *bubble) {
		b.pass(time.Millisecond)
		b.accept(2, "press", 1)
		b.pass(0)
		if again := b.accept(2, "press", 1); !again.Repeated {
			b.Error("the same press is accepted anew")
		}
		if late := b.accept(1, "late", 1); len(late.Held) != 1 {
			b.Error("a press by somebody who saw no mark is not held")
		}
		b.pass(time.Second)
		if calls := len(b.service.calls()); calls != 1 {
			b.Errorf("there were %d calls", calls)
		}
	})
}

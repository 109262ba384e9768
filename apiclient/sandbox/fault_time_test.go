package sandbox

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"
)

// saving posts a save of one student in the background.
func (s *service) saving(ctx context.Context, t *testing.T, enrolment int64) chan reply {
	t.Helper()
	body, done := saveBody(s.status(t, "Late"), "", enrolment), make(chan reply, 1)
	go func() { done <- s.send(ctx, "POST", pathBulk, body, s.headers(harbourSchool())) }()
	return done
}

func wantReset(t *testing.T, r reply) {
	t.Helper()
	if !errors.Is(r.err, syscall.ECONNRESET) {
		t.Errorf("answer %d %q %v, want a reset connection", r.code, r.body, r.err)
	}
}

func TestADelayBeforeHoldsTheChangeBackAndADelayAfterOnlyTheAnswer(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayBeforeMs: 12000, DelayAfterMs: 3000})
	id := class[0].EnrolmentID
	done := s.saving(t.Context(), t, id)
	before := <-s.timers
	if before.wait != 12*time.Second || s.mark(t, id) != "" {
		t.Errorf("waits %v, holds %q", before.wait, s.mark(t, id))
	}
	before.fire()
	after := <-s.timers
	if after.wait != 3*time.Second || s.mark(t, id) != "Late" || len(done) > 0 {
		t.Errorf("waits %v, holds %q, %d answers", after.wait, s.mark(t, id), len(done))
	}
	after.fire()
	(<-done).items(t)
}

func TestADelayedChangeIsAppliedAlthoughItsCallerHasLeft(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayBeforeMs: 20000})
	ctx, leave := context.WithCancel(t.Context())
	done := s.saving(ctx, t, class[0].EnrolmentID)
	wait := <-s.timers
	leave()
	if r := <-done; !errors.Is(r.err, context.Canceled) {
		t.Fatalf("answer %+v", r)
	}
	wait.fire()
	s.server.Close()
	if held := s.mark(t, class[0].EnrolmentID); held != "Late" {
		t.Errorf("holds %q", held)
	}
}

func TestAHangingSaveEndsWithItsConnectionAndAppliesNothing(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayBeforeMs: 1, Hang: HangBefore})
	ctx, leave := context.WithCancel(t.Context())
	done := s.saving(ctx, t, class[0].EnrolmentID)
	(<-s.timers).fire()
	leave()
	if r := <-done; !errors.Is(r.err, context.Canceled) {
		t.Fatalf("answer %+v", r)
	}
	s.server.Close()
	if held := s.mark(t, class[0].EnrolmentID); held != "" || s.Hanging() != 0 {
		t.Errorf("holds %q, %d hang", held, s.Hanging())
	}
	if one := s.Arrivals("")[0]; one.Out == nil || one.Code != 0 || one.Applied {
		t.Errorf("arrival %+v", one)
	}
}

func TestAHangThatComesAfterHasAppliedTheChange(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayAfterMs: 1, Hang: HangAfter})
	ctx, leave := context.WithCancel(t.Context())
	done := s.saving(ctx, t, class[0].EnrolmentID)
	(<-s.timers).fire()
	leave()
	if r := <-done; !errors.Is(r.err, context.Canceled) {
		t.Fatalf("answer %+v", r)
	}
	s.server.Close()
	if one := s.Arrivals("")[0]; s.mark(t, class[0].EnrolmentID) != "Late" || !one.Applied || one.Code != 0 {
		t.Errorf("holds %q, arrival %+v", s.mark(t, class[0].EnrolmentID), one)
	}
}

func TestAConnectionResetBeforeTheBodyIsReadAppliesNothing(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Reset: ResetUnread})
	wantReset(t, s.save(t, s.status(t, "Late"), class[0].EnrolmentID))
	if one := s.Arrivals("")[0]; s.mark(t, class[0].EnrolmentID) != "" || one.Body != "" || one.Code != 0 {
		t.Errorf("holds %q, arrival %+v", s.mark(t, class[0].EnrolmentID), one)
	}
}

func TestAConnectionResetAfterTheBodyWasReadAppliesNothing(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Reset: ResetRead})
	wantReset(t, s.save(t, s.status(t, "Late"), class[0].EnrolmentID))
	if one := s.Arrivals("")[0]; s.mark(t, class[0].EnrolmentID) != "" || one.Body == "" {
		t.Errorf("holds %q, arrival %+v", s.mark(t, class[0].EnrolmentID), one)
	}
}

func TestALostReplyHasAppliedTheChange(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{Reset: ResetApplied})
	wantReset(t, s.save(t, s.status(t, "Late"), class[0].EnrolmentID))
	if held := s.mark(t, class[0].EnrolmentID); held != "Late" {
		t.Errorf("holds %q", held)
	}
}

func TestALateChangeIsAppliedAfterItsReplyWasLostAndOverwritesChangesBetween(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{LateMs: 40000, Calls: 1})
	id := class[0].EnrolmentID
	wantReset(t, s.save(t, s.status(t, "Absent"), id))
	late := <-s.timers
	if late.wait != 40*time.Second || s.mark(t, id) != "" || s.Arrivals("")[0].Applied {
		t.Errorf("waits %v, holds %q", late.wait, s.mark(t, id))
	}
	s.save(t, s.status(t, "Present"), id).items(t)
	late.fire()
	if held := s.mark(t, id); held != "Absent" || !s.Arrivals("")[0].Applied {
		t.Errorf("holds %q, want the late change", held)
	}
}

func TestALateChangeMayHideBehindAnAnswerOrAHang(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{LateMs: 1000, Status: 504, Calls: 1}, Fault{LateMs: 2000, Hang: HangBefore})
	if r := s.save(t, s.status(t, "Late"), class[0].EnrolmentID); r.code != 504 {
		t.Errorf("answer %d", r.code)
	}
	(<-s.timers).fire()
	ctx, leave := context.WithCancel(t.Context())
	done := s.saving(ctx, t, class[1].EnrolmentID)
	late := <-s.timers
	leave()
	<-done
	late.fire()
	if one, other := s.mark(t, class[0].EnrolmentID), s.mark(t, class[1].EnrolmentID); one != "Late" || other != "Late" {
		t.Errorf("hold %q and %q", one, other)
	}
}

func TestALateChangeThatIsDueAfterCloseIsDropped(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{LateMs: 1000})
	wantReset(t, s.save(t, s.status(t, "Late"), class[0].EnrolmentID))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	(<-s.timers).fire()
	if s.Arrivals("")[0].Applied {
		t.Error("applied")
	}
}

func TestAnEndlessAnswerNeverBecomesWhole(t *testing.T) {
	t.Parallel()
	const length = 3 << 20
	s, class := faulty(t, Fault{EndlessBytes: length})
	r := s.save(t, s.status(t, "Late"), class[0].EnrolmentID)
	if r.err != nil || len(r.body) != length+1 || !strings.HasPrefix(r.body, `[{"studentId":`) || strings.Contains(r.body, "]") {
		t.Errorf("%d bytes, %.80s, %v", len(r.body), r.body, r.err)
	}
}

func TestCloseEndsWaitingRequests(t *testing.T) {
	t.Parallel()
	s, class := faulty(t, Fault{DelayBeforeMs: 60000})
	done := s.saving(t.Context(), t, class[0].EnrolmentID)
	<-s.timers
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if r := <-done; !errors.Is(r.err, syscall.ECONNRESET) && !errors.Is(r.err, io.EOF) {
		t.Errorf("answer %+v", r)
	}
}

package roll

import (
	"math/rand/v2"
	"time"
)

// Timing bounds the time that calls to one school's service may take.
type Timing struct {
	// Fence is the time after its claim within which a request may begin.
	Fence time.Duration
	// Call is the time within which the service has to answer.
	Call time.Duration
	// Connection is the time after the claim at which the connection ends at the latest.
	Connection time.Duration
	// Lease is the time after the claim within which nobody else may send for the same marks.
	Lease time.Duration
	// Apply is the time within which the service may still apply a request that was given up
	// ("Q" for short).
	Apply time.Duration
}

// NewTiming returns the timing for a service that has the time of call to answer, and that
// may still apply a request within the time of apply after it was given up.
func NewTiming(call, apply time.Duration) Timing {
	return Timing{
		Fence:      3 * time.Second,
		Call:       call,
		Connection: call + 3*time.Second,
		Lease:      call + 5*time.Second,
		Apply:      apply,
	}
}

// Progress tells how far the sending of one student's mark on one date is.
type Progress struct {
	Enrolment EnrolmentID
	Student   StudentID
	// Version is the newest intent's number.
	Version int64
	// Save is the press that it belongs to.
	Save    Token
	Outcome Outcome
	// Returned and AnsweredAt are the answer that settled it.
	Returned   string
	AnsweredAt time.Time
	// DueAt tells when to send next; zero while nothing is to be sent.
	DueAt time.Time
	// Tries counts the failures since the last success, for the backoff.
	Tries int
	// UnknownAt tells when the last attempt with an unknown outcome closed; zero when
	// none can still take effect.
	UnknownAt time.Time
	// Asserted is true when the newest intent has a valid answer that must be
	// repeated, because an unknown attempt could still overwrite it.
	Asserted bool
	// Again is true when an answer left the student out once already.
	Again bool
	// Part groups marks that go in one request after the service refused a larger one.
	Part int64
	// InVersion and OutVersion are the newest intents with a check in and a check
	// out that have not been answered; 0 for none.
	InVersion, OutVersion int64
}

// Attempted is the part of an attempt that decides what its reply means.
type Attempted struct {
	// Version is the newest intent's number when the attempt was claimed.
	Version int64
	// CheckVersion is the intent whose check it carried; 0 for none.
	CheckVersion int64
	// SentAt tells when sending began, ClosedAt when the attempt closed.
	SentAt, ClosedAt time.Time
}

// superseded tells whether a newer intent came while the attempt was open, or a
// check is still to be sent. The newest intent is then due at once.
func (p Progress) superseded(by Attempted) bool {
	return p.Version != by.Version || p.InVersion != 0 || p.OutVersion != 0
}

// Confirm is the progress after an answer that names the student. same tells
// whether the returned status is the one sent, by name or by alias.
//
// It settles the mark only when its sending began so long after every unknown
// attempt that none of those can still take effect; otherwise it is sent once more.
func (p Progress) Confirm(by Attempted, returned string, same bool, timing Timing) Progress {
	p.Tries, p.Again, p.Part = 0, false, 0
	safe := p.UnknownAt.Add(timing.Apply)
	if !p.UnknownAt.IsZero() && by.SentAt.Before(safe) {
		return p.repeat(by, safe)
	}
	p = p.checkAnswered(by)
	if p.superseded(by) {
		p.Asserted = false
		return p.dueAgain(by.ClosedAt)
	}
	p.Outcome = Saved
	if !same {
		p.Outcome = Differs
	}
	p.Returned, p.AnsweredAt = returned, by.ClosedAt
	p.UnknownAt, p.Asserted, p.DueAt = time.Time{}, false, time.Time{}
	return p
}

// repeat is the progress after an answer that an unknown attempt could still
// overwrite: the newest intent goes at once where it is another one, else again, with
// its check, when that attempt can no longer take effect. What has stopped stays so.
func (p Progress) repeat(by Attempted, safe time.Time) Progress {
	if p.Version != by.Version {
		return p.dueAgain(by.ClosedAt)
	}
	if p.Outcome.UnderWay() {
		p.Outcome, p.Asserted, p.DueAt = Confirming, true, safe
	}
	return p
}

func (p Progress) checkAnswered(by Attempted) Progress {
	if by.CheckVersion != 0 && p.InVersion == by.CheckVersion {
		p.InVersion = 0
	}
	if by.CheckVersion != 0 && p.OutVersion == by.CheckVersion {
		p.OutVersion = 0
	}
	return p
}

// dueAgain sends the newest intent at the instant, unless it has stopped.
func (p Progress) dueAgain(at time.Time) Progress {
	if p.Outcome.UnderWay() {
		p.Outcome, p.DueAt = p.pending(), at
	}
	return p
}

// pending is the outcome of a mark that is under way.
func (p Progress) pending() Outcome {
	if p.UnknownAt.IsZero() {
		return Waiting
	}
	return Confirming
}

// LeaveOut is the progress after a valid answer that does not name the student,
// or that contradicts itself about the student: it goes again once, then a
// person has to look.
func (p Progress) LeaveOut(by Attempted) Progress {
	if p.superseded(by) {
		return p.dueAgain(by.ClosedAt)
	}
	if p.Again {
		return p.Refuse(by)
	}
	p.Again = true
	return p.dueAgain(by.ClosedAt)
}

// Doubt is the progress after an attempt that may or may not have been applied,
// now or later.
func (p Progress) Doubt(by Attempted, wait time.Duration) Progress {
	p.UnknownAt = by.ClosedAt
	p.Asserted = false
	return p.Retry(by, wait)
}

// Retry is the progress after an attempt that was not applied and may be
// repeated.
func (p Progress) Retry(by Attempted, wait time.Duration) Progress {
	p.Tries++
	return p.dueAgain(by.ClosedAt.Add(wait))
}

// Refuse is the progress after the service refused the student's mark alone.
func (p Progress) Refuse(by Attempted) Progress {
	p = p.checkAnswered(by)
	p.Part, p.Again = 0, false
	if p.superseded(by) {
		return p.dueAgain(by.ClosedAt)
	}
	p.Outcome, p.DueAt, p.Asserted = Refused, time.Time{}, false
	p.AnsweredAt = by.ClosedAt
	return p
}

// Divide is the progress after the service refused a list that the student was
// in: the mark goes again with the others of the part.
func (p Progress) Divide(by Attempted, part int64) Progress {
	p.Part = part
	return p.dueAgain(by.ClosedAt)
}

// Read is the progress after the school's day was read, when no unknown attempt
// could take effect any more. A check that was not answered is sent although the
// status is there: the day does not tell of it.
func (p Progress) Read(found Found, returned string, at time.Time) Progress {
	if found == FoundSent && (p.InVersion != 0 || p.OutVersion != 0) {
		found = FoundKnown
	}
	switch found {
	case FoundSent:
		p.Outcome = Saved
	case FoundOther:
		p.Outcome, p.InVersion, p.OutVersion = Conflict, 0, 0
	case FoundKnown:
		p.UnknownAt = time.Time{}
		return p.dueAgain(at)
	}
	p.Returned, p.AnsweredAt = returned, at
	p.UnknownAt, p.Asserted, p.DueAt = time.Time{}, false, time.Time{}
	return p
}

// ChangeElsewhere is the progress of a settled mark for which the school system was read, at
// the instant, to have another status than it returned.
func (p Progress) ChangeElsewhere(there string, asSent bool, at time.Time) Progress {
	p.Outcome, p.Returned, p.AnsweredAt = Conflict, there, at
	if asSent {
		p.Outcome = Saved
	}
	return p
}

// RepetitionLimit bounds the delay with which a repetition may still be sent when its
// save has stopped.
const RepetitionLimit = time.Minute

// Stop is the progress, at the instant, of a mark that waited too long. A repetition
// that an unknown attempt asked for still has its first try, if nothing held it up.
func (p Progress) Stop(now time.Time) Progress {
	inTime := p.DueAt.IsZero() || now.Before(p.DueAt.Add(RepetitionLimit))
	if !p.Outcome.UnderWay() || p.Asserted && p.Tries == 0 && inTime {
		return p
	}
	p.Outcome, p.DueAt, p.Part = Stopped, time.Time{}, 0
	p.InVersion, p.OutVersion = 0, 0
	return p
}

// Halt stops a mark that waits, because a person says so; ok is false for a mark of which
// something may be on its way: what becomes of that is not for us to say.
func (p Progress) Halt() (halted Progress, ok bool) {
	if p.Outcome != Waiting || !p.UnknownAt.IsZero() {
		return p, false
	}
	p.Outcome, p.DueAt, p.Part = Stopped, time.Time{}, 0
	p.InVersion, p.OutVersion = 0, 0
	return p, true
}

// Backoff is the wait before the next try after so many failures in a row: 2 to
// 30 seconds, doubling, with jitter so that schools do not come back in step.
func Backoff(failures int, random *rand.Rand) time.Duration {
	const least, most = 2 * time.Second, 30 * time.Second
	wait := least << min(max(failures, 0), 4)
	wait += time.Duration(random.Int64N(int64(wait)))
	return min(wait, most)
}

// CallLimit returns the largest number of calls that a save of so many students may cost
// when the service refuses lists and they are halved.
func CallLimit(students int) int {
	halvings := 0
	for size := 1; size < students; size *= 2 {
		halvings++
	}
	return 4*halvings + 4
}

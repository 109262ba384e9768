package roll

import (
	"math/rand/v2"
	"time"
)

// Timing limits the calls to one school's service.
type Timing struct {
	// Fence is how long after its claim a request may begin.
	Fence time.Duration
	// Call is the time limit of one call to the service.
	Call time.Duration
	// Connection is how long after the claim the connection ends at the latest.
	Connection time.Duration
	// Lease is how long after the claim no other sender may send the same marks.
	Lease time.Duration
	// Apply is how long the service may still apply an abandoned request ("Q" for short).
	Apply time.Duration
}

// NewTiming returns the timing for a service that has the time of call to answer and may still apply an
// abandoned request within the time of apply.
func NewTiming(call, apply time.Duration) Timing {
	return Timing{
		Fence:      3 * time.Second,
		Call:       call,
		Connection: call + 3*time.Second,
		Lease:      call + 5*time.Second,
		Apply:      apply,
	}
}

// Progress is the state of sending one student's mark on one date.
type Progress struct {
	Enrolment EnrolmentID
	Student   StudentID
	// Version is the number of the newest intent.
	Version int64
	// Save is the press of the newest intent.
	Save    Token
	Outcome Outcome
	// Returned and AnsweredAt come from the answer that settled the mark.
	Returned   string
	AnsweredAt time.Time
	// DueAt is when to send next; zero for nothing to send.
	DueAt time.Time
	// Tries counts the failures since the last success, for the backoff.
	Tries int
	// UnknownAt is when the last attempt with an unknown outcome closed; zero when none can still take
	// effect.
	UnknownAt time.Time
	// Asserted is true when the newest intent has a valid answer that must be repeated, because an unknown
	// attempt could still overwrite it.
	Asserted bool
	// Again is true when an answer already left the student out once.
	Again bool
	// Part groups marks that are sent in one request after the service refused a larger one.
	Part int64
	// InVersion and OutVersion are the newest intents with an unanswered check-in and check-out; 0 for none.
	InVersion, OutVersion int64
}

// Attempted is the part of an attempt that determines the meaning of its reply.
type Attempted struct {
	// Version is the number of the newest intent at the claim.
	Version int64
	// CheckVersion is the intent whose check was sent; 0 for none.
	CheckVersion int64
	// SentAt is when sending began, ClosedAt when the attempt closed.
	SentAt, ClosedAt time.Time
}

// superseded reports whether a newer intent came while the attempt was open, or a check is still to be sent.
// The newest intent is then due at once.
func (p Progress) superseded(by Attempted) bool {
	return p.Version != by.Version || p.InVersion != 0 || p.OutVersion != 0
}

// Confirm returns the progress after an answer that names the student. Same reports whether the returned
// status is the one sent, by name or by alias.
//
// It settles the mark only when sending began so late that no unknown attempt can still take effect.
// Otherwise the mark is sent once more.
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

// repeat returns the progress after an answer that an unknown attempt could still overwrite. A newer intent
// is sent at once. Otherwise the same one is sent again, with its check, when that attempt can no longer take
// effect. A stopped mark stays stopped.
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

// dueAgain schedules the newest intent, unless it has stopped.
func (p Progress) dueAgain(at time.Time) Progress {
	if p.Outcome.UnderWay() {
		p.Outcome, p.DueAt = p.pending(), at
	}
	return p
}

// pending returns the outcome of a mark that is being sent.
func (p Progress) pending() Outcome {
	if p.UnknownAt.IsZero() {
		return Waiting
	}
	return Confirming
}

// LeaveOut returns the progress after a valid answer that does not name the student or contradicts itself
// about the student. The mark is sent once more. After that it needs a person.
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

// Doubt returns the progress after an attempt that may have been applied, or may still be.
func (p Progress) Doubt(by Attempted, wait time.Duration) Progress {
	p.UnknownAt = by.ClosedAt
	p.Asserted = false
	return p.Retry(by, wait)
}

// Retry returns the progress after an attempt that was not applied and may be repeated.
func (p Progress) Retry(by Attempted, wait time.Duration) Progress {
	p.Tries++
	return p.dueAgain(by.ClosedAt.Add(wait))
}

// Refuse returns the progress after the service refused the student's mark alone.
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

// Divide returns the progress after the service refused a list with the student: the mark is sent again with
// the others of the part.
func (p Progress) Divide(by Attempted, part int64) Progress {
	p.Part = part
	return p.dueAgain(by.ClosedAt)
}

// Read returns the progress after the school's day was read, when no unknown attempt could still take effect.
// An unanswered check is sent even if the status is there, because the day does not include checks.
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

// ChangeElsewhere returns the progress of a settled mark after a reading found another status in the school
// system than it had returned.
func (p Progress) ChangeElsewhere(there string, asSent bool, at time.Time) Progress {
	p.Outcome, p.Returned, p.AnsweredAt = Conflict, there, at
	if asSent {
		p.Outcome = Saved
	}
	return p
}

// RepetitionLimit limits the delay of a repetition that may still be sent after its save has stopped.
const RepetitionLimit = time.Minute

// Stop returns the progress of a mark that waited too long. A repetition because of an unknown attempt still
// gets its first try, if nothing delayed it.
func (p Progress) Stop(now time.Time) Progress {
	inTime := p.DueAt.IsZero() || now.Before(p.DueAt.Add(RepetitionLimit))
	if !p.Outcome.UnderWay() || p.Asserted && p.Tries == 0 && inTime {
		return p
	}
	p.Outcome, p.DueAt, p.Part = Stopped, time.Time{}, 0
	p.InVersion, p.OutVersion = 0, 0
	return p
}

// Halt stops a waiting mark because a person asks. It returns false for a mark with a request that may still
// take effect, since its outcome is not ours to decide.
func (p Progress) Halt() (halted Progress, ok bool) {
	if p.Outcome != Waiting || !p.UnknownAt.IsZero() {
		return p, false
	}
	p.Outcome, p.DueAt, p.Part = Stopped, time.Time{}, 0
	p.InVersion, p.OutVersion = 0, 0
	return p, true
}

// Backoff returns the wait after so many failures in a row: 2 to 30 seconds, doubling, with jitter so that
// schools do not retry in step.
func Backoff(failures int, random *rand.Rand) time.Duration {
	const least, most = 2 * time.Second, 30 * time.Second
	wait := least << min(max(failures, 0), 4)
	wait += time.Duration(random.Int64N(int64(wait)))
	return min(wait, most)
}

// CallLimit returns the largest number of calls for a save of so many students when the service refuses lists
// and they are halved.
func CallLimit(students int) int {
	halvings := 0
	for size := 1; size < students; size *= 2 {
		halvings++
	}
	return 4*halvings + 4
}

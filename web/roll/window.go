package roll

import "time"

// Window bounds the time in which a call may begin and must have ended, on the monotonic clock.
type Window struct {
	// ClaimedAt is the attempt's claim by the database's clock, Claimed the same
	// moment here, or a little later.
	ClaimedAt, Claimed time.Time
	// SendBefore is the fence, Deadline the end of the connection.
	SendBefore, Deadline time.Time
	// Call is the time within which the service has to answer.
	Call time.Duration
}

// SentAt tells when sending began by the database's clock, never later than it was;
// zero for a call that did not begin.
func (w Window) SentAt(began time.Time) time.Time {
	if began.IsZero() {
		return time.Time{}
	}
	return w.ClaimedAt.Add(began.Sub(w.Claimed))
}

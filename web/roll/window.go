package roll

import "time"

// Window limits when a call may begin and must end, on the monotonic clock.
type Window struct {
	// ClaimedAt is the attempt's claim by the database's clock, Claimed the same moment on this machine, or
	// slightly later.
	ClaimedAt, Claimed time.Time
	// SendBefore is the fence, Deadline the end of the connection.
	SendBefore, Deadline time.Time
	// Call is how long the service has to answer.
	Call time.Duration
}

// SentAt returns when sending began by the database's clock, never later than it really was. It is zero for a
// call that did not begin.
func (w Window) SentAt(began time.Time) time.Time {
	if began.IsZero() {
		return time.Time{}
	}
	return w.ClaimedAt.Add(began.Sub(w.Claimed))
}

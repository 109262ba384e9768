package roll

import "time"

// LateAt tells whether who comes at the instant is late: after the last minute of the school's
// rule. Where the school has none, nobody is.
func (s School) LateAt(instant time.Time) bool {
	return s.LateAfter != "" && TimeOfDay(instant.In(s.Zone).Format("15:04")) > s.LateAfter
}

// IsIn tells whether the family says that the student is there.
func (f Family) IsIn() bool { return f == Present || f == Late }

// StatusAt is the status of who comes at the instant: the first of Present, or of Late by the
// school's rule; ok is false where the school has no such status. A school without Late has
// nobody late.
func (s School) StatusAt(instant time.Time, statuses []Status) (status Status, ok bool) {
	if s.LateAt(instant) {
		if status, ok = firstOf(Late, statuses); ok {
			return status, true
		}
	}
	return firstOf(Present, statuses)
}

func firstOf(family Family, statuses []Status) (Status, bool) {
	for _, status := range statuses {
		if status.Family == family {
			return status, true
		}
	}
	return Status{}, false
}

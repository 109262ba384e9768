package roll

import "time"

// ReadBefore is the age from which a mark is not sent without reading the day
// first, where the school can be read.
const ReadBefore = 2 * time.Minute

// DayMark is the status that the school system has recorded for a student on a date. One of
// the two ids is known.
type DayMark struct {
	Enrolment EnrolmentID
	Student   StudentID
	Status    string
}

// Unread is a mark that waits for the day to be read before it may be sent.
type Unread struct {
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	Period    PeriodID
	Date      Date
	Status    StatusID
	// Sent is the name of the status that was asked for.
	Sent string
	// UnknownAt tells when the last attempt with an unknown outcome closed; zero for none.
	UnknownAt time.Time
	// Known are the names that the school system may have without anybody else
	// having changed anything: what it returned before, and all that was ever sent.
	Known []string
}

// Find returns the day's mark of the student; ok is false when there is none.
func (u Unread) Find(day []DayMark) (found DayMark, ok bool) {
	for _, mark := range day {
		if mark.Enrolment == u.Enrolment && u.Enrolment != 0 || mark.Student == u.Student && u.Student != 0 {
			return mark, true
		}
	}
	return DayMark{}, false
}

// Found is the finding about a mark when a day was read.
type Found string

// The findings.
const (
	// FoundSent: the school system has what was asked for.
	FoundSent Found = "sent"
	// FoundKnown: it has what it had before; the mark may be sent.
	FoundKnown Found = "known"
	// FoundOther: somebody changed it elsewhere.
	FoundOther Found = "other"
)

// Resolve tells what the day says of the mark; same compares names of statuses.
func (u Unread) Resolve(day []DayMark, same func(status StatusID, sent, returned string) bool) (found Found, returned string) {
	mark, ok := u.Find(day)
	if !ok {
		return FoundKnown, ""
	}
	if same(u.Status, u.Sent, mark.Status) {
		return FoundSent, mark.Status
	}
	for _, known := range u.Known {
		if same(0, known, mark.Status) {
			return FoundKnown, mark.Status
		}
	}
	return FoundOther, mark.Status
}

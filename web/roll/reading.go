package roll

import "time"

// ReadBefore is the age from which a mark is sent only after reading the day, if the school can be read.
const ReadBefore = 2 * time.Minute

// DayMark is the status of a student on a date in the school system. One of the two ids is known.
type DayMark struct {
	Enrolment EnrolmentID
	Student   StudentID
	Status    string
}

// Unread is a mark that waits for a reading of the day before it may be sent.
type Unread struct {
	Enrolment EnrolmentID
	Student   StudentID
	Version   int64
	Period    PeriodID
	Date      Date
	Status    StatusID
	// Sent is the name of the requested status.
	Sent string
	// UnknownAt is when the last attempt with an unknown outcome closed; zero for none.
	UnknownAt time.Time
	// Known are the names that the school system may have without a change by others: those that it returned
	// before, and all that were sent.
	Known []string
}

// Find returns the day's mark of the student, or false.
func (u Unread) Find(day []DayMark) (found DayMark, ok bool) {
	for _, mark := range day {
		if mark.Enrolment == u.Enrolment && u.Enrolment != 0 || mark.Student == u.Student && u.Student != 0 {
			return mark, true
		}
	}
	return DayMark{}, false
}

// Found is the result of a reading for a mark.
type Found string

// The findings.
const (
	// FoundSent: the school system has the requested status.
	FoundSent Found = "sent"
	// FoundKnown: it has the earlier status; the mark may be sent.
	FoundKnown Found = "known"
	// FoundOther: it was changed elsewhere.
	FoundOther Found = "other"
)

// Resolve returns the result of the mark in the read day. Same compares names of statuses.
func (u Unread) Resolve(day []DayMark,
	same func(status StatusID, sent, returned string) bool) (found Found, returned string) {
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

package roll

import "time"

// Search is the state of the search for a student whom the service perhaps no longer has. The service answers
// a list with such a student as if the address were wrong. Only the answer to a later save can distinguish
// the two.
type Search struct {
	// Begun is true for the one save of its school that is being halved.
	Begun bool
	// AnsweredAt is when the first such answer came; zero before.
	AnsweredAt time.Time
	// Calls counts the calls that the search has made or scheduled.
	Calls int
	// Students counts the students of the save.
	Students int
}

// Proven reports whether the address was known to be right when the attempt was claimed. Then the fault lies
// with the attempt's students.
func (s Search) Proven(attempt Attempt) bool {
	return !s.AnsweredAt.IsZero() && !attempt.ClaimedAt.Before(s.AnsweredAt)
}

// MayHalve reports whether the attempt may be repeated in two parts.
func (s Search) MayHalve(attempt Attempt) bool {
	calls := s.Calls + 2
	if attempt.Part == 0 {
		calls++ // the attempt itself is not a scheduled part
	}
	return s.Begun && len(attempt.Marks) > 1 && calls <= CallLimit(s.Students)
}

// AwaitSearch returns the progress of a mark after an attempt that was not applied, when the mark must wait
// for the search.
func (p Progress) AwaitSearch(by Attempted) Progress {
	if p.Version != by.Version {
		p.Part = 0
		return p.dueAgain(by.ClosedAt)
	}
	p.DueAt, p.Asserted = time.Time{}, false
	return p
}

package roll

import "time"

// Search is the state of the search for a student whom the service perhaps no longer has: a
// list that names one is answered as if the address were wrong. Only an answer to a save
// that was begun after that tells the two apart.
type Search struct {
	// Begun is true for the one save of its school that is halved now.
	Begun bool
	// AnsweredAt tells when the first such answer came; zero before.
	AnsweredAt time.Time
	// Calls counts those that the search has made, and those that it knows to come.
	Calls int
	// Students counts the students that the save asked for.
	Students int
}

// Proven tells whether the address was known to be right when the attempt was claimed, so
// that the fault lies with the students of the attempt.
func (s Search) Proven(attempt Attempt) bool {
	return !s.AnsweredAt.IsZero() && !attempt.ClaimedAt.Before(s.AnsweredAt)
}

// MayHalve tells whether the attempt may be sent again in two parts.
func (s Search) MayHalve(attempt Attempt) bool {
	calls := s.Calls + 2
	if attempt.Part == 0 {
		calls++ // The attempt itself is none of the parts to come.
	}
	return s.Begun && len(attempt.Marks) > 1 && calls <= CallLimit(s.Students)
}

// AwaitSearch returns the progress of a mark after an attempt that was not applied, when the
// mark goes again only once the search says so.
func (p Progress) AwaitSearch(by Attempted) Progress {
	if p.Version != by.Version {
		p.Part = 0
		return p.dueAgain(by.ClosedAt)
	}
	p.DueAt, p.Asserted = time.Time{}, false
	return p
}

package roll

import "time"

// SchoolEnd is what goes with a school when it is removed, and what that waits for.
type SchoolEnd struct {
	// People counts those who belong to the school, Leaving those of them who belong to no other:
	// they are removed too.
	People, Leaving int
	// Students, Saves and Marks count what is kept.
	Students, Saves, Marks int
	// UnderWay counts the marks that are still to be sent or confirmed, and the calls of which
	// nobody knows yet what became of them. Stopped counts those that wait for a person.
	UnderWay, Stopped int
	// TakenAway is when a file with everything was last made; Changed when a mark last changed.
	// Zero for never.
	TakenAway, Changed time.Time
}

// HasAll tells whether the file that was taken away has everything that was marked.
func (e SchoolEnd) HasAll() bool { return !e.TakenAway.IsZero() && !e.Changed.After(e.TakenAway) }

// Problem is why the school cannot be removed yet; nil where it can.
func (e SchoolEnd) Problem() error {
	switch {
	case e.UnderWay > 0:
		return Problem(Stale, "ending.problem.under_way")
	case !e.HasAll():
		return Problem(Stale, "ending.problem.not_taken")
	}
	return nil
}

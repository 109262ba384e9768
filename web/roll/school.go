package roll

import (
	"regexp"
	"time"
)

// School is a tenant of Rollbook.
type School struct {
	ID   SchoolID
	Name string
	Zone *time.Location
	// BaseURL, Tenant and Code are where and as whom the school's service is asked
	// (service document, section 5).
	BaseURL, Tenant, Code string
	// AllowPrivate lists the private addresses at which its service, and no other school's,
	// may live besides public ones, as an operator allowed them: "10.0.0.0/8:8443".
	AllowPrivate string
	// Mapping is how its undocumented answers are read, as JSON; empty is the default.
	Mapping string
	// TimeFormat is how a time is sent; empty sends none.
	TimeFormat TimeFormat
	// LateCheck and LeftCheck are what the time of an arrival and of an early leaving
	// is sent as; NoCheck sends none.
	LateCheck, LeftCheck Check
	// Call is how long the service may take to answer, Apply how long it may still
	// apply a request that was given up.
	Call, Apply time.Duration
	// LargestList is the most students that the service takes in one request, 0
	// until it refused one.
	LargestList int
	// HasGroups is true where somebody put students together in a group.
	HasGroups bool
	// HasClosings is true where the school says of any day that it is closed.
	HasClosings bool
	// PastDays is how many days back the office may correct.
	PastDays int
	// RollsDue is by when rolls are taken; empty where the school does not say.
	RollsDue TimeOfDay
	// LateAfter is until when whoever comes is not late; empty where the school does not say.
	LateAfter TimeOfDay
	// Proof is why its saves may be sent.
	Proof Proof
}

// Timing is how long things may take with the school's service.
func (s School) Timing() Timing { return NewTiming(s.Call, s.Apply) }

// Today is the date in the school's zone.
func (s School) Today(now time.Time) Date { return DateOf(now, s.Zone) }

// CheckOf is what a time given with the status is sent as.
func (s School) CheckOf(status Status) Check {
	switch {
	case s.TimeFormat == TimeNotSent || !status.CarriesTime:
		return NoCheck
	case status.Family == LeftEarly:
		return s.LeftCheck
	}
	return s.LateCheck
}

var slug = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$`)

// ValidSchoolID tells whether the text can name a school: up to 40 lower-case
// ASCII letters, digits and inner hyphens.
func ValidSchoolID(text string) bool { return slug.MatchString(text) }

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
	// Exported is when a file with everything was last made; Changed when a mark last changed.
	// Zero for never.
	Exported, Changed time.Time
}

// HasAll tells whether the exported file has everything that was marked.
func (e SchoolEnd) HasAll() bool { return !e.Exported.IsZero() && !e.Changed.After(e.Exported) }

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

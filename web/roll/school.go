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
	// BaseURL is the address of the school's service; Tenant and Code say as whom it is asked
	// (service document, section 5).
	BaseURL, Tenant, Code string
	// AllowPrivate lists the private addresses at which its service, and no other school's,
	// may live besides public ones, as an operator allowed them: "10.0.0.0/8:8443".
	AllowPrivate string
	// Mapping tells how its undocumented answers are read, as JSON; empty is the default.
	Mapping string
	// TimeFormat is the format in which a time is sent; empty sends none.
	TimeFormat TimeFormat
	// LateCheck and LeftCheck are the checks as which the times of an arrival and of an early
	// leaving are sent; NoCheck sends none.
	LateCheck, LeftCheck Check
	// Call is the time within which the service has to answer, Apply the time within which it
	// may still apply a request that was given up.
	Call, Apply time.Duration
	// LargestList is the most students that the service takes in one request, 0
	// until it refused one.
	LargestList int
	// HasGroups is true where somebody put students together in a group.
	HasGroups bool
	// HasClosings is true where the school says of any day that it is closed.
	HasClosings bool
	// PastDays is the number of days back that the office may correct.
	PastDays int
	// RollsDue is the time by which rolls are taken; empty where the school does not say.
	RollsDue TimeOfDay
	// LateAfter is the last minute at which an arrival is not late; empty where the school does not say.
	LateAfter TimeOfDay
	// Proof is the ground on which its saves may be sent.
	Proof Proof
	// Generation counts the changes of whom its lists' numbers name, from 1. Connected is the
	// generation with which its present connection began: what is of an earlier one is never sent.
	Generation, Connected int64
}

// Timing returns the timing of calls to the school's service.
func (s School) Timing() Timing { return NewTiming(s.Call, s.Apply) }

// Today is the date in the school's zone.
func (s School) Today(now time.Time) Date { return DateOf(now, s.Zone) }

// CheckOf returns the check as which a time given with the status is sent.
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

// SchoolEnd counts what is removed together with a school, and what the removal waits for.
type SchoolEnd struct {
	// People counts those who belong to the school, Leaving those of them who belong to no other:
	// they are removed too.
	People, Leaving int
	// Students, Saves and Marks count what is kept.
	Students, Saves, Marks int
	// UnderWay counts the marks that are still to be sent or confirmed, and the calls whose
	// outcome nobody knows yet. Stopped counts the marks that wait for a person.
	UnderWay, Stopped int
	// Exported tells when a file with everything was last made; Changed when a mark last changed.
	// Zero for never.
	Exported, Changed time.Time
}

// HasAll tells whether the exported file has everything that was marked.
func (e SchoolEnd) HasAll() bool { return !e.Exported.IsZero() && !e.Changed.After(e.Exported) }

// Problem returns the reason for which the school cannot be removed yet; nil where it can.
func (e SchoolEnd) Problem() error {
	switch {
	case e.UnderWay > 0:
		return Problem(Stale, "ending.problem.under_way")
	case !e.HasAll():
		return Problem(Stale, "ending.problem.not_taken")
	}
	return nil
}

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
	// Language is the tag of its pages' language (BCP 47) for people who chose none. Empty follows the browser.
	Language string
	// BaseURL is the address of the school's service. Tenant and Code identify the school there (service
	// document, section 5).
	BaseURL, Tenant, Code string
	// AllowPrivate lists additional private addresses for this school's service only, as an operator allowed
	// them: "10.0.0.0/8:8443".
	AllowPrivate string
	// Mapping describes how its undocumented answers are read, as JSON. Empty is the default.
	Mapping string
	// TimeFormat is the format of a sent time. Empty sends none.
	TimeFormat TimeFormat
	// LateCheck and LeftCheck are the checks for the times of an arrival and an early leaving. NoCheck sends
	// none.
	LateCheck, LeftCheck Check
	// Call is how long the service has to answer, Apply how long it may still apply an abandoned request.
	Call, Apply time.Duration
	// LargestList is the most students that the service accepted in one request when it refused more, 0 when it never
	// did; ListLearned is the time of that.
	LargestList int
	ListLearned time.Time
	// HasGroups is true when the school has a group of students.
	HasGroups bool
	// HasClosings is true when the school has closed days.
	HasClosings bool
	// PastDays is the number of days back that the office may correct.
	PastDays int
	// RollsDue is the time by which rolls must be taken; empty for none.
	RollsDue TimeOfDay
	// LateAfter is the last minute at which an arrival is not late; empty for none.
	LateAfter TimeOfDay
	// Proof is the evidence that allows sending its saves.
	Proof Proof
	// Generation counts the changes of the meaning of its lists' numbers, from 1. Connected is the generation
	// with which its present connection began. Nothing of an earlier one is sent.
	Generation, Connected int64
}

// Timing returns the timing of calls to the school's service.
func (s School) Timing() Timing { return NewTiming(s.Call, s.Apply) }

// MostStudents returns the most students for one request, 0 for any number. A refused list is remembered for a day.
func (s School) MostStudents(now time.Time) int {
	if now.Sub(s.ListLearned) >= 24*time.Hour {
		return 0
	}
	return s.LargestList
}

// Today returns the date in the school's zone.
func (s School) Today(now time.Time) Date { return DateOf(now, s.Zone) }

// CheckOf returns the check for a time given with the status.
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

// ValidSchoolID reports whether text can be a school's slug: up to 40 lower-case ASCII letters, digits and
// inner hyphens.
func ValidSchoolID(text string) bool { return slug.MatchString(text) }

// SchoolEnd counts the data that is removed together with a school, and the marks that delay the removal.
type SchoolEnd struct {
	// People counts the school's people, Leaving those who belong to no other school and are removed too.
	People, Leaving int
	// Students, Saves and Marks count the stored ones.
	Students, Saves, Marks int
	// UnderWay counts the marks still to be sent or confirmed, and the calls with an unknown outcome. Stopped
	// counts the marks that wait for a person.
	UnderWay, Stopped int
	// Exported is the time of the last file with everything; Changed the time of the last change of a mark.
	// Zero means never.
	Exported, Changed time.Time
}

// HasAll reports whether the exported file has everything that was marked.
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

// Calls are the simultaneous calls that a school's system took, and the least number that it refused or slowed at; 0
// for none.
type Calls struct{ Taken, Refused int }

package roll

import "slices"

// Family groups attendance statuses by meaning, so that they can be coloured and counted whatever a school
// calls them.
type Family string

// The families.
const (
	Present   Family = "present"
	Absent    Family = "absent"
	Late      Family = "late"
	Excused   Family = "excused"
	LeftEarly Family = "left"
	Remote    Family = "remote"
	Other     Family = "other"
)

// Status is an attendance status of a school.
type Status struct {
	ID   StatusID
	Name string
	// Letter is the text of its chip, one or two characters.
	Letter string
	Family Family
	// CarriesTime shows a time field beside the status: Late, Left early.
	CarriesTime bool
}

// Is reports whether both are the same status. Of a status found in the school system only the name is known.
func (s Status) Is(other Status) bool {
	if s.ID == 0 || other.ID == 0 {
		return s.Name == other.Name
	}
	return s.ID == other.ID
}

// Families returns all families, in the order of choice.
func Families() []Family {
	return []Family{Present, Absent, Late, Excused, LeftEarly, Remote, Other}
}

// NoStatus is the [StatusID] for a returned name that a person declared to be none of the school's statuses.
// No status has this id.
const NoStatus = -1

// LetterLimit is the most characters of a status's letter.
const LetterLimit = 2

// OtherName is a status name in answers that differs from the name sent.
type OtherName struct {
	Returned string
	Sent     StatusID
	// Marks counts the marks that came back under the name.
	Marks int
}

// Counting is how a day of a student counts in a summary of attendance. It is empty if that is not known.
type Counting string

// The countings. CountsImpossible is a day on which the student could not be expected.
const (
	CountsPresent      Counting = "present"
	CountsLate         Counting = "late"
	CountsAuthorised   Counting = "authorised"
	CountsUnauthorised Counting = "unauthorised"
	CountsImpossible   Counting = "not possible"
)

// Countings returns all countings that are known.
func Countings() []Counting {
	return []Counting{CountsPresent, CountsLate, CountsAuthorised, CountsUnauthorised, CountsImpossible}
}

// IsAbsence reports whether the day counts as an absence.
func (c Counting) IsAbsence() bool { return c == CountsAuthorised || c == CountsUnauthorised }

// Counting returns how a status of the family counts unless a code says it. It is empty for Other.
func (f Family) Counting() Counting {
	switch f {
	case Present, Remote, LeftEarly:
		return CountsPresent
	case Late:
		return CountsLate
	case Excused:
		return CountsAuthorised
	case Absent:
		return CountsUnauthorised
	case Other:
	}
	return ""
}

// AuthorityCode is one of the codes of the authority to which a school hands in its attendance.
type AuthorityCode struct {
	Code, Label string
	Counts      Counting
}

// Codes are the authority's codes, with the code of each status and each reason that has one.
type Codes struct {
	All      []AuthorityCode
	OfStatus map[StatusID]string
	OfReason map[string]string
}

// Find returns the code with that text, or false.
func (c Codes) Find(code string) (found AuthorityCode, ok bool) {
	at := slices.IndexFunc(c.All, func(one AuthorityCode) bool { return one.Code == code })
	if code == "" || at < 0 {
		return found, false
	}
	return c.All[at], true
}

// Without returns the statuses that have no code.
func (c Codes) Without(statuses []Status) []Status {
	return slices.DeleteFunc(slices.Clone(statuses), func(status Status) bool {
		_, ok := c.Find(c.OfStatus[status.ID])
		return ok
	})
}

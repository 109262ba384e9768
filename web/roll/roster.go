package roll

import (
	"strings"
	"time"
)

// Period is a school year or a term of the school system.
type Period struct {
	ID   PeriodID
	Name string
	// Starts and Ends are empty where the school's data does not tell them.
	Starts, Ends Date
}

// Current tells whether the date lies in the period; a side that is not known
// does not limit it, and a period with neither side known is never current.
func (p Period) Current(today Date) bool {
	if p.Starts == "" && p.Ends == "" {
		return false
	}
	return (p.Starts == "" || p.Starts <= today) && (p.Ends == "" || today <= p.Ends)
}

// Enrolment is a student in a school period, with the names a roster shows.
type Enrolment struct {
	ID      EnrolmentID
	Student StudentID
	// Given and Family are the two parts of a name; either may be empty.
	Given, Family string
	Class         ClassID
	ClassName     string
	// Number is the place in the class's list, from 1.
	Number int
}

// Name is the whole name as one text; empty where the list does not tell it, or only spaces.
func (e Enrolment) Name() string { return strings.TrimSpace(e.Given + " " + e.Family) }

// WholePeriod stands for the class where a school's data has no classes: all
// students of the period together.
const WholePeriod ClassID = "*"

// Unplaced stands for the class of the students who are in none, in a period that has classes.
const Unplaced ClassID = "**"

// Nameless tells whether the class is one that the school's data does not name.
func (id ClassID) Nameless() bool { return id == WholePeriod || id == Unplaced }

// ManyClasses stands for the class of a save whose students are of several. Its roster is
// everybody in the period; it has no roll of its own.
const ManyClasses ClassID = "classes:several"

// Class is a named group of enrolments in a period.
type Class struct {
	ID       ClassID
	Name     string
	Students int
	// Owner is the person whose own group it is, who alone may see it; empty for a class that all may see.
	Owner PersonID
}

// VisibleTo tells whether the person may see the class.
func (c Class) VisibleTo(person PersonID) bool { return c.Owner == "" || c.Owner == person }

// Roster is the enrolments of one class in one period.
type Roster struct {
	Period Period
	Class  Class
	Rows   []Enrolment
	Age    Age
}

// Age tells how current a list is.
type Age struct {
	// ReadAt tells when it was read from the school system or a file, or typed in; zero
	// when it never was.
	ReadAt time.Time
	// Stale is true when the last try to read it again failed, Problem names why.
	Stale   bool
	Problem string
}

// Package imports builds a school's lists from tables in files: it finds the columns of a list by their
// names, checks the lines, and compares a new list with the old one. It stores nothing.
package imports

import (
	"slices"
	"strings"

	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// The columns of a list of students.
const (
	Enrolment = "enrolment"
	Student   = "student"
	Given     = "given"
	Family    = "family"
	FullName  = "name"
	Class     = "class"
)

// StudentColumns returns the columns of a list of students, with their names in schools' files.
func StudentColumns() []tables.Column {
	return []tables.Column{
		{Key: Enrolment, Names: words(Enrolment), Needed: true},
		{Key: Student, Names: words(Student)},
		{Key: Given, Names: words(Given)},
		{Key: Family, Names: words(Family)},
		{Key: FullName, Names: words(FullName)},
		{Key: Class, Names: words(Class)},
	}
}

// MatchStudents finds the columns by their names. If the first name has its own column, a column called only
// "name" is the family name.
func MatchStudents(header []string) (places tables.Places, twice []string) {
	places, twice = tables.Match(header, StudentColumns())
	full, found := places[FullName]
	if _, given := places[Given]; found && given && places.Of(Family) < 0 &&
		slices.Contains(bareNames(), tables.Fold(header[full])) {
		places[Family] = full
		delete(places, FullName)
	}
	return places, twice
}

// The faults of a line in a list of students.
const (
	// NotNumber: the enrolment is not a number; Value is its text.
	NotNumber tables.Code = "not_number"
	// StudentNotNumber: the student id is not a number.
	StudentNotNumber tables.Code = "student_not_number"
	// Repeated: line Other has the same enrolment and class with another name.
	Repeated tables.Code = "repeated"
	// OtherStudent: line Other has the same enrolment with another student.
	OtherStudent tables.Code = "other_student"
	// DateAsClass: a spreadsheet turned a class such as 7-1 into a date; Value is the result.
	DateAsClass tables.Code = "date_as_class"
	// CellError: the cell holds an error of the spreadsheet, such as #N/A, in Value.
	CellError tables.Code = "cell_error"
	// LongText: a name is longer than nameLimit.
	LongText tables.Code = "long_text"
)

// The reasons to skip a line without a fault.
const (
	// Total: a count of the lines above; Value is its text.
	Total tables.Code = "total"
	// HeaderAgain: a repeated header, as at the top of each printed page.
	HeaderAgain tables.Code = "header_again"
	// Again: a repetition of line Other.
	Again tables.Code = "again"
	// Hidden: the spreadsheet does not show the line, for example because of a filter.
	Hidden tables.Code = "hidden"
	// Leaver: the person seems to have left or not to be a student; Value is the column with the words that
	// suggest it.
	Leaver tables.Code = "leaver"
)

// MayLeaveOut reports whether a line with the fault may be left out of the list.
func MayLeaveOut(code tables.Code) bool {
	return slices.Contains([]tables.Code{Total, HeaderAgain, Again, Hidden, Leaver}, code)
}

// nameLimit is the most characters of a name.
const nameLimit = 200

// Students is the list of a period's students from a file.
type Students struct {
	// All follow the order of the file.
	All []roll.Enrolment
	// Bad are the unreadable lines, in order. If there are any, nothing may be stored.
	Bad []tables.FileError
	// NotStudents are the lines without a student, in order. Nothing may be stored before a person has confirmed
	// leaving them out.
	NotStudents []tables.FileError
	// Leavers are the students among these who seem to have left.
	Leavers []roll.LeftOut
	// Understood are numbers that the file does not write in plain digits.
	Understood []Understood
	// Unnumbered counts the students without a student id. A save with one of them can only be confirmed as a
	// whole.
	Unnumbered int
}

// Understood is a number as written in the file and as read.
type Understood struct{ Written, Number string }

// NumbersAreNamed reports whether the header names the columns of both numbers as the service's document
// does, studentSemesterInfoId and studentId, or by the keys of our own files. Then their meaning is not a
// guess.
func NumbersAreNamed(header []string, places tables.Places) bool {
	return isNamed(header, places.Of(Enrolment), Enrolment, "studentSemesterInfoId") &&
		isNamed(header, places.Of(Student), Student, "studentId")
}

func isNamed(header []string, at int, names ...string) bool {
	return at >= 0 && at < len(header) &&
		slices.ContainsFunc(names, func(name string) bool { return tables.Fold(name) == tables.Fold(header[at]) })
}

// named returns the two parts of a name. It divides a full name only at a comma, since no rule finds the
// family name in every language.
func named(given, family, whole string) (string, string) {
	if given != "" || family != "" || whole == "" {
		return given, family
	}
	family, given, cut := strings.Cut(whole, ",")
	if !cut || strings.TrimSpace(given) == "" || strings.TrimSpace(family) == "" {
		return whole, ""
	}
	return strings.TrimSpace(given), strings.TrimSpace(family)
}

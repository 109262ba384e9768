// Package imports makes lists of a school from the tables that people bring: it knows
// which columns a list has and what they are called, what is wrong with a line, and what
// a new list changes. It stores nothing.
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

// StudentColumns returns the columns that a list of students may have, with the names that
// schools' files have for them.
func StudentColumns() []tables.Column {
	names := studentColumnNames()
	return []tables.Column{
		{Key: Enrolment, Names: names[Enrolment], Needed: true},
		{Key: Student, Names: names[Student]},
		{Key: Given, Names: names[Given]},
		{Key: Family, Names: names[Family]},
		{Key: FullName, Names: names[FullName]},
		{Key: Class, Names: names[Class]},
	}
}

// MatchStudents finds the columns by their names. Where a first name has a column of
// its own, one that is only called "name" is the family name.
func MatchStudents(header []string) (places tables.Places, twice []string) {
	places, twice = tables.Match(header, StudentColumns())
	full, found := places[FullName]
	if _, given := places[Given]; found && given && places.Of(Family) < 0 && slices.Contains(bareNames(), tables.Fold(header[full])) {
		places[Family] = full
		delete(places, FullName)
	}
	return places, twice
}

// The faults of a line that only a list of students has.
const (
	// NotNumber: the number of the enrolment is none; Value is the text in its place.
	NotNumber tables.Code = "not_number"
	// StudentNotNumber: the student's is none.
	StudentNotNumber tables.Code = "student_not_number"
	// Repeated: the enrolment stood in the class already, under another name, in the line Other.
	Repeated tables.Code = "repeated"
	// OtherStudent: the enrolment had another student in the line Other.
	OtherStudent tables.Code = "other_student"
	// DateAsClass: a spreadsheet has turned the class, such as 7-1, into a date; Value is what is left of it.
	DateAsClass tables.Code = "date_as_class"
	// LongText: a name is longer than nameLimit.
	LongText tables.Code = "long_text"
)

// Why a line is no student's, though nothing is wrong with it.
const (
	// Total: it counts those above it; Value is the text that says so.
	Total tables.Code = "total"
	// HeaderAgain: it names the columns once more, as at the top of each printed page.
	HeaderAgain tables.Code = "header_again"
	// Again: it says the same as the line Other.
	Again tables.Code = "again"
	// Leaver: who stands there seems to have left, or to be no student; Value is the column with the words that say it.
	Leaver tables.Code = "leaver"
)

// nameLimit is the most characters of a name.
const nameLimit = 200

// Students holds what a file says of a period's students.
type Students struct {
	// All are in the order of the file.
	All []roll.Enrolment
	// Bad are the lines that cannot be read, in order. While there are any, nothing of
	// the file may be stored.
	Bad []tables.FileError
	// Besides are the lines that are no student's, in order. Nothing may be stored before a
	// person has said that they are left out.
	Besides []tables.FileError
	// Understood are numbers that the file writes in another way than plain digits.
	Understood []Understood
	// Unnumbered counts the students whose own number is not known: a save with one of
	// them is confirmed only as a whole.
	Unnumbered int
}

// Understood is a number as the file writes it, and as it is read.
type Understood struct{ Written, Number string }

// NumbersAreNamed reports whether the header calls the columns at the places of both numbers by
// the names of the service's document, studentSemesterInfoId and studentId, or by the keys of
// our own files: then no guess says what they mean.
func NumbersAreNamed(header []string, places tables.Places) bool {
	return isNamed(header, places.Of(Enrolment), Enrolment, "studentSemesterInfoId") && isNamed(header, places.Of(Student), Student, "studentId")
}

func isNamed(header []string, at int, names ...string) bool {
	return at >= 0 && at < len(header) && slices.ContainsFunc(names, func(name string) bool { return tables.Fold(name) == tables.Fold(header[at]) })
}

// named are the two parts of a name. A whole name is cut at its comma, and else stays
// whole: which of its words is the family's, no rule tells for every language.
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

// Package imports makes lists of a school from the tables that people bring: it knows
// which columns a list has and what they are called, what is wrong with a line, and what
// a new list changes. It stores nothing.
package imports

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/web/roll"
	"rollbook/web/tables"
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

// StudentColumns are what a list of students may hold, with the names that schools'
// files have for them.
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
	// NotNumber: the number of the enrolment is none; Value is what stands there.
	NotNumber tables.Code = "not_number"
	// StudentNotNumber: the student's is none.
	StudentNotNumber tables.Code = "student_not_number"
	// Repeated: the enrolment stood in the class already, in the line Other.
	Repeated tables.Code = "repeated"
	// OtherStudent: the enrolment had another student in the line Other.
	OtherStudent tables.Code = "other_student"
	// LongText: a name is longer than nameLimit.
	LongText tables.Code = "long_text"
)

// nameLimit is the most characters of a name.
const nameLimit = 200

// Students is what a table says of a period's students.
type Students struct {
	// All are in the order of the table.
	All []roll.Enrolment
	// Bad are the lines that cannot be read, in order. While there are any, nothing of
	// the table may be stored.
	Bad []tables.FileError
	// Unnumbered counts the students whose own number is not known: a save with one of
	// them is confirmed only as a whole.
	Unnumbered int
}

// ReadStudents reads the lines behind the header, or all of them where the table has no
// header.
func ReadStudents(lines []tables.Line, places tables.Places) Students {
	reading := studentReading{places: places, lines: make(map[place]int), owners: make(map[roll.EnrolmentID]owner)}
	for _, line := range lines {
		student, fault := reading.read(line)
		if fault != nil {
			fault.Line = line.Number
			reading.Bad = append(reading.Bad, *fault)
			continue
		}
		reading.All = append(reading.All, student)
	}
	return reading.Students
}

// NumbersAreNamed tells whether the header calls the columns at the places of both numbers by
// the names of the service's document, studentSemesterInfoId and studentId, or by the keys of
// our own files: then no guess says what they mean.
func NumbersAreNamed(header []string, places tables.Places) bool {
	return isNamed(header, places.Of(Enrolment), Enrolment, "studentSemesterInfoId") && isNamed(header, places.Of(Student), Student, "studentId")
}

func isNamed(header []string, at int, names ...string) bool {
	return at >= 0 && at < len(header) && slices.ContainsFunc(names, func(name string) bool { return tables.Fold(name) == tables.Fold(header[at]) })
}

// place is what may stand in a table once.
type place struct {
	enrolment roll.EnrolmentID
	class     roll.ClassID
}

// owner is the student of an enrolment, and the line that said so.
type owner struct {
	student roll.StudentID
	line    int
}

type studentReading struct {
	Students
	places tables.Places
	lines  map[place]int
	owners map[roll.EnrolmentID]owner
}

func (r *studentReading) read(line tables.Line) (student roll.Enrolment, fault *tables.FileError) {
	if line.Fault != nil {
		found := *line.Fault
		return student, &found
	}
	text := func(key string) string { return line.Text(r.places.Of(key)) }
	id, err := roll.ParseEnrolmentID(text(Enrolment))
	if err != nil {
		return student, &tables.FileError{Code: NotNumber, Value: text(Enrolment)}
	}
	student = roll.Enrolment{ID: id, Class: roll.ClassID(text(Class)), ClassName: text(Class)}
	student.Given, student.Family = named(text(Given), text(Family), text(FullName))
	if number := text(Student); number != "" {
		person, err := roll.ParseEnrolmentID(number)
		if err != nil {
			return student, &tables.FileError{Code: StudentNotNumber, Value: number}
		}
		student.Student = roll.StudentID(person)
	}
	for _, name := range []string{student.Given, student.Family, student.ClassName} {
		if utf8.RuneCountInString(name) > nameLimit {
			return student, &tables.FileError{Code: LongText}
		}
	}
	return student, r.note(line.Number, student)
}

// note keeps where a student stood, and finds lines that contradict it.
func (r *studentReading) note(line int, student roll.Enrolment) *tables.FileError {
	at := place{student.ID, student.Class}
	if before, twice := r.lines[at]; twice {
		return &tables.FileError{Code: Repeated, Value: student.ID.String(), Other: before}
	}
	before, known := r.owners[student.ID]
	if known && before.student != student.Student {
		return &tables.FileError{Code: OtherStudent, Value: student.ID.String(), Other: before.line}
	}
	if !known {
		r.owners[student.ID] = owner{student.Student, line}
		if student.Student == 0 {
			r.Unnumbered++
		}
	}
	r.lines[at] = line
	return nil
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

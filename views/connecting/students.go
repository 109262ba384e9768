package connecting

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// StudentsView is the page on which a school's students are brought as a file.
type StudentsView struct {
	layout.Page
	// Periods are the periods that a list can be for; Chosen is offered first.
	Periods []PeriodList
	Chosen  roll.PeriodID
	// Problem says in a sentence what is wrong with the file that was sent; empty where
	// nothing is.
	Problem string
	// Imported counts the students who were stored last, for the period ImportedFor; with 0 the
	// page says nothing of it.
	Imported    int
	ImportedFor string
	// Unread is true when the school system's list was asked for and could not be read.
	Unread bool
	// Megabytes and Lines are the most that a file may have.
	Megabytes, Lines int
}

// PeriodList is a school year or term with the number of its students that are kept.
type PeriodList struct {
	Period   roll.Period
	Students int
	// Source is the source of the students: "service", "file", "typed", or empty.
	Source string
	// Since is the time at which they came, with the date; empty where it is not known.
	Since string
}

// state describes the stored list of a period's students in a sentence.
func (v *StudentsView) state(p PeriodList) string {
	if p.Source == "" || p.Since == "" {
		return v.Words.Text("student_list.none")
	}
	return v.Words.Count(language.ListSourceKeys.Of(p.Source), p.Students, "Since", p.Since)
}

// PreviewView is a file of students as it would be read, before it is stored.
type PreviewView struct {
	layout.Page
	// ID names the file.
	ID     string
	File   string
	Period roll.Period
	// Encoding and Sheet say how it is read; each is empty where it does not apply, and Sheet
	// also where all sheets are read.
	Encoding, Sheet   string
	Encodings, Sheets []string
	// Left are the sheets that are no list of students, SheetsAsClasses those whose names are
	// taken for classes.
	Left, SheetsAsClasses []string
	// Doubts are sentences about what a person should compare.
	Doubts []string
	// Leavers is true while lines are left out because their students seem to have left, KeepLeavers once a person
	// keeps them.
	Leavers, KeepLeavers bool
	// HeaderLine is the number of the line that names the columns, imports.Headless for none.
	HeaderLine  int
	HeaderLines []HeaderLine
	Columns     []ColumnChoice
	// Header names the file's columns, for the choices.
	Header []string
	// Missing is true while the column without which nothing can be read is not chosen.
	Missing bool
	// Raw are the first lines as they stand, while columns are missing.
	Raw [][]string
	// Sample are the first students as they will be read.
	Sample []SampleStudent
	// Students and Classes are the numbers that there would be.
	Students, Classes int
	New, Gone         Named
	Changed           Named
	Same              int
	// Replaced is true when most of those on the list before are not on this one.
	Replaced bool
	// Unnumbered counts the students who have no number of their own.
	Unnumbered int
	// Bad are the lines that cannot be read, Besides those that are not of a student. Skip is
	// true where the latter are left out.
	Bad, Besides FileLines
	Skip         bool
	// Understood are numbers that the file does not write in plain digits.
	Understood FileLines
	// Ready is true where the list can be stored as it is read.
	Ready bool
	// Problem says in a sentence why nothing was stored when it was asked for.
	Problem string
	// Seen tells these changes from any others.
	Seen string
}

// ColumnChoice says which column of the file holds something.
type ColumnChoice struct {
	Key string
	// At is the column's number from 1, 0 for none.
	At int
}

// SampleStudent is a student as she will be read.
type SampleStudent struct {
	Name, Class, Enrolment, Student string
}

// Named counts students, and holds the names of the first of them.
type Named struct {
	Count int
	First []string
}

// FileLines counts lines of a file, and describes the first of them in sentences.
type FileLines struct {
	Count int
	First []string
}

// HeaderLine is a line that may name the columns, by its number in the file.
type HeaderLine struct {
	Line int
	Text string
}

package connecting

import (
	"strconv"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// StudentsView is the page for uploading a school's students as a file.
type StudentsView struct {
	layout.Page
	// Periods are the choices of a school year or term; Chosen is the first choice.
	Periods []PeriodList
	Chosen  roll.PeriodID
	// Problem is the sentence about what is wrong with the file; it may be empty.
	Problem string
	// Imported counts the students stored last, for the period ImportedFor; 0 shows no sentence.
	Imported    int
	ImportedFor string
	// Unread is true after Rollbook failed to read the school system's list.
	Unread bool
	// Megabytes and Lines are the limits of a file.
	Megabytes, Lines int
}

// PeriodList is a school year or term with the number of its stored students.
type PeriodList struct {
	Period   roll.Period
	Students int
	// Source is where the students came from: "service", "file", "typed", or empty.
	Source string
	// Since is the time, with the date, when they were stored; it may be empty.
	Since string
}

func listOption(list PeriodList) layout.Option { return layout.PeriodOption(list.Period) }

// state returns a sentence about the stored list of a period's students.
func (v *StudentsView) state(p PeriodList) string {
	if p.Source == "" || p.Since == "" {
		return v.Words.Text("student_list.none")
	}
	return v.Words.Count(language.ListSourceKeys.Of(p.Source), p.Students, "Since", p.Since)
}

// PreviewView shows how Rollbook reads a file of students, before it is stored.
type PreviewView struct {
	layout.Page
	// ID is the file's id.
	ID     string
	File   string
	Period roll.Period
	// Encoding and Sheet select how the file is read; each may be empty, Sheet also for all sheets.
	Encoding, Sheet   string
	Encodings, Sheets []string
	// Left are the sheets that are no list of students, SheetsAsClasses the sheets whose names are taken as
	// classes.
	Left, SheetsAsClasses []string
	// Doubts are sentences about facts that a person should check.
	Doubts []string
	// Leavers is true while lines are left out because their students seem to have left, KeepLeavers after a
	// person chose to keep them.
	Leavers, KeepLeavers bool
	// HeaderLine is the number of the line with the columns' names, imports.Headless for none.
	HeaderLine  int
	HeaderLines []layout.Option
	Columns     []ColumnChoice
	// Header holds the names of the file's columns, for the choices.
	Header []string
	// Missing is true while a required column is not chosen.
	Missing bool
	// Raw holds the first lines of the file while columns are missing.
	Raw [][]string
	// Sample holds the first students.
	Sample []SampleStudent
	// Students and Classes are the numbers after storing.
	Students, Classes int
	New, Gone         Counted
	Changed           Counted
	Same              int
	// Replaced is true if most students of the present list are not in the file.
	Replaced bool
	// Unnumbered counts the students without their own number.
	Unnumbered int
	// Bad are the lines that cannot be read, NotStudents those that are not of a student. Skip is true if the
	// latter are left out.
	Bad, NotStudents Counted
	Skip             bool
	// Understood are numbers that the file does not write in plain digits.
	Understood Counted
	// Ready is true if the list can be stored.
	Ready bool
	// Problem is the sentence about why nothing was stored; it may be empty.
	Problem string
	// Seen identifies these changes.
	Seen string
}

// ColumnChoice is the choice of the column for one fact.
type ColumnChoice struct {
	Key string
	// At is the column's number from 1; 0 for none.
	At int
}

// SampleStudent is a student in the preview.
type SampleStudent struct {
	Name, Class, Enrolment, Student string
}

// Counted is a number of students or lines of a file, with sentences about the first of them.
type Counted struct {
	Count int
	First []string
}

// columns returns the columns of the file as the options of a fact.
func (v *PreviewView) columns() []layout.Option {
	options := []layout.Option{{Value: "0", Text: v.Words.Text("student_list.no_column")}}
	for i, name := range v.Header {
		options = append(options, layout.Option{Value: strconv.Itoa(i + 1), Text: name})
	}
	return options
}

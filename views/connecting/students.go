package connecting

import (
	"slices"
	"strconv"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
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

// FileReading is a file of students as it is read, by a person's choices.
type FileReading struct {
	*imports.Reading
	imports.Choices
	tables.Options
	// Skip leaves out lines without a student.
	Skip bool
}

// Ready reports whether the list can be stored.
func (r *FileReading) Ready() bool {
	return !r.Missing() && len(r.Bad) == 0 && len(r.All) > 0 && (r.Skip || len(r.NotStudents) == 0)
}

// hasLeavers reports whether lines are left out because their students seem to have left.
func (r *FileReading) hasLeavers() bool {
	return slices.ContainsFunc(r.NotStudents, func(fault tables.FileError) bool { return fault.Code == imports.Leaver })
}

// at returns the number of a column's place from 1; 0 for none.
func (r *FileReading) at(column tables.Column) string {
	return strconv.Itoa(r.Lists[0].Places.Of(column.Key) + 1)
}

// headerLine returns the number of the line with the columns' names, imports.Headless for none.
func (r *FileReading) headerLine() string { return strconv.Itoa(r.Lists[0].HeaderLine) }

// first returns the first lines of the file.
func (r *FileReading) first() []tables.Line { return r.Lead.Lines[:min(len(r.Lead.Lines), sampled)] }

// sampled limits the lines of a file that the preview shows unchanged.
const sampled = 8

// PreviewView shows how Rollbook reads a file of students, before it is stored.
type PreviewView struct {
	layout.Page
	*FileReading
	// ID is the file's id.
	ID     string
	File   string
	Period roll.Period
	// Names are those of the file's columns, HeaderLines the lines that may hold them.
	Names       []string
	HeaderLines []layout.Option
	// Sample holds the first students.
	Sample []SampleStudent
	// Students and Classes are the numbers after storing.
	Students, Classes  int
	New, Gone, Changed Counted
	Same               int
	// Replaced is true if most students of the present list are not in the file.
	Replaced bool
	// BadLines are the lines that cannot be read, OtherLines those that are not of a student.
	BadLines, OtherLines Counted
	// OddNumbers are numbers that the file does not write in plain digits.
	OddNumbers Counted
	// Problem is the sentence about why nothing was stored; it may be empty.
	Problem string
	// Seen identifies these changes.
	Seen string
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
	for i, name := range v.Names {
		options = append(options, layout.Option{Value: strconv.Itoa(i + 1), Text: name})
	}
	return options
}

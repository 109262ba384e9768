package connecting

import (
	"slices"
	"time"

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
	// Megabytes and Lines are the limits of a file.
	Megabytes, Lines int
}

// PeriodList is a school year or term with the number of its stored students.
type PeriodList struct {
	Period   roll.Period
	Students int
	// Source is where the students came from: "service", "file", "typed", or empty.
	Source string
	// Since is when they were stored; it may be zero.
	Since time.Time
}

func listOption(list PeriodList) layout.Option { return layout.PeriodOption(list.Period) }

// state returns a sentence about the stored list of a period's students.
func (v *StudentsView) state(p PeriodList) string {
	if p.Source == "" || p.Since.IsZero() {
		return v.Words.Text("student_list.none")
	}
	return v.Words.Count(language.ListSourceKeys.Of(p.Source), p.Students, "Since", v.When(p.Since))
}

// PreviewView shows how Rollbook reads a file of students, before it is stored.
type PreviewView struct {
	layout.Page
	// ID is the file's id, Seen identifies the changes by it.
	ID, Seen string
	File     string
	Period   roll.Period
	// Missing is true while a required column is not chosen, Ready once the list can be stored.
	Missing, Ready bool
	// Bad are the lines that cannot be read, NotStudents those that are not of a student. Skip is true if the
	// latter are left out, Leavers if some of them seem to have left.
	Bad, NotStudents Counted
	Skip, Leavers    bool
	// Notes are facts about the reading that a person should check.
	Notes []Counted
	// Students is the number after storing, Total the sentence about it, and Changes are the differences from the present
	// list.
	Students int
	Total    string
	Changes  []Counted
	// Replaced is true if most students of the present list are not in the file.
	Replaced bool
	// Unnumbered counts the students without their own number.
	Unnumbered int
	// Choices are the fields for how the file is read, Hidden further ones that a person does not see.
	Choices []FileChoice
	Hidden  []string
	// Sample holds the first students, or Raw the first lines of the file while there are none.
	Sample []SampleStudent
	Raw    [][]string
}

// FileChoice is a field for how a file is read. About may be empty.
type FileChoice struct {
	Name, Label, Chosen, About string
	Options                    []layout.Option
}

// SampleStudent is a student in the preview.
type SampleStudent struct {
	Name, Class, Enrolment, Student string
}

// Counted is a sentence about some students or lines of a file, with sentences about the first of them. More counts
// the others.
type Counted struct {
	Text  string
	First []string
	More  int
}

// fields returns the names and values of all choices, for a press that reads the file again.
func (v *PreviewView) fields() []string {
	fields := slices.Clone(v.Hidden)
	for _, choice := range v.Choices {
		fields = append(fields, choice.Name, choice.Chosen)
	}
	return fields
}

package connecting

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// fileTypes are the kinds of files that a browser offers for a list of students.
const fileTypes = ".csv,.tsv,.txt,.xlsx,.xls,text/csv,text/plain," +
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// StudentsView is the page for uploading a school's students as a file.
type StudentsView struct {
	layout.Page
	// Periods are the choices of a school year or term; Chosen is the first choice.
	Periods []PeriodList
	Chosen  roll.PeriodID
}

// PeriodList is a school year or term with the number of its stored students.
type PeriodList struct {
	Period   roll.Period
	Students int
	// LeftOut are the students of its file who seemed to have left.
	LeftOut []roll.LeftOut
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

// leftOut returns a sentence about the students of the list's file who were left out, with each of them and why.
func (v *StudentsView) leftOut(p PeriodList) counted {
	return countedOf(v.Words, "student_list.left_out", p.LeftOut, len(p.LeftOut),
		func(left roll.LeftOut) string { return whyLeft(v.Words, left) })
}

func whyLeft(words *language.Words, left roll.LeftOut) string {
	return words.Text("student_list.left_why", "Name", lines.WithClasses(words, []roll.Enrolment{left.Enrolment}), "Why",
		left.Why)
}

// limits returns the sentence about the limits of a file.
func (v *StudentsView) limits() string {
	return v.Words.Text("student_list.limits", "Megabytes", tables.MaxBytes>>20, "Lines", v.Words.Number(tables.MaxLines))
}

// PreviewView shows how Rollbook reads a file of students, before it is stored.
type PreviewView struct {
	layout.Page
	// ID is the file's id, File its name.
	ID, File string
	Period   roll.Period
	Read     *imports.Reading
	// Changes are the differences from the present list.
	Changes imports.Changes
}

// The limits of a file's preview.
const (
	// sampled limits the first lines, the first students and the numbers that are shown as samples, namedMost the new,
	// gone and changed students, badMost the bad lines.
	sampled   = 8
	namedMost = 50
	badMost   = 100
)

// counted is a sentence about some students or lines of a file, with sentences about the first of them. More counts
// the others.
type counted struct {
	text  string
	first []string
	more  int
}

// countedOf returns a sentence about all, with a description of the first of them.
func countedOf[T any](words *language.Words, key language.Key, all []T, most int, describe func(T) string) counted {
	var first []string
	for _, one := range all[:min(len(all), most)] {
		first = append(first, describe(one))
	}
	return counted{words.Count(key, len(all), "First", strings.Join(first[:min(len(first), 1)], "")), first,
		len(all) - len(first)}
}

// faulty returns a sentence about the lines with faults.
func (v *PreviewView) faulty(key language.Key, faults []tables.FileError) counted {
	leavers := v.Read.Leavers
	return countedOf(v.Words, key, faults, badMost, func(fault tables.FileError) string {
		if len(v.Read.Lead.Sheets) < 2 {
			fault.Sheet, fault.OtherSheet = "", ""
		}
		why := imports.Sentence(v.Words, fault)
		if fault.Code == imports.Leaver {
			why, leavers = whyLeft(v.Words, leavers[0]), leavers[1:]
		}
		return v.Words.Text("student_list.line_why", "Line", imports.NameOfLine(v.Words, fault.Sheet, fault.Line), "Why",
			why)
	})
}

// hasLeavers reports whether some of the lines seem to be of students who have left.
func (v *PreviewView) hasLeavers() bool {
	return slices.ContainsFunc(v.Read.NotStudents,
		func(fault tables.FileError) bool { return fault.Code == imports.Leaver })
}

// notes returns the facts about the reading that a person should check.
func (v *PreviewView) notes() (notes []counted) {
	for _, doubt := range v.Read.Doubts {
		notes = append(notes, counted{text: doubt.Sentence(v.Words)})
	}
	if sheets := v.Read.SheetsAsClasses(); len(sheets) > 0 {
		text := v.Words.Text("student_list.sheets_as_classes", "Sheets", v.Words.List(sheets))
		notes = append(notes, counted{text: text})
	}
	if left := v.Read.Left; len(left) > 0 && !v.Read.Missing() {
		notes = append(notes, counted{text: v.Words.Text("student_list.left", "Sheets", v.Words.List(left))})
	}
	if len(v.Read.Understood) == 0 {
		return notes
	}
	return append(notes, countedOf(v.Words, "student_list.understood", v.Read.Understood, sampled,
		func(number imports.Understood) string {
			return v.Words.Text("student_list.understood_as", "Written", imports.Shortened(number.Written), "Number",
				number.Number)
		}))
}

// differences returns the differences from the present list.
func (v *PreviewView) differences() []counted {
	student := func(student roll.Enrolment) string { return v.described(student, []string{student.ClassName}) }
	all := []counted{
		countedOf(v.Words, "student_list.new", v.Changes.New, namedMost, student),
		countedOf(v.Words, "student_list.gone", v.Changes.Gone, namedMost, student),
		countedOf(v.Words, "student_list.changed", v.Changes.Changed, namedMost, v.change),
		{text: v.Words.Count("student_list.same", v.Changes.Same), more: v.Changes.Same},
	}
	return slices.DeleteFunc(all, func(one counted) bool { return len(one.first)+one.more == 0 })
}

// change describes a student before and after.
func (v *PreviewView) change(change imports.Change) string {
	before, after := v.described(change.Before, change.ClassesBefore), v.described(change.After, change.ClassesAfter)
	if change.Before.Student != change.After.Student {
		before = v.Words.Text("student_list.number_of", "Name", before, "Number", v.ownNumber(change.Before))
		after = v.Words.Text("student_list.number_of", "Name", after, "Number", v.ownNumber(change.After))
	}
	return v.Words.Text("student_list.change", "Before", before, "After", after)
}

// described returns a student's name with her classes.
func (v *PreviewView) described(student roll.Enrolment, classes []string) string {
	classes = imports.Filled(classes)
	if len(classes) == 0 {
		return lines.Student(v.Words, student)
	}
	return v.Words.Text("student_list.in_class", "Name", lines.InClass(v.Words, student), "Class",
		strings.Join(classes, " · "))
}

// ownNumber returns the student's own number, or the word for an unknown one.
func (v *PreviewView) ownNumber(student roll.Enrolment) string {
	if student.Student == 0 {
		return v.Words.Text("student_list.unknown")
	}
	return student.Student.String()
}

// total returns the sentence about the numbers of students and classes after storing.
func (v *PreviewView) total() string {
	classes := make(map[roll.ClassID]bool)
	for _, student := range v.Read.All {
		classes[student.Class] = true
	}
	return v.Words.Count("student_list.total", v.Changes.Students(), "Classes",
		v.Words.Count("student_list.classes", len(classes)))
}

// fileChoice is a field for how a file is read. About may be empty.
type fileChoice struct {
	name, label, chosen, about string
	options                    []layout.Option
}

// choices returns the fields for how the file is read.
func (v *PreviewView) choices() (all []fileChoice) {
	list, lead := v.Read.Lists[0], v.Read.Lead
	for _, column := range imports.StudentColumns() {
		about := v.Words.Text(language.ListColumnAboutKeys.Of(column.Key))
		all = append(all, fileChoice{column.Key, v.Words.Text(language.ListColumnKeys.Of(column.Key)),
			strconv.Itoa(list.Places.Of(column.Key) + 1), about, v.columns()})
	}
	all = append(all, fileChoice{"header", v.Words.Text("student_list.header"), strconv.Itoa(list.HeaderLine), "",
		v.headerLines()})
	if lead.Encoding != "" {
		all = append(all, fileChoice{"encoding", v.Words.Text("student_list.encoding"), lead.Encoding,
			v.Words.Text("student_list.encoding_why"), layout.Options("", tables.Encodings(), layout.TextOption)})
	}
	if len(lead.Sheets) > 1 {
		sheets := layout.Options(v.Words.Text("student_list.all_sheets"), lead.Sheets, layout.TextOption)
		all = append(all, fileChoice{"sheet", v.Words.Text("student_list.sheet"), v.Read.Choices.Options.Sheet, "", sheets})
	}
	return all
}

// hidden returns the names and values of the choices that a person does not see.
func (v *PreviewView) hidden() []string {
	fields := []string{"header_was", strconv.Itoa(v.Read.Lists[0].HeaderLine), "sheet_was", v.Read.Choices.Options.Sheet}
	if v.Read.Choices.KeepLeavers {
		fields = append(fields, "leavers", "keep")
	}
	return fields
}

// fields returns the names and values of all choices, for a press that reads the file again.
func (v *PreviewView) fields() []string {
	fields := v.hidden()
	for _, choice := range v.choices() {
		fields = append(fields, choice.name, choice.chosen)
	}
	return fields
}

// columns returns the choices of a column of the file.
func (v *PreviewView) columns() []layout.Option {
	options := []layout.Option{{Value: "0", Text: v.Words.Text("student_list.no_column")}}
	header := v.Read.Lead.Lines[0]
	if names := v.Read.Lists[0].Header; names != nil {
		header.Texts = names
	}
	for i := range v.Read.Lead.Columns() {
		key := language.Either(header.Text(i) == "", "student_list.nth_column", "student_list.nth_column_named")
		options = append(options, layout.Option{Value: strconv.Itoa(i + 1),
			Text: v.Words.Text(key, "Number", v.Words.Number(i+1), "Name", imports.Shortened(header.Text(i)))})
	}
	return options
}

// headerLines returns the lines that may be the header.
func (v *PreviewView) headerLines() []layout.Option {
	choices := []layout.Option{{Value: strconv.Itoa(imports.Headless), Text: v.Words.Text("student_list.headless")}}
	for _, line := range v.Read.Lead.Top() {
		text := imports.Shortened(strings.Join(imports.Filled(line.Texts), " · "))
		text = v.Words.Text("student_list.header_line", "Line", v.Words.Number(line.Number), "Text", text)
		choices = append(choices, layout.Option{Value: strconv.Itoa(line.Number), Text: text})
	}
	return choices
}

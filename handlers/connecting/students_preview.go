package connecting

import (
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// The limits of a file's preview.
const (
	sampled = 8
	// namedMost limits the new, gone and changed students in the preview, badMost the bad lines.
	namedMost = 50
	badMost   = 100
)

// previewed is a file as it is read, with its changes to the present list.
type previewed struct {
	words   *language.Words
	read    *imports.Reading
	changes imports.Changes
}

// view returns the page of the file.
func (p previewed) view(page layout.Page, draft drafts.Draft, period roll.Period) *connecting.PreviewView {
	read, choices := p.read, p.read.Choices
	view := &connecting.PreviewView{
		Page: page, ID: draft.ID, File: draft.Name, Period: period, Seen: p.changes.Fingerprint(), Missing: read.Missing(),
		Ready: read.Ready(), Bad: p.faulty("student_list.bad", read.Bad),
		NotStudents: p.faulty(language.Either(choices.Skip, "student_list.skipped", "student_list.besides"),
			read.NotStudents),
		Skip: choices.Skip, Leavers: p.hasLeavers(), Notes: p.notes(), Students: p.changes.Students(), Total: p.total(),
		Changes: p.differences(), Replaced: p.changes.IsOther(), Unnumbered: read.Unnumbered, Choices: p.choices(),
		Hidden: []string{"header_was", strconv.Itoa(read.Lists[0].HeaderLine), "sheet_was", choices.Options.Sheet},
	}
	if choices.KeepLeavers {
		view.Hidden = append(view.Hidden, "leavers", "keep")
	}
	for _, student := range read.All[:min(len(read.All), sampled)] {
		view.Sample = append(view.Sample, connecting.SampleStudent{
			Name: naming.StudentName(p.words, student), Class: student.ClassName, Enrolment: student.ID.String(),
			Student: p.ownNumber(student),
		})
	}
	for _, line := range read.Lead.Lines[:min(len(read.Lead.Lines), sampled)] {
		view.Raw = append(view.Raw, mapped(line.Texts, imports.Shortened))
	}
	return view
}

// countedOf returns a sentence about all, with a description of the first of them, or nothing without any.
func countedOf[T any](p previewed, key language.Key, all []T, most int, describe func(T) string) connecting.Counted {
	if len(all) == 0 {
		return connecting.Counted{}
	}
	first := mapped(all[:min(len(all), most)], describe)
	return connecting.Counted{Text: p.words.Count(key, len(all), "First", first[0]), First: first,
		More: len(all) - len(first)}
}

// faulty returns a sentence about the lines with faults.
func (p previewed) faulty(key language.Key, faults []tables.FileError) connecting.Counted {
	return countedOf(p, key, faults, badMost, func(fault tables.FileError) string {
		if len(p.read.Lead.Sheets) < 2 {
			fault.Sheet, fault.OtherSheet = "", ""
		}
		return p.words.Text("student_list.line_why", "Line", imports.NameOfLine(p.words, fault.Sheet, fault.Line), "Why",
			imports.Sentence(p.words, fault))
	})
}

// hasLeavers reports whether some of the lines seem to be of students who have left.
func (p previewed) hasLeavers() bool {
	return slices.ContainsFunc(p.read.NotStudents,
		func(fault tables.FileError) bool { return fault.Code == imports.Leaver })
}

// notes returns the facts about the reading that a person should check.
func (p previewed) notes() []connecting.Counted {
	var notes []connecting.Counted
	add := func(applies bool, text string) {
		if applies {
			notes = append(notes, connecting.Counted{Text: text})
		}
	}
	for _, doubt := range p.read.Doubts {
		add(true, doubt.Sentence(p.words))
	}
	sheets := p.read.SheetsAsClasses()
	add(len(sheets) > 0, p.words.Text("student_list.sheets_as_classes", "Sheets", p.words.List(sheets)))
	add(len(p.read.Left) > 0 && !p.read.Missing(), p.words.Text("student_list.left", "Sheets", p.words.List(p.read.Left)))
	return append(notes, countedOf(p, "student_list.understood", p.read.Understood, sampled,
		func(number imports.Understood) string {
			return p.words.Text("student_list.understood_as", "Written", imports.Shortened(number.Written), "Number",
				number.Number)
		}))
}

// differences returns the differences from the present list.
func (p previewed) differences() []connecting.Counted {
	student := func(student roll.Enrolment) string { return p.described(student, []string{student.ClassName}) }
	all := []connecting.Counted{
		countedOf(p, "student_list.new", p.changes.New, namedMost, student),
		countedOf(p, "student_list.gone", p.changes.Gone, namedMost, student),
		countedOf(p, "student_list.changed", p.changes.Changed, namedMost, p.change),
	}
	if p.changes.Same > 0 {
		all = append(all, connecting.Counted{Text: p.words.Count("student_list.same", p.changes.Same)})
	}
	return all
}

// change describes a student before and after.
func (p previewed) change(change imports.Change) string {
	before, after := p.described(change.Before, change.ClassesBefore), p.described(change.After, change.ClassesAfter)
	if change.Before.Student != change.After.Student {
		before = p.words.Text("student_list.number_of", "Name", before, "Number", p.ownNumber(change.Before))
		after = p.words.Text("student_list.number_of", "Name", after, "Number", p.ownNumber(change.After))
	}
	return p.words.Text("student_list.change", "Before", before, "After", after)
}

// described returns a student's name with her classes.
func (p previewed) described(student roll.Enrolment, classes []string) string {
	name := naming.StudentName(p.words, student)
	classes = slices.DeleteFunc(slices.Clone(classes), func(class string) bool { return class == "" })
	if len(classes) == 0 {
		return name
	}
	return p.words.Text("student_list.in_class", "Name", name, "Class", strings.Join(classes, " · "))
}

// ownNumber returns the student's own number, or the word for an unknown one.
func (p previewed) ownNumber(student roll.Enrolment) string {
	if student.Student == 0 {
		return p.words.Text("student_list.unknown")
	}
	return student.Student.String()
}

// total returns the sentence about the numbers of students and classes after storing.
func (p previewed) total() string {
	classes := make(map[roll.ClassID]bool)
	for _, student := range p.read.All {
		classes[student.Class] = true
	}
	return p.words.Count("student_list.total", p.changes.Students(), "Classes",
		p.words.Count("student_list.classes", len(classes)))
}

// choices returns the fields for how the file is read.
func (p previewed) choices() []connecting.FileChoice {
	columns := []layout.Option{{Value: "0", Text: p.words.Text("student_list.no_column")}}
	for i, name := range p.columns() {
		columns = append(columns, layout.Option{Value: strconv.Itoa(i + 1), Text: name})
	}
	var all []connecting.FileChoice
	add := func(name string, label language.Key, chosen, about string, options []layout.Option) {
		all = append(all, connecting.FileChoice{Name: name, Label: p.words.Text(label), Chosen: chosen, About: about,
			Options: options})
	}
	list, lead := p.read.Lists[0], p.read.Lead
	for _, column := range imports.StudentColumns() {
		about, at := p.words.Text(language.ListColumnAboutKeys.Of(column.Key)), list.Places.Of(column.Key)+1
		add(column.Key, language.ListColumnKeys.Of(column.Key), strconv.Itoa(at), about, columns)
	}
	add("header", "student_list.header", strconv.Itoa(list.HeaderLine), "", p.headerLines())
	if lead.Encoding != "" {
		encodings := layout.Options("", tables.Encodings(), layout.TextOption)
		add("encoding", "student_list.encoding", lead.Encoding, p.words.Text("student_list.encoding_why"), encodings)
	}
	if len(lead.Sheets) > 1 {
		sheets := layout.Options(p.words.Text("student_list.all_sheets"), lead.Sheets, layout.TextOption)
		add("sheet", "student_list.sheet", p.read.Choices.Options.Sheet, "", sheets)
	}
	return all
}

// columns names the columns of the file.
func (p previewed) columns() []string {
	names := make([]string, p.read.Lead.Columns())
	header := tables.Line{Texts: p.read.Lists[0].Header}
	if header.Texts == nil {
		header = p.read.Lead.Lines[0]
	}
	for i := range names {
		names[i] = p.words.Text("student_list.nth_column", "Number", p.words.Number(i+1))
		if name := header.Text(i); name != "" {
			names[i] = p.words.Text("student_list.nth_column_named", "Number", p.words.Number(i+1), "Name",
				imports.Shortened(name))
		}
	}
	return names
}

// headerLines returns the lines that may be the header.
func (p previewed) headerLines() []layout.Option {
	choices := []layout.Option{{Value: strconv.Itoa(imports.Headless), Text: p.words.Text("student_list.headless")}}
	for _, line := range p.read.Lead.Lines[:min(len(p.read.Lead.Lines), tables.HeaderWithin)] {
		text := imports.Shortened(strings.Join(slices.DeleteFunc(slices.Clone(line.Texts),
			func(text string) bool { return text == "" }), " · "))
		text = p.words.Text("student_list.header_line", "Line", p.words.Number(line.Number), "Text", text)
		choices = append(choices, layout.Option{Value: strconv.Itoa(line.Number), Text: text})
	}
	return choices
}

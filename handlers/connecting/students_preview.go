package connecting

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// The limits of a file's preview.
const (
	sampled = 8
	// namedMost limits the new, gone and changed students in the preview, badMost the bad lines.
	namedMost = 50
	badMost   = 100
)

// File shows the unconfirmed file, read as the address defines.
func (s *StudentLists) File(v *visit.Visit) error {
	return s.preview(v, http.StatusOK, fileChoicesOf(v.QueryParams()), "")
}

// withDraft calls do with the unconfirmed file, unless it is gone or stored already.
func (s *StudentLists) withDraft(v *visit.Visit, do func(draft drafts.Draft) error) error {
	draft, err := s.drafts.Find(v.Ctx, s.owner(v))
	switch {
	case roll.KindOf(err) == roll.NotFound:
		return s.show(v, http.StatusNotFound, v.Words.Text("student_list.problem.gone"), nil)
	case err != nil:
		return err
	case draft.Used:
		return s.stored(v, draft.Period)
	}
	return do(draft)
}

// preview shows the file as it is read, and what it would change.
func (s *StudentLists) preview(v *visit.Visit, status int, chosen fileChoices, problem string) error {
	return s.withDraft(v, func(draft drafts.Draft) error {
		read, err := s.read(v, draft.Content, chosen)
		if fault, ok := errors.AsType[*tables.FileError](err); ok {
			// It could be read at its upload, so it is read in that way.
			problem, status = imports.Sentence(v.Words, *fault), http.StatusUnprocessableEntity
			read, err = s.read(v, draft.Content, fileChoices{})
		}
		if err != nil {
			return err
		}
		view, err := s.previewView(v, draft, read)
		if err != nil {
			return err
		}
		view.Problem = problem
		return s.pages.Render(v, status, connecting.Preview(view))
	})
}

func (s *StudentLists) previewView(v *visit.Visit, draft drafts.Draft, read *reading) (*connecting.PreviewView, error) {
	period, err := s.periodNamed(v, []string{string(draft.Period)})
	if err != nil {
		return nil, err
	}
	before, _, err := s.rosters.Students(v.Ctx, v.School, draft.Period)
	if err != nil {
		return nil, err
	}
	changes := imports.Compare(before, read.All)
	view := &connecting.PreviewView{
		Page: s.pages.Page(v, "", layout.NavSettings), ID: draft.ID, File: draft.Name, Period: period,
		Encoding: read.Lead.Encoding, Encodings: tables.Encodings(), Sheet: read.options.Sheet, Sheets: read.Lead.Sheets,
		Left: read.Left, Doubts: doubtsOf(v, read), KeepLeavers: read.KeepLeavers, Leavers: hasLeavers(read), SheetsAsClasses: read.SheetsAsClasses(), Skip: read.skip, Missing: read.Missing(), Ready: read.ready(),
		HeaderLine: read.Lists[0].HeaderLine, HeaderLines: headerLinesOf(v, read),
		Header: headerOf(v, read), Columns: columnsOf(read), Raw: rawOf(read), Understood: understoodOf(v, read),
		Students: len(changes.New) + len(changes.Changed) + changes.Same, Classes: classesOf(read.All),
		New: namedOf(v, changes.New), Gone: namedOf(v, changes.Gone), Changed: changedOf(v, changes.Changed), Same: changes.Same,
		Replaced:   2*len(changes.Gone) > len(changes.Gone)+len(changes.Changed)+changes.Same,
		Unnumbered: read.Unnumbered, Seen: changes.Fingerprint(), Bad: linesOf(v, read, read.Bad), NotStudents: linesOf(v, read, read.NotStudents),
	}
	for _, student := range read.All[:min(len(read.All), sampled)] {
		view.Sample = append(view.Sample, sampleOf(v, student))
	}
	return view, nil
}

// firstOf counts all, and describes the first of them.
func firstOf[T any](all []T, most int, describe func(T) string) connecting.Counted {
	counted := connecting.Counted{Count: len(all)}
	for _, one := range all[:min(len(all), most)] {
		counted.First = append(counted.First, describe(one))
	}
	return counted
}

// linesOf counts the lines with faults, and describes the first of them.
func linesOf(v *visit.Visit, read *reading, faults []tables.FileError) connecting.Counted {
	return firstOf(faults, badMost, func(fault tables.FileError) string {
		if len(read.Lead.Sheets) < 2 {
			fault.Sheet, fault.OtherSheet = "", ""
		}
		return v.Words.Text("student_list.line_why", "Line", imports.NameOfLine(v.Words, fault.Sheet, fault.Line), "Why", imports.Sentence(v.Words, fault))
	})
}

// doubtsOf returns the sentences about facts that a person should check.
func doubtsOf(v *visit.Visit, read *reading) []string {
	var all []string
	for _, doubt := range read.Doubts {
		all = append(all, doubt.Sentence(v.Words))
	}
	return all
}

// hasLeavers reports whether lines are left out because their students seem to have left.
func hasLeavers(read *reading) bool {
	return slices.ContainsFunc(read.NotStudents, func(fault tables.FileError) bool { return fault.Code == imports.Leaver })
}

// understoodOf counts the numbers in an unusual form, and shows the first of them in both forms.
func understoodOf(v *visit.Visit, read *reading) connecting.Counted {
	return firstOf(read.Understood, sampled, func(number imports.Understood) string {
		return v.Words.Text("student_list.understood_as", "Written", imports.Shortened(number.Written), "Number", number.Number)
	})
}

// headerLinesOf returns the lines that may be the header.
func headerLinesOf(v *visit.Visit, read *reading) []layout.Option {
	choices := []layout.Option{{Value: strconv.Itoa(imports.Headless), Text: v.Words.Text("student_list.headless")}}
	for _, line := range read.Lead.Lines[:min(len(read.Lead.Lines), tables.HeaderWithin)] {
		text := imports.Shortened(strings.Join(slices.DeleteFunc(slices.Clone(line.Texts), func(text string) bool { return text == "" }), " · "))
		choices = append(choices, layout.Option{Value: strconv.Itoa(line.Number), Text: v.Words.Text("student_list.header_line", "Line", v.Words.Number(line.Number), "Text", text)})
	}
	return choices
}

// Store stores the list of the preview, all or nothing.
func (s *StudentLists) Store(v *visit.Visit) error {
	form := v.Request().PostForm
	id, seen := form.Get("file"), form.Get("seen")
	chosen := fileChoicesOf(form)
	return s.withDraft(v, func(draft drafts.Draft) error {
		if draft.ID != id {
			return s.preview(v, http.StatusConflict, fileChoices{}, v.Words.Text("student_list.problem.replaced"))
		}
		return s.confirm(v, draft, chosen, seen)
	})
}

// confirm stores the list if it still makes the changes that the person saw.
func (s *StudentLists) confirm(v *visit.Visit, draft drafts.Draft, chosen fileChoices, seen string) error {
	read, err := s.read(v, draft.Content, chosen)
	if fault, ok := errors.AsType[*tables.FileError](err); ok {
		return s.preview(v, http.StatusUnprocessableEntity, fileChoices{}, imports.Sentence(v.Words, *fault))
	}
	if err != nil {
		return err
	}
	if !read.ready() {
		return s.preview(v, http.StatusUnprocessableEntity, chosen, v.Words.Text("student_list.problem.not_ready"))
	}
	before, _, err := s.rosters.Students(v.Ctx, v.School, draft.Period)
	if err != nil {
		return err
	}
	if imports.Compare(before, read.All).Fingerprint() != seen {
		return s.preview(v, http.StatusConflict, chosen, v.Words.Text("student_list.problem.changed"))
	}
	return s.put(v, draft, store.StudentFile{Students: read.All, Named: read.IsNamed()})
}

func (s *StudentLists) put(v *visit.Visit, draft drafts.Draft, file store.StudentFile) error {
	err := s.drafts.Import(v.Ctx, s.owner(v), draft, file)
	if roll.KindOf(err) == roll.Stale {
		return s.preview(v, http.StatusConflict, fileChoices{}, v.Words.Text("student_list.problem.replaced"))
	}
	if err != nil {
		return err
	}
	if err := s.rosters.Forget(v.Ctx, v.School.ID); err != nil {
		return err
	}
	return s.stored(v, draft.Period)
}

// headerOf names the columns of the file for people.
func headerOf(v *visit.Visit, read *reading) []string {
	names := make([]string, read.Lead.Columns())
	header := read.Lists[0].Header
	if header == nil {
		header = read.Lead.Lines[0].Texts
	}
	for i := range names {
		names[i] = v.Words.Text("student_list.nth_column", "Number", v.Words.Number(i+1))
		if name := (tables.Line{Texts: header}).Text(i); name != "" {
			names[i] = v.Words.Text("student_list.nth_column_named", "Number", v.Words.Number(i+1), "Name", imports.Shortened(name))
		}
	}
	return names
}

func columnsOf(read *reading) []connecting.ColumnChoice {
	var choices []connecting.ColumnChoice
	for _, column := range imports.StudentColumns() {
		choices = append(choices, connecting.ColumnChoice{Key: column.Key, At: read.Lists[0].Places.Of(column.Key) + 1})
	}
	return choices
}

// rawOf returns the first lines unchanged.
func rawOf(read *reading) [][]string {
	var raw [][]string
	for _, line := range read.Lead.Lines[:min(len(read.Lead.Lines), sampled)] {
		texts := make([]string, len(line.Texts))
		for i, text := range line.Texts {
			texts[i] = imports.Shortened(text)
		}
		raw = append(raw, texts)
	}
	return raw
}

func sampleOf(v *visit.Visit, student roll.Enrolment) connecting.SampleStudent {
	sample := connecting.SampleStudent{
		Name: naming.StudentName(v.Words, student), Class: student.ClassName, Enrolment: student.ID.String(), Student: v.Words.Text("student_list.unknown"),
	}
	if student.Student != 0 {
		sample.Student = student.Student.String()
	}
	return sample
}

func classesOf(students []roll.Enrolment) int {
	classes := make(map[roll.ClassID]bool)
	for _, student := range students {
		classes[student.Class] = true
	}
	return len(classes)
}

func namedOf(v *visit.Visit, students []roll.Enrolment) connecting.Counted {
	return firstOf(students, namedMost, func(student roll.Enrolment) string { return described(v, student, []string{student.ClassName}) })
}

func changedOf(v *visit.Visit, changes []imports.Change) connecting.Counted {
	return firstOf(changes, namedMost, func(change imports.Change) string {
		before, after := described(v, change.Before, change.ClassesBefore), described(v, change.After, change.ClassesAfter)
		if change.Before.Student != change.After.Student {
			before = v.Words.Text("student_list.number_of", "Name", before, "Number", sampleOf(v, change.Before).Student)
			after = v.Words.Text("student_list.number_of", "Name", after, "Number", sampleOf(v, change.After).Student)
		}
		return v.Words.Text("student_list.change", "Before", before, "After", after)
	})
}

// described returns a student's name with her classes.
func described(v *visit.Visit, student roll.Enrolment, classes []string) string {
	name := naming.StudentName(v.Words, student)
	classes = slices.DeleteFunc(slices.Clone(classes), func(class string) bool { return class == "" })
	if len(classes) == 0 {
		return name
	}
	return v.Words.Text("student_list.in_class", "Name", name, "Class", strings.Join(classes, " · "))
}

// fileChoices contains a person's choices for reading a file.
type fileChoices struct {
	imports.Choices
	options tables.Options
	// skip leaves out lines without a student.
	skip bool
}

// fileChoicesOf parses the choices from a query or a form. Without fields, everything is detected from the file. It
// ignores an unreadable field: the preview shows how the file was read instead.
func fileChoicesOf(values url.Values) fileChoices {
	text := values.Get
	chosen := fileChoices{options: tables.Options{Encoding: text("encoding"), Sheet: text("sheet")}, skip: text("skip") == "1"}
	chosen.KeepLeavers = text("leavers") == "keep"
	if chosen.options.Encoding != "" && !slices.Contains(tables.Encodings(), chosen.options.Encoding) {
		chosen.options.Encoding = ""
	}
	if line, err := strconv.Atoi(text("header")); err == nil && (line > 0 || line == imports.Headless) {
		chosen.Header = line
	}
	sheetWas, headerWas := text("sheet_was"), text("header_was")
	if values.Has("sheet_was") && sheetWas != chosen.options.Sheet {
		chosen.Header = 0
		return chosen
	}
	// Columns chosen under another header do not apply to this one.
	if !values.Has(imports.Enrolment) || headerWas != "" && headerWas != text("header") {
		return chosen
	}
	chosen.Places = make(tables.Places)
	for _, column := range imports.StudentColumns() {
		if at, err := strconv.Atoi(text(column.Key)); err == nil && at > 0 && at <= tables.MaxColumns {
			chosen.Places[column.Key] = at - 1
		}
	}
	return chosen
}

// reading is the result of reading a file.
type reading struct {
	fileChoices
	*imports.Reading
}

// ready reports whether the list can be stored.
func (r *reading) ready() bool {
	return !r.Missing() && len(r.Bad) == 0 && len(r.All) > 0 && (r.skip || len(r.NotStudents) == 0)
}

// read reads a file. It returns a *tables.FileError for a fault of the whole file, and roll.Unkept while
// other files are being read.
func (s *StudentLists) read(v *visit.Visit, content []byte, chosen fileChoices) (*reading, error) {
	chosen.Today = v.Today().String()
	sheets, err := s.turn.ReadSheets(v.Ctx, content, chosen.options)
	if errors.Is(err, tables.ErrBusy) {
		return nil, roll.Problem(roll.Unkept, "student_list.problem.busy").Because(err)
	}
	if err != nil {
		return nil, err
	}
	read := &reading{chosen, imports.Read(sheets, chosen.Choices)}
	if len(read.Lists[0].Lines) == 0 {
		return nil, &tables.FileError{Code: tables.Empty}
	}
	return read, nil
}

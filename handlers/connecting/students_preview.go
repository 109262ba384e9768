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
	"rollbook/web/language"
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
		return s.show(v, http.StatusNotFound, v.Words.Text("student_list.problem.gone"))
	case err != nil:
		return err
	case draft.Used:
		return visit.GoTo(v, s.stored(v, draft.Period))
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
		Page: s.pages.Page(v, "", layout.NavSettings), ID: draft.ID, File: draft.Name, Period: period, Seen: changes.Fingerprint(),
		Missing: read.Missing(), Ready: read.ready(), Skip: read.skip, Notes: notesOn(v, read), Changes: changesOf(v, changes),
		Leavers:  slices.ContainsFunc(read.NotStudents, func(fault tables.FileError) bool { return fault.Code == imports.Leaver }),
		Students: len(changes.New) + len(changes.Changed) + changes.Same, Classes: classesOf(read.All), Unnumbered: read.Unnumbered,
		Replaced: 2*len(changes.Gone) > len(changes.Gone)+len(changes.Changed)+changes.Same,
		Choices:  choicesOf(v, read), Hidden: []string{"header_was", strconv.Itoa(read.Lists[0].HeaderLine), "sheet_was", read.options.Sheet},
	}
	line := func(fault tables.FileError) string { return lineWhy(v, read, fault) }
	view.Bad = firstOf(v, "student_list.bad", read.Bad, badMost, line)
	view.NotStudents = firstOf(v, "student_list.besides", read.NotStudents, badMost, line)
	if read.skip {
		view.NotStudents = firstOf(v, "student_list.skipped", read.NotStudents, badMost, line)
	}
	if read.KeepLeavers {
		view.Hidden = append(view.Hidden, "leavers", "keep")
	}
	for _, student := range read.All[:min(len(read.All), sampled)] {
		view.Sample = append(view.Sample, sampleOf(v, student))
	}
	for _, line := range read.Lead.Lines[:min(len(read.Lead.Lines), sampled)] {
		if len(view.Sample) == 0 {
			view.Raw = append(view.Raw, mapped(line.Texts, imports.Shortened))
		}
	}
	return view, nil
}

// firstOf returns a sentence about all, with a description of the first of them, or nothing without any.
func firstOf[T any](v *visit.Visit, key language.Key, all []T, most int, describe func(T) string) connecting.Counted {
	if len(all) == 0 {
		return connecting.Counted{}
	}
	first := mapped(all[:min(len(all), most)], describe)
	return connecting.Counted{Text: v.Words.Count(key, len(all), "First", first[0]), First: first, More: len(all) - len(first)}
}

// lineWhy explains a line with a fault.
func lineWhy(v *visit.Visit, read *reading, fault tables.FileError) string {
	if len(read.Lead.Sheets) < 2 {
		fault.Sheet, fault.OtherSheet = "", ""
	}
	return v.Words.Text("student_list.line_why", "Line", imports.NameOfLine(v.Words, fault.Sheet, fault.Line), "Why", imports.Sentence(v.Words, fault))
}

// notesOn returns the facts about the reading that a person should check.
func notesOn(v *visit.Visit, read *reading) []connecting.Counted {
	var notes []connecting.Counted
	for _, doubt := range read.Doubts {
		notes = append(notes, connecting.Counted{Text: doubt.Sentence(v.Words)})
	}
	if sheets := read.SheetsAsClasses(); len(sheets) > 0 {
		notes = append(notes, connecting.Counted{Text: v.Words.Text("student_list.sheets_as_classes", "Sheets", v.Words.List(sheets))})
	}
	if len(read.Left) > 0 && !read.Missing() {
		notes = append(notes, connecting.Counted{Text: v.Words.Text("student_list.left", "Sheets", v.Words.List(read.Left))})
	}
	return appendSome(notes, firstOf(v, "student_list.understood", read.Understood, sampled, func(number imports.Understood) string {
		return v.Words.Text("student_list.understood_as", "Written", imports.Shortened(number.Written), "Number", number.Number)
	}))
}

// appendSome appends those that say something.
func appendSome(all []connecting.Counted, more ...connecting.Counted) []connecting.Counted {
	return append(all, slices.DeleteFunc(more, func(one connecting.Counted) bool { return one.Text == "" })...)
}

// changesOf returns the differences from the present list.
func changesOf(v *visit.Visit, changes imports.Changes) []connecting.Counted {
	student := func(student roll.Enrolment) string { return described(v, student, []string{student.ClassName}) }
	all := appendSome(nil, firstOf(v, "student_list.new", changes.New, namedMost, student), firstOf(v, "student_list.gone", changes.Gone, namedMost, student),
		firstOf(v, "student_list.changed", changes.Changed, namedMost, func(change imports.Change) string { return changeOf(v, change) }))
	if changes.Same > 0 {
		all = append(all, connecting.Counted{Text: v.Words.Count("student_list.same", changes.Same)})
	}
	return all
}

// choicesOf returns the fields for how the file is read.
func choicesOf(v *visit.Visit, read *reading) []connecting.FileChoice {
	columns := []layout.Option{{Value: "0", Text: v.Words.Text("student_list.no_column")}}
	for i, name := range headerOf(v, read) {
		columns = append(columns, layout.Option{Value: strconv.Itoa(i + 1), Text: name})
	}
	var all []connecting.FileChoice
	add := func(name string, label language.Key, chosen, about string, options []layout.Option) {
		all = append(all, connecting.FileChoice{Name: name, Label: v.Words.Text(label), Chosen: chosen, About: about, Options: options})
	}
	for _, column := range imports.StudentColumns() {
		about, at := v.Words.Text(language.ListColumnAboutKeys.Of(column.Key)), read.Lists[0].Places.Of(column.Key)+1
		add(column.Key, language.ListColumnKeys.Of(column.Key), strconv.Itoa(at), about, columns)
	}
	add("header", "student_list.header", strconv.Itoa(read.Lists[0].HeaderLine), "", headerLinesOf(v, read))
	if read.Lead.Encoding != "" {
		about := v.Words.Text("student_list.encoding_why")
		add("encoding", "student_list.encoding", read.Lead.Encoding, about, layout.Options("", tables.Encodings(), layout.TextOption))
	}
	if len(read.Lead.Sheets) > 1 {
		sheets := layout.Options(v.Words.Text("student_list.all_sheets"), read.Lead.Sheets, layout.TextOption)
		add("sheet", "student_list.sheet", read.options.Sheet, "", sheets)
	}
	return all
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

// Store stores the list of the preview, all or nothing, if it still makes the changes that the person saw.
func (s *StudentLists) Store(v *visit.Visit) error {
	form := v.Request().PostForm
	chosen := fileChoicesOf(form)
	return s.withDraft(v, func(draft drafts.Draft) error {
		replaced := func() error {
			return s.preview(v, http.StatusConflict, fileChoices{}, v.Words.Text("student_list.problem.replaced"))
		}
		if draft.ID != form.Get("file") {
			return replaced()
		}
		read, err := s.read(v, draft.Content, chosen)
		if err != nil || !read.ready() {
			return s.preview(v, http.StatusUnprocessableEntity, chosen, v.Words.Text("student_list.problem.not_ready"))
		}
		before, _, err := s.rosters.Students(v.Ctx, v.School, draft.Period)
		if err != nil {
			return err
		}
		if imports.Compare(before, read.All).Fingerprint() != form.Get("seen") {
			return s.preview(v, http.StatusConflict, chosen, v.Words.Text("student_list.problem.changed"))
		}
		err = s.drafts.Import(v.Ctx, s.owner(v), draft, store.StudentFile{Students: read.All, Named: read.IsNamed()})
		if roll.KindOf(err) == roll.Stale {
			return replaced()
		}
		if err == nil {
			err = s.rosters.Forget(v.Ctx, v.School.ID)
		}
		return visit.Done(v, err, s.stored(v, draft.Period))
	})
}

// headerOf names the columns of the file for people.
func headerOf(v *visit.Visit, read *reading) []string {
	names := make([]string, read.Lead.Columns())
	header := tables.Line{Texts: read.Lists[0].Header}
	if header.Texts == nil {
		header = read.Lead.Lines[0]
	}
	for i := range names {
		names[i] = v.Words.Text("student_list.nth_column", "Number", v.Words.Number(i+1))
		if name := header.Text(i); name != "" {
			names[i] = v.Words.Text("student_list.nth_column_named", "Number", v.Words.Number(i+1), "Name", imports.Shortened(name))
		}
	}
	return names
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

// changeOf describes a student before and after.
func changeOf(v *visit.Visit, change imports.Change) string {
	before, after := described(v, change.Before, change.ClassesBefore), described(v, change.After, change.ClassesAfter)
	if change.Before.Student != change.After.Student {
		before = v.Words.Text("student_list.number_of", "Name", before, "Number", sampleOf(v, change.Before).Student)
		after = v.Words.Text("student_list.number_of", "Name", after, "Number", sampleOf(v, change.After).Student)
	}
	return v.Words.Text("student_list.change", "Before", before, "After", after)
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

// mapped returns what each of all becomes.
func mapped[T, U any](all []T, to func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = to(one)
	}
	return made
}

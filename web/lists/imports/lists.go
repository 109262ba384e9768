package imports

import (
	"slices"

	"rollbook/apiclient/discovery"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Headless is a Choices.Header for files without a header line.
const Headless = -1

// Choices is a person's correction of how a file is read.
type Choices struct {
	// Header is the number of the header line; 0 to find it, Headless for none.
	Header int
	// Places are the positions of columns; nil to match them by name.
	Places tables.Places
	// Today is the day (YYYY-MM-DD) against which leaving dates are compared; empty to keep all students.
	Today string
	// KeepLeavers keeps students who seem to have left.
	KeepLeavers bool
	// Skip leaves out the lines without a student.
	Skip bool
	// Options are the choices for reading the file's sheets.
	Options tables.Options
}

// List is one sheet of a workbook, or a text, as a list of students.
type List struct {
	// Sheet is empty for a text.
	Sheet string
	// Header are the column names in line HeaderLine; nil and Headless for none.
	Header     []string
	HeaderLine int
	// Places are the positions of the columns. Twice are the columns that appear twice.
	Places tables.Places
	Twice  []string
	// Lines are the lines after the header.
	Lines []tables.Line
	// SheetIsClass is true when there is no class column and each class has its own sheet.
	SheetIsClass bool
}

// Missing reports whether a required column is missing.
func (l *List) Missing() bool { return len(tables.Missing(l.Places, StudentColumns())) > 0 }

// Reading is a file as a list of students.
type Reading struct {
	Students
	Choices Choices
	// Lists are the sheets that were read. A person sees the columns of the first. If it is Missing a column,
	// nothing was read.
	Lists []List
	// Left are the names of the sheets with content but without the columns of a list of students.
	Left []string
	// Doubts are the guesses that a person should check.
	Doubts []Doubt
	// Lead is the table of the first list.
	Lead *tables.Table
}

// Read reads the sheets of a file; there is at least one. It looks for the header among the first
// tables.HeaderWithin lines of each sheet and ignores the lines above. A person's column positions apply to
// the first list and to sheets with the same header.
func Read(sheets []*tables.Table, choices Choices) *Reading {
	lead := leadOf(sheets)
	first := listOf(sheets[lead], choices)
	read := &Reading{Lead: sheets[lead], Choices: choices}
	if choices.Places == nil && !first.Missing() && first.Header != nil {
		read.Doubts = settle(&first)
	}
	read.Lists = []List{first}
	for i, sheet := range sheets {
		if i == lead {
			continue
		}
		if list := follow(sheet, first, choices); first.Missing() || list.Missing() {
			read.Left = append(read.Left, sheet.Sheet)
		} else {
			read.Lists = append(read.Lists, list)
		}
	}
	if !first.Missing() {
		read.readLists()
	}
	return read
}

// readLists reads the students of all lists.
func (r *Reading) readLists() {
	lines := newLineReading()
	for i := range r.Lists {
		list := &r.Lists[i]
		list.SheetIsClass = len(r.Lists) > 1 && list.Places.Of(Class) < 0
		r.doubt(FilledClasses, list.fillClasses())
		items := itemsOf(*list)
		if r.Choices.Today != "" && !r.Choices.KeepLeavers && list.Header != nil {
			lines.leavers = leaversOf(*list, items, r.Choices.Today)
		}
		lines.readList(*list)
		if r.Choices.Today != "" && len(items) > 0 && discovery.AllLeft(items, r.Choices.Today) {
			r.Doubts = append(r.Doubts, Doubt{Kind: AllLeft})
		}
		r.doubt(TwoNumbers, list.sameChildren(items))
		r.Doubts = append(r.Doubts, list.dividing(items)...)
	}
	r.Students = lines.Students
	r.doubtStudents()
}

// Missing reports whether a required column is missing.
func (r *Reading) Missing() bool { return r.Lists[0].Missing() }

// Ready reports whether the list can be stored.
func (r *Reading) Ready() bool {
	return !r.Missing() && len(r.Bad) == 0 && len(r.All) > 0 && (r.Choices.Skip || len(r.NotStudents) == 0)
}

// SheetsAsClasses returns the sheets whose names are used as classes.
func (r *Reading) SheetsAsClasses() []string {
	var names []string
	for _, list := range r.Lists {
		if list.SheetIsClass {
			names = append(names, list.Sheet)
		}
	}
	return names
}

// IsNamed reports whether the file defines its numbers itself: every header names both columns as the
// service's document does, studentSemesterInfoId and studentId, or by the keys of our own files.
func (r *Reading) IsNamed() bool {
	return !slices.ContainsFunc(r.Lists, func(list List) bool { return !NumbersAreNamed(list.Header, list.Places) })
}

// leadOf returns the index of the first sheet with all required columns, or the closest match.
func leadOf(sheets []*tables.Table) int {
	best, most := 0, -1
	for i, sheet := range sheets {
		list := listAt(sheet, headerOf(sheet))
		if !list.Missing() {
			return i
		}
		if len(list.Places) > most {
			best, most = i, len(list.Places)
		}
	}
	return best
}

// listAt reads a sheet by the names in its n-th line, or as one without a header for -1.
func listAt(table *tables.Table, n int) List {
	list := List{Sheet: table.Sheet, HeaderLine: Headless, Places: make(tables.Places), Lines: table.Behind(n)}
	if n >= 0 {
		list.Header, list.HeaderLine = table.Lines[n].Texts, table.Lines[n].Number
		list.Places, list.Twice = MatchStudents(list.Header)
	}
	return list
}

// headerOf returns the line that names the most required columns, then the most optional ones, or -1 when no line
// names any.
func headerOf(table *tables.Table) int {
	at, best := -1, 0
	for i, line := range table.Top() {
		found, twice := MatchStudents(line.Texts)
		score := len(found) + len(twice)
		if found.Of(Enrolment) >= 0 {
			score += len(StudentColumns())
		}
		if score > best {
			at, best = i, score
		}
	}
	return at
}

// listOf reads a sheet by the person's corrections, or by its header when there are none.
func listOf(table *tables.Table, choices Choices) List {
	at := headerOf(table)
	chosen := slices.IndexFunc(table.Lines, func(line tables.Line) bool { return line.Number == choices.Header })
	switch {
	case choices.Header == Headless:
		at = -1
	case chosen >= 0:
		at = chosen
	case at < 0:
		at = unknownHeader(table)
	}
	list := listAt(table, at)
	if choices.Places != nil {
		list.Places, list.Twice = choices.Places, nil
	}
	return list
}

// unknownHeader returns the line that may be a header with unknown names, for a person to map: the first of
// the widest lines, or -1 if it contains a number.
func unknownHeader(table *tables.Table) int {
	at, widest := -1, 0
	for i, line := range table.Top() {
		if len(line.Texts) > widest {
			at, widest = i, len(line.Texts)
		}
	}
	if at >= 0 && slices.ContainsFunc(table.Lines[at].Texts, isNumber) {
		return -1
	}
	return at
}

// follow reads a further sheet: like the first if it has the same header or the person chose Headless.
func follow(table *tables.Table, first List, choices Choices) List {
	same := slices.IndexFunc(table.Top(), first.isHeader)
	switch {
	case choices.Header == Headless:
		return listOf(table, choices)
	case same < 0:
		return listOf(table, Choices{})
	}
	list := listAt(table, same)
	list.Places, list.Twice = first.Places, nil
	return list
}

// isHeader reports whether a line is the list's header, perhaps again.
func (l *List) isHeader(line tables.Line) bool {
	return l.Header != nil && slices.EqualFunc(line.Texts, l.Header, sameName)
}

func sameName(a, b string) bool { return tables.Fold(a) == tables.Fold(b) }

func isNumber(text string) bool {
	_, err := roll.ParseEnrolmentID(tables.PlainNumber(text))
	return err == nil
}

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
		list := follow(sheet, first, choices)
		if first.Missing() || list.Missing() {
			read.Left = append(read.Left, sheet.Sheet)
			continue
		}
		read.Lists = append(read.Lists, list)
	}
	if first.Missing() {
		return read
	}
	lines := newLineReading()
	for i, list := range read.Lists {
		read.Lists[i].SheetIsClass = len(read.Lists) > 1 && list.Places.Of(Class) < 0
		if filled := read.Lists[i].fillClasses(); filled > 0 {
			read.Doubts = append(read.Doubts, Doubt{Kind: FilledClasses, Count: filled})
		}
		items := itemsOf(read.Lists[i])
		if choices.Today != "" && !choices.KeepLeavers && list.Header != nil {
			lines.leavers = leaversOf(read.Lists[i], items, choices.Today)
		}
		lines.readList(read.Lists[i])
		if choices.Today != "" && len(items) > 0 && discovery.AllLeft(items, choices.Today) {
			read.Doubts = append(read.Doubts, Doubt{Kind: AllLeft})
		}
		if count := read.Lists[i].sameChildren(items); count > 0 {
			read.Doubts = append(read.Doubts, Doubt{Kind: TwoNumbers, Count: count})
		}
		read.Doubts = append(read.Doubts, read.Lists[i].dividing(items)...)
	}
	read.Students = lines.Students
	read.Doubts = append(read.Doubts, doubtsAbout(read.All, read.Doubts)...)
	return read
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
		at, places, _ := findHeader(sheet)
		if at >= 0 && len(tables.Missing(places, StudentColumns())) == 0 {
			return i
		}
		if len(places) > most {
			best, most = i, len(places)
		}
	}
	return best
}

// findHeader returns the line that names the most required columns, then the most optional ones, or -1 when
// no line names any.
func findHeader(table *tables.Table) (at int, places tables.Places, twice []string) {
	at, places = -1, make(tables.Places)
	best := 0
	for i, line := range table.Lines[:min(len(table.Lines), tables.HeaderWithin)] {
		found, doubled := MatchStudents(line.Texts)
		score := len(found) + len(doubled)
		if found.Of(Enrolment) >= 0 {
			score += len(StudentColumns())
		}
		if score > best {
			at, places, twice, best = i, found, doubled, score
		}
	}
	return at, places, twice
}

// listOf reads a sheet by the person's corrections, or by its header when there are none.
func listOf(table *tables.Table, choices Choices) List {
	at, places, twice := findHeader(table)
	switch {
	case choices.Header == Headless:
		at, places, twice = -1, make(tables.Places), nil
	case choices.Header > 0:
		if chosen := slices.IndexFunc(table.Lines,
			func(line tables.Line) bool { return line.Number == choices.Header }); chosen >= 0 {
			at = chosen
			places, twice = MatchStudents(table.Lines[at].Texts)
		}
	case at < 0:
		at = unknownHeader(table)
	}
	list := List{Sheet: table.Sheet, HeaderLine: Headless, Places: places, Twice: twice, Lines: table.Behind(at)}
	if at >= 0 {
		list.Header, list.HeaderLine = table.Lines[at].Texts, table.Lines[at].Number
	}
	if choices.Places != nil {
		list.Places, list.Twice = choices.Places, nil
	}
	return list
}

// unknownHeader returns the line that may be a header with unknown names, for a person to map: the first of
// the widest lines, or -1 if it contains a number.
func unknownHeader(table *tables.Table) int {
	at, widest := -1, 0
	for i, line := range table.Lines[:min(len(table.Lines), tables.HeaderWithin)] {
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
	if choices.Header == Headless {
		return listOf(table, choices)
	}
	for i, line := range table.Lines[:min(len(table.Lines), tables.HeaderWithin)] {
		if first.Header != nil && slices.EqualFunc(line.Texts, first.Header, sameName) {
			return List{Sheet: table.Sheet, Header: line.Texts, HeaderLine: line.Number, Places: first.Places,
				Lines: table.Behind(i)}
		}
	}
	return listOf(table, Choices{})
}

func sameName(a, b string) bool { return tables.Fold(a) == tables.Fold(b) }

func isNumber(text string) bool {
	_, err := roll.ParseEnrolmentID(tables.PlainNumber(text))
	return err == nil
}

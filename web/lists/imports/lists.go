package imports

import (
	"slices"

	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Headless is a Way.Header of files without a line that names the columns.
const Headless = -1

// Way says how a file is to be read where it does not say so itself.
type Way struct {
	// Header is the number of the line that names the columns; 0 finds it, and Headless is for
	// files without one.
	Header int
	// Places say where columns stand; nil leaves that to their names.
	Places tables.Places
	// Today is the day (YYYY-MM-DD) by which days of leaving have passed; empty looks for nobody who has left.
	Today string
	// KeepLeavers keeps those who seem to have left.
	KeepLeavers bool
}

// List is one sheet of a workbook, or a text, as a list of students.
type List struct {
	// Sheet is empty for a text.
	Sheet string
	// Header are the names of the columns, in the line HeaderLine; nil and Headless where there
	// are none.
	Header     []string
	HeaderLine int
	// Places has the places of the columns; columns that stand there twice are in Twice.
	Places tables.Places
	Twice  []string
	// Lines are the lines behind the header.
	Lines []tables.Line
	// SheetIsClass is true where no column holds the class and each class has its sheet.
	SheetIsClass bool
}

// Missing reports whether a column is not known without which nothing can be read.
func (l *List) Missing() bool { return len(tables.Missing(l.Places, StudentColumns())) > 0 }

// Reading is a file as a list of students.
type Reading struct {
	Students
	// Lists are the sheets that were read. A person sees the columns of the first; it may be
	// Missing one, and then nothing was read.
	Lists []List
	// Left are the names of the sheets that hold something and whose columns are not those of
	// a list of students.
	Left []string
	// Doubts list the guesses that a person should compare.
	Doubts []Doubt
	// Lead is the table of the first list.
	Lead *tables.Table
}

// Read reads the sheets of a file, of which there is one at least. The line that names the
// columns is sought among the first tables.HeaderWithin of each; what stands above it is left
// out. Where a person says where columns stand, that holds for the first list and for the
// sheets with the same header.
func Read(sheets []*tables.Table, way Way) *Reading {
	lead := leadOf(sheets)
	first := listOf(sheets[lead], way)
	read := &Reading{Lead: sheets[lead]}
	if way.Places == nil && !first.Missing() && first.Header != nil {
		read.Doubts = settle(&first)
	}
	read.Lists = []List{first}
	for i, sheet := range sheets {
		if i == lead {
			continue
		}
		list := follow(sheet, first, way)
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
		if way.Today != "" && !way.KeepLeavers && list.Header != nil {
			lines.leavers = leaversOf(read.Lists[i], way.Today)
		}
		lines.readList(read.Lists[i])
	}
	read.Students = lines.Students
	return read
}

// Missing reports whether a column is not known without which nothing can be read.
func (r *Reading) Missing() bool { return r.Lists[0].Missing() }

// SheetsAsClasses are the sheets whose names are taken for classes.
func (r *Reading) SheetsAsClasses() []string {
	var names []string
	for _, list := range r.Lists {
		if list.SheetIsClass {
			names = append(names, list.Sheet)
		}
	}
	return names
}

// IsNamed reports whether the file itself says what its numbers mean: every header calls the
// columns of both by the names of the service's document, studentSemesterInfoId and studentId,
// or by the keys of our own files.
func (r *Reading) IsNamed() bool {
	return !slices.ContainsFunc(r.Lists, func(list List) bool { return !NumbersAreNamed(list.Header, list.Places) })
}

// leadOf is the first sheet with a header that fits, or the one whose header comes nearest.
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

// findHeader is the line that names the columns: the one that names most of what a list of
// students needs, and then of what it may hold. It is -1 where none names any.
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

// listOf reads a sheet as the person says, and else as its header does.
func listOf(table *tables.Table, way Way) List {
	at, places, twice := findHeader(table)
	switch {
	case way.Header == Headless:
		at, places, twice = -1, make(tables.Places), nil
	case way.Header > 0:
		if chosen := slices.IndexFunc(table.Lines, func(line tables.Line) bool { return line.Number == way.Header }); chosen >= 0 {
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
	if way.Places != nil {
		list.Places, list.Twice = way.Places, nil
	}
	return list
}

// unknownHeader is the line that may name columns that nobody knows, so that a person says what
// they mean: the first of the widest, -1 where it holds a number.
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

// follow reads a further sheet: as the first where it has the same header, or where a person
// says that the file has none.
func follow(table *tables.Table, first List, way Way) List {
	if way.Header == Headless {
		return listOf(table, way)
	}
	for i, line := range table.Lines[:min(len(table.Lines), tables.HeaderWithin)] {
		if first.Header != nil && slices.EqualFunc(line.Texts, first.Header, sameName) {
			return List{Sheet: table.Sheet, Header: line.Texts, HeaderLine: line.Number, Places: first.Places, Lines: table.Behind(i)}
		}
	}
	return listOf(table, Way{})
}

func sameName(a, b string) bool { return tables.Fold(a) == tables.Fold(b) }

func isNumber(text string) bool {
	_, err := roll.ParseEnrolmentID(tables.PlainNumber(text))
	return err == nil
}

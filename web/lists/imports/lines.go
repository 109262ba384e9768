package imports

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/apiclient/document"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// place is an enrolment in a class. A file may contain it once.
type place struct {
	enrolment roll.EnrolmentID
	class     roll.ClassID
}

// origin is a student with her line in the file.
type origin struct {
	roll.Enrolment
	line  int
	sheet string
}

// lineReading reads the lines of all lists in turn.
type lineReading struct {
	Students
	places map[place]origin
	owners map[roll.EnrolmentID]origin
	totals map[string]bool
	// leavers are the lines of the present list whose students seem to have left, with the words that suggest
	// it.
	leavers map[int]string
}

func newLineReading() *lineReading {
	return &lineReading{places: make(map[place]origin), owners: make(map[roll.EnrolmentID]origin), totals: totalWords()}
}

func (r *lineReading) readList(list List) {
	for i, line := range list.Lines {
		student, fault := r.read(list, line)
		if fault != nil && fault.Code == NotNumber && list.Header != nil && i < headerLines && saysMoreOfColumns(line.Texts) {
			fault.Code = HeaderAgain
		}
		if fault == nil {
			r.All = append(r.All, student)
			continue
		}
		fault.Line, fault.Sheet = line.Number, list.Sheet
		if MayLeaveOut(fault.Code) {
			r.NotStudents = append(r.NotStudents, *fault)
		} else {
			r.Bad = append(r.Bad, *fault)
		}
	}
}

// headerLines limits the lines after the header that may describe the columns further.
const headerLines = 2

// saysMoreOfColumns reports whether a line repeats the column names or lists the kinds of values.
func saysMoreOfColumns(texts []string) bool {
	kinds := []string{"text", "string", "number", "integer", "date", "required", "optional", "zahl", "nombre", "texte",
		"pflicht", "texto", "numero"}
	isKind := func(text string) bool { return slices.Contains(kinds, tables.Fold(text)) }
	if places, _ := MatchStudents(texts); len(places) > 0 {
		return true
	}
	filled := Filled(texts)
	return len(filled) > 0 && !slices.ContainsFunc(filled, func(text string) bool { return !isKind(text) })
}

func (r *lineReading) read(list List, line tables.Line) (student roll.Enrolment, fault *tables.FileError) {
	text := func(key string) string { return document.Plain(line.Text(list.Places.Of(key))) }
	switch why := r.leavers[line.Number]; {
	case list.isHeader(line):
		return student, &tables.FileError{Code: HeaderAgain}
	case line.Hidden:
		return student, &tables.FileError{Code: Hidden}
	case r.isTotal(line.Texts):
		return student, &tables.FileError{Code: Total, Value: strings.Join(Filled(line.Texts), " ")}
	case why != "":
		student.ID, _ = roll.ParseEnrolmentID(tables.PlainNumber(text(Enrolment)))
		own, _ := roll.ParseEnrolmentID(tables.PlainNumber(text(Student)))
		student.Student = roll.StudentID(own)
		student.Given, student.Family = named(text(Given), text(Family), text(FullName))
		student.ClassName = text(Class)
		if list.SheetIsClass {
			student.ClassName = list.Sheet
		}
		r.Leavers = append(r.Leavers, roll.LeftOut{Enrolment: student, Why: why})
		return student, &tables.FileError{Code: Leaver, Value: why}
	case line.Fault != nil:
		found := *line.Fault
		return student, &found
	}
	id, err := r.number(text(Enrolment))
	if err != nil {
		return student, &tables.FileError{Code: NotNumber, Value: text(Enrolment)}
	}
	student = roll.Enrolment{ID: roll.EnrolmentID(id), Class: roll.ClassID(text(Class)), ClassName: text(Class)}
	if class := text(Class); !list.SheetIsClass && dateLike.MatchString(strings.ToLower(class)) {
		return student, &tables.FileError{Code: DateAsClass, Value: class}
	}
	if list.SheetIsClass {
		student.Class, student.ClassName = roll.ClassID(list.Sheet), list.Sheet
	}
	for key := range list.Places {
		if text := text(key); isCellError(text) {
			return student, &tables.FileError{Code: CellError, Value: text}
		}
	}
	student.Given, student.Family = named(text(Given), text(Family), text(FullName))
	if number := text(Student); number != "" {
		person, err := r.number(number)
		if err != nil {
			return student, &tables.FileError{Code: StudentNotNumber, Value: number}
		}
		student.Student = roll.StudentID(person)
	}
	for _, name := range []string{student.Given, student.Family, student.ClassName} {
		if utf8.RuneCountInString(name) > nameLimit {
			return student, &tables.FileError{Code: LongText}
		}
	}
	return student, r.note(origin{student, line.Number, list.Sheet})
}

// number reads a number of the school system, and records how an unusual form was understood.
func (r *lineReading) number(text string) (int64, error) {
	plain := tables.PlainNumber(text)
	id, err := roll.ParseEnrolmentID(plain)
	if err == nil && plain != text {
		r.Understood = append(r.Understood, Understood{Written: text, Number: plain})
	}
	return int64(id), err
}

// note records a student's line, and refuses lines that repeat or contradict it.
func (r *lineReading) note(student origin) *tables.FileError {
	at := place{student.ID, student.Class}
	before, twice := r.places[at]
	if !twice {
		before = r.owners[student.ID]
	}
	clash := &tables.FileError{Value: student.ID.String(), Other: before.line, OtherSheet: before.sheet}
	switch {
	case twice && before.Enrolment == student.Enrolment:
		clash.Code = Again
		return clash
	case twice:
		clash.Code = Repeated
		return clash
	case before.line > 0 && (before.Student != student.Student || before.HasOtherName(student.Enrolment)):
		clash.Code = OtherStudent
		return clash
	case before.line == 0:
		r.owners[student.ID] = student
		if student.Student == 0 {
			r.Unnumbered++
		}
	}
	r.places[at] = student
	return nil
}

// isCellError reports whether a text is an error of a spreadsheet, such as #N/A.
func isCellError(text string) bool {
	return strings.HasPrefix(text, "#") && strings.ToUpper(text) == text && strings.ContainsAny(text, "!?/") ||
		strings.Trim(text, "#") == "" && len(text) > 1
}

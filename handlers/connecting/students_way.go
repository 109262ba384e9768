package connecting

import (
	"errors"
	"net/url"
	"slices"
	"strconv"

	"rollbook/handlers/visit"
	"rollbook/web"
	"rollbook/web/imports"
	"rollbook/web/roll"
	"rollbook/web/tables"
)

// way is how a person wants a file to be read.
type way struct {
	options tables.Options
	// headless is true where the first line is a student's.
	headless bool
	// places say where columns stand; nil leaves that to their names.
	places tables.Places
}

// wayOf reads the way out of a query or a form; without fields all is found out. A field
// that cannot be read is left out: the preview shows how the file was read instead.
func wayOf(values url.Values) way {
	text := web.FieldsOf(values).Text
	asked := way{options: tables.Options{Encoding: text("encoding"), Sheet: text("sheet")}, headless: text("headless") == "1"}
	if asked.options.Encoding != "" && !slices.Contains(tables.Encodings(), asked.options.Encoding) {
		asked.options.Encoding = ""
	}
	if !values.Has(imports.Enrolment) {
		return asked
	}
	asked.places = make(tables.Places)
	for _, column := range imports.StudentColumns() {
		if at, err := strconv.Atoi(text(column.Key)); err == nil && at > 0 && at <= tables.MaxColumns {
			asked.places[column.Key] = at - 1
		}
	}
	return asked
}

// reading is a file as it is read one way.
type reading struct {
	way
	table    *tables.Table
	students imports.Students
}

// lines are those of students.
func (r *reading) lines() []tables.Line {
	if r.headless || len(r.table.Lines) == 0 {
		return r.table.Lines
	}
	return r.table.Lines[1:]
}

// isNamed tells whether the file itself says what its numbers mean.
func (r *reading) isNamed() bool {
	return !r.headless && imports.NumbersAreNamed(r.table.Lines[0].Texts, r.places)
}

// missing tells whether a column is not known without which nothing can be read.
func (r *reading) missing() bool {
	return len(tables.Missing(r.places, imports.StudentColumns())) > 0
}

// read reads a file. The error is a *tables.FileError for what is wrong with all of it, and of the kind
// roll.Unkept while other files are read.
func (s *StudentLists) read(v *visit.Visit, content []byte, asked way) (*reading, error) {
	table, err := s.turn.Read(v.Ctx, content, asked.options)
	if errors.Is(err, tables.ErrBusy) {
		return nil, roll.Problem(roll.Unkept, "student_list.problem.busy").Because(err)
	}
	if err != nil {
		return nil, err
	}
	read := &reading{way: asked, table: table}
	if len(table.Lines) == 0 {
		return nil, &tables.FileError{Code: tables.Empty}
	}
	if read.places == nil {
		read.places, _ = imports.MatchStudents(table.Lines[0].Texts)
		read.headless = read.headless || len(read.places) == 0 && hasNumber(table.Lines[0])
	}
	if len(read.lines()) == 0 {
		return nil, &tables.FileError{Code: tables.Empty}
	}
	if !read.missing() {
		read.students = imports.ReadStudents(read.lines(), read.places)
	}
	return read, nil
}

// hasNumber tells a line of data from one of names.
func hasNumber(line tables.Line) bool {
	return slices.ContainsFunc(line.Texts, func(text string) bool {
		_, err := roll.ParseEnrolmentID(text)
		return err == nil
	})
}

package connecting

import (
	"errors"
	"net/url"
	"slices"
	"strconv"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

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
	text := edge.FieldsOf(values).Text
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

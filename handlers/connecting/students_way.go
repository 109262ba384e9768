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

// way contains a person's choices for reading a file.
type way struct {
	imports.Way
	options tables.Options
	// skip leaves out lines without a student.
	skip bool
}

// wayOf parses the way from a query or a form. Without fields, everything is detected from the file. It
// ignores an unreadable field: the preview shows how the file was read instead.
func wayOf(values url.Values) way {
	text := edge.FieldsOf(values).Text
	asked := way{options: tables.Options{Encoding: text("encoding"), Sheet: text("sheet")}, skip: text("skip") == "1"}
	asked.KeepLeavers = text("leavers") == "keep"
	if asked.options.Encoding != "" && !slices.Contains(tables.Encodings(), asked.options.Encoding) {
		asked.options.Encoding = ""
	}
	if line, err := strconv.Atoi(text("header")); err == nil && (line > 0 || line == imports.Headless) {
		asked.Header = line
	}
	sheetWas, headerWas := text("sheet_was"), text("header_was")
	if values.Has("sheet_was") && sheetWas != asked.options.Sheet {
		asked.Header = 0
		return asked
	}
	// Columns chosen under another header do not apply to this one.
	if !values.Has(imports.Enrolment) || headerWas != "" && headerWas != text("header") {
		return asked
	}
	asked.Places = make(tables.Places)
	for _, column := range imports.StudentColumns() {
		if at, err := strconv.Atoi(text(column.Key)); err == nil && at > 0 && at <= tables.MaxColumns {
			asked.Places[column.Key] = at - 1
		}
	}
	return asked
}

// reading is the result of reading a file in one way.
type reading struct {
	way
	*imports.Reading
}

// ready reports whether the list can be stored.
func (r *reading) ready() bool {
	return !r.Missing() && len(r.Bad) == 0 && len(r.All) > 0 && (r.skip || len(r.Besides) == 0)
}

// read reads a file. It returns a *tables.FileError for a fault of the whole file, and roll.Unkept while
// other files are being read.
func (s *StudentLists) read(v *visit.Visit, content []byte, asked way) (*reading, error) {
	asked.Today = v.Today().String()
	sheets, err := s.turn.ReadSheets(v.Ctx, content, asked.options)
	if errors.Is(err, tables.ErrBusy) {
		return nil, roll.Problem(roll.Unkept, "student_list.problem.busy").Because(err)
	}
	if err != nil {
		return nil, err
	}
	read := &reading{asked, imports.Read(sheets, asked.Way)}
	if len(read.Lists[0].Lines) == 0 {
		return nil, &tables.FileError{Code: tables.Empty}
	}
	return read, nil
}

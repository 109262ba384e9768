package visit

import (
	"errors"
	"strings"

	"rollbook/web/edge"
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Uploaded returns the content of the form's file, or else its lines.
func Uploaded(v *Visit) ([]byte, error) {
	upload, err := edge.ReadUpload(v, "file")
	if err == nil && len(upload.Content) == 0 {
		return []byte(upload.Values.Get("lines")), nil
	}
	return upload.Content, err
}

// TableLines reads the lines of a file. It returns roll.Meaningless for one that is no table; the key is that of an
// empty one.
func TableLines(v *Visit, content []byte, empty language.Key) ([]tables.Line, error) {
	table, err := v.services.turn.Read(v.Ctx, content, tables.Options{})
	var fault *tables.FileError
	switch {
	case err == nil && len(table.Lines) > 0:
		return table.Lines, nil
	case errors.Is(err, tables.ErrBusy):
		return nil, roll.Problem(roll.Unkept, "problem.what.503").Because(err)
	case err == nil, errors.As(err, &fault) && len(strings.TrimSpace(string(content))) == 0:
		return nil, roll.Problem(roll.Meaningless, empty).Because(err)
	}
	return nil, roll.Problem(roll.Meaningless, "people.problem.unreadable").Because(err)
}

// Sheets reads the sheets of a file. It returns the errors of [tables.Turn.ReadSheets].
func (v *Visit) Sheets(content []byte, options tables.Options) ([]*tables.Table, error) {
	return v.services.turn.ReadSheets(v.Ctx, content, options)
}

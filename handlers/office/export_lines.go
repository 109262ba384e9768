package office

import (
	"errors"
	"mime"
	"net/http"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// The kinds of exported files.
const (
	KindText     = "csv"
	KindWorkbook = "xlsx"
)

// Files sends files. It makes only a few workbooks at a time, because each is kept in memory.
type Files struct{ turns chan struct{} }

// workbooksAtOnce limits the workbooks that are made at the same time.
const workbooksAtOnce = 2

// NewFiles returns the Files of one process.
func NewFiles() Files { return Files{make(chan struct{}, workbooksAtOnce)} }

// exportFile is an exported file: its name without the extension, its kind, and the name of its sheet.
type exportFile struct{ name, kind, sheet string }

// send sends a file with the lines that fill adds. It sends a text while making it. A workbook waits until fewer others
// are being made, and is sent when it is complete.
func (f Files) send(v *visit.Visit, file exportFile, widths []float64, fill func(lines.Table) error) error {
	if file.kind == KindText {
		file.announce(v, "text/csv; charset=utf-8; header=present")
		text, err := tables.NewText(v.Response(), v.Words.Separator())
		if err != nil {
			return err
		}
		return fill(text)
	}
	select {
	case f.turns <- struct{}{}:
		defer func() { <-f.turns }()
	case <-v.Ctx.Done():
		return v.Ctx.Err()
	}
	book, err := tables.NewWorkbook(&lateWriter{file, v}, file.sheet, widths...)
	if err != nil {
		return err
	}
	err = fill(book)
	if errors.Is(err, tables.ErrTooMuch) {
		err = tooMuch(v)
	}
	if err != nil {
		return errors.Join(err, book.Drop())
	}
	return nil
}

// tooMuch refuses a workbook of more marks than it has room for.
func tooMuch(v *visit.Visit) error {
	return roll.Problem(roll.Meaningless, "export.problem.too_much", "Lines", v.Words.Number(tables.WorkbookLines))
}

// lateWriter writes the file's headers with its first byte, so that a failed workbook can get another answer.
type lateWriter struct {
	file exportFile
	v    *visit.Visit
}

// Write passes on the bytes.
func (w *lateWriter) Write(content []byte) (int, error) {
	if !edge.Answer(w.v).Committed {
		w.file.announce(w.v, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	}
	return w.v.Response().Write(content)
}

func (f exportFile) announce(v *visit.Visit, media string) {
	header := v.Response().Header()
	header.Set("Content-Type", media)
	header.Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": f.name + "." + f.kind}))
	v.Response().WriteHeader(http.StatusOK)
}

// fileName joins the non-empty parts of a file's name, without characters that some system forbids.
func fileName(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Map(func(char rune) rune {
		if char < ' ' || strings.ContainsRune(`/\:*?"<>|%`, char) {
			return '-'
		}
		return char
	}, strings.Join(parts, " "))
}

// kindOf returns the kind of file at the end of the address.
func kindOf(v *visit.Visit) string {
	_, kind, _ := strings.Cut(v.Path()[strings.LastIndexByte(v.Path(), '/'):], ".")
	return kind
}

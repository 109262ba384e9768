package tables

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func writtenText(t *testing.T, lines ...[]Cell) string {
	t.Helper()
	var into bytes.Buffer
	w, err := NewText(&into, ',')
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		err = errors.Join(err, w.Write(line...))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return into.String()
}

func TestAWrittenTextIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	text := writtenText(t, Texts("Name", "Class"), Texts("Zoë \"the elder\", O'Neill", "8B\nA"), Texts("م", ""))
	if want := "\ufeffName,Class\r\n\"Zoë \"\"the elder\"\", O'Neill\",8B A\r\nم,\r\n"; text != want {
		t.Errorf("it is %q", text)
	}
}

// formulas are texts that a spreadsheet would evaluate.
func formulas() []string {
	return []string{"=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", "=cmd|' /C calc'!A0"}
}

func TestNoWrittenTextIsAFormula(t *testing.T) {
	t.Parallel()
	for _, text := range formulas() {
		_, after, _ := strings.Cut(writtenText(t, Texts(text)), byteOrderMark)
		if !strings.HasPrefix(strings.TrimPrefix(after, `"`), "'") {
			t.Errorf("%q is written as %q", text, after)
		}
	}
	for text, want := range map[string]string{`Lee;=1+1`: `Lee;'=1+1`, `Lee; "@x`: `"Lee;' ""@x"`, "Lee; 8-B": "Lee; 8-B"} {
		if got := writtenText(t, Texts(text)); got != byteOrderMark+want+"\r\n" {
			t.Errorf("%q is written as %q", text, got)
		}
	}
	if text := writtenText(t, Texts("O'Neill - 8B", "8=B")); !strings.HasSuffix(text, "\ufeffO'Neill - 8B,8=B\r\n") {
		t.Errorf("a name is written as %q", text)
	}
}

func TestAWorkbookHoldsTextsAsTextsAndDatesAsDates(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 19, 8, 31, 0, 0, time.FixedZone("", 3600))
	var into bytes.Buffer
	w, err := NewWorkbook(&into, "8/B: 'the [long] name of a class that goes on'", 12, 30)
	if err == nil {
		err = w.Write(Texts("Date", "Name", "When")...)
	}
	for _, text := range append(formulas(), "9007199254740993", "a\x07<&>") {
		err = errors.Join(err, w.Write(Cell{Text: "19/11/2026", At: at}, Cell{Text: text}, Cell{Text: "19/11/2026 08:31", At: at, Clock: true}))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&into, excelize.Options{ShortDatePattern: "yyyy-mm-dd"})
	if err != nil {
		t.Fatal(err)
	}
	sheet := book.GetSheetName(0)
	rows, err := book.GetRows(sheet)
	if err != nil || len(rows) != len(formulas())+3 {
		t.Fatalf("%d lines, %v", len(rows), err)
	}
	for i, text := range append(formulas(), "9007199254740993", "a<&>") {
		line := i + 2
		formula, err := book.GetCellFormula(sheet, fmt.Sprint("B", line))
		if kind, _ := book.GetCellType(sheet, fmt.Sprint("B", line)); kind == excelize.CellTypeFormula || formula != "" || err != nil {
			t.Errorf("%q is a formula", text)
		}
		if strings.TrimSpace(rows[line-1][1]) != strings.TrimSpace(text) {
			t.Errorf("%q is read as %q", text, rows[line-1][1])
		}
	}
	if raw, _ := book.GetCellValue(sheet, "C2", excelize.Options{RawCellValue: true}); !strings.HasPrefix(raw, "46345.354") {
		t.Errorf("08:31 on 19 November is %s", raw)
	}
	if rows[1][0] != "2026-11-19" {
		t.Errorf("the date reads %q", rows[1][0])
	}
	if !reflect.DeepEqual(rows[0], []string{"Date", "Name", "When"}) {
		t.Errorf("the heading is %q", rows[0])
	}
}

func TestAWorkbookThatWouldNotFitInMemoryIsNotWritten(t *testing.T) {
	t.Parallel()
	w, err := NewWorkbook(&bytes.Buffer{}, "")
	if err != nil {
		t.Fatal(err)
	}
	long := Texts(strings.Repeat("ä", 5000), strings.Repeat("<", 5000))
	lines := 0
	for err == nil && lines < 2000 {
		err = w.Write(long...)
		lines++
	}
	if !errors.Is(err, ErrTooMuch) {
		t.Errorf("after %d lines it says %v", lines, err)
	}
	if err := w.Drop(); err != nil {
		t.Error(err)
	}
}

package tables

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// packed is a workbook with some parts replaced or added.
func packed(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	book := excelize.NewFile()
	whole, err := book.WriteToBuffer()
	if err = errors.Join(err, book.Close()); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(whole.Bytes()), int64(whole.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	into := zip.NewWriter(&out)
	for _, part := range archive.File {
		if _, replaced := parts[part.Name]; !replaced {
			err = errors.Join(err, into.Copy(part))
		}
	}
	for name, content := range parts {
		part, failed := into.Create(name)
		if failed == nil {
			_, failed = part.Write([]byte(content))
		}
		err = errors.Join(err, failed)
	}
	if err = errors.Join(err, into.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	sheetPart  = "xl/worksheets/sheet1.xml"
	sharedPart = "xl/sharedStrings.xml"
)

// sheet is a sheet of rows with equal cells.
func sheet(rows int, cells string) string {
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` +
		strings.Repeat("<row>"+cells+"</row>", rows) + "</sheetData></worksheet>"
}

// sharing is the part with the shared texts.
func sharing(items string) string {
	return `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + items + "</sst>"
}

// growing are small files that would become large.
func growing() map[string]map[string]string {
	cell := `<c t="s"><v>0</v></c>`
	return map[string]map[string]string{
		"a text that all cells share":     {sheetPart: sheet(200, strings.Repeat(cell, 90)), sharedPart: sharing("<si><t>" + strings.Repeat("a", 30_000) + "</t></si>")},
		"blanks that all cells share":     {sheetPart: sheet(5000, cell), sharedPart: sharing("<si><t>" + strings.Repeat(" ", 30_000) + "</t></si>")},
		"one text without end":            {sheetPart: sheet(90, cell), sharedPart: sharing("<si><t>" + strings.Repeat("a", 10<<20) + "</t></si>")},
		"a text in pieces":                {sheetPart: sheet(90, cell), sharedPart: sharing("<si>" + strings.Repeat("<r><t>"+strings.Repeat("a", 1000)+"</t></r>", 1000) + "</si>")},
		"texts without number":            {sharedPart: sharing(strings.Repeat("<si/>", 1_000_000))},
		"styles without number":           {"xl/styles.xml": "<styleSheet><cellXfs>" + strings.Repeat("<xf/>", 1_000_000) + "</cellXfs></styleSheet>"},
		"cells far to the right":          {sheetPart: sheet(100_000, `<c r="XFD1" t="str"><v> </v></c>`)},
		"shared texts under another name": {"XL\\SHAREDSTRINGS.XML": sharing("<si><t>" + strings.Repeat("a", 30_000) + "</t></si>"), sheetPart: sheet(200, strings.Repeat(cell, 90))},
	}
}

//nolint:paralleltest // it measures memory
func TestASmallWorkbookThatWouldGrowIsRefusedWithin128MiB(t *testing.T) {
	for name, parts := range growing() {
		content := packed(t, parts)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(content, Options{})
		runtime.ReadMemStats(&after)
		var fault *FileError
		if !errors.As(err, &fault) || fault.Code != Overfull {
			t.Errorf("%s, a file of %d bytes: %v", name, len(content), err)
		}
		// The total allocation exceeds the memory in use at any time.
		if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 128 {
			t.Errorf("%s took %d MiB", name, allocated)
		}
	}
}

//nolint:paralleltest // it measures memory
func TestTheLargestListIsReadWithin768MiB(t *testing.T) {
	var items, rows strings.Builder
	for line := range MaxLines {
		fmt.Fprintf(&items, "<si><t>Firstname %d</t></si><si><t>Lastname %d</t></si>", line, line)
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%d"><v>%d</v></c><c r="B%d" t="s"><v>%d</v></c><c r="C%d" t="s"><v>%d</v></c></row>`, line+1, line+1, line+1, line+1, 2*line, line+1, 2*line+1)
	}
	content := packed(t, map[string]string{
		sheetPart:  strings.Replace(sheet(0, ""), "</sheetData>", rows.String()+"</sheetData>", 1),
		sharedPart: sharing(items.String()),
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table, err := Read(content, Options{})
	runtime.ReadMemStats(&after)
	if err != nil || len(table.Lines) != MaxLines || fmt.Sprint(table.Lines[MaxLines-1].Texts) != "[20000 Firstname 19999 Lastname 19999]" {
		t.Fatal(err)
	}
	if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 768 {
		t.Errorf("it took %d MiB", allocated)
	}
}

func TestAWorkbookThatContradictsItselfIsNone(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string]map[string]string{
		"a row beyond the last":       {sheetPart: `<worksheet><sheetData><row r="2000000000"><c><v>1</v></c></row></sheetData></worksheet>`},
		"a text before the first":     {sheetPart: sheet(1, `<c t="s"><v>-1</v></c>`), sharedPart: sharing("<si><t>a</t></si>")},
		"two parts of shared texts":   {sharedPart: sharing("<si><t>a</t></si>"), "xl/SharedStrings.xml": sharing("<si><t>b</t></si>")},
		"a part in another encoding":  {sheetPart: `<?xml version="1.0" encoding="windows-1252"?>` + sheet(1, `<c><v>1</v></c>`)},
		"a sheet that is not written": {sheetPart: ""},
	} {
		table, err := Read(packed(t, parts), Options{})
		var fault *FileError
		if !errors.As(err, &fault) && (err != nil || len(table.Lines) > 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

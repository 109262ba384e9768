package tables

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// cells are the lines of a table as texts.
func cells(t *testing.T, content string, options Options) ([][]string, *Table) {
	t.Helper()
	table, err := Read([]byte(content), options)
	if err != nil {
		t.Fatalf("%q: %v", content[:min(len(content), 60)], err)
	}
	var all [][]string
	for _, line := range append(table.Lines[:min(1, len(table.Lines)):1], table.Behind(0)...) {
		if line.Fault != nil {
			t.Fatalf("%q: %v", content[:min(len(content), 60)], line.Fault)
		}
		all = append(all, line.Texts)
	}
	return all, table
}

// refused expects a fault of the whole file.
func refused(t *testing.T, says, content string, code Code, line int) {
	t.Helper()
	_, err := Read([]byte(content), Options{})
	var fault *FileError
	if !errors.As(err, &fault) || fault.Code != code || fault.Line != line {
		t.Errorf("%s: %v instead of %s in line %d", says, err, code, line)
	}
}

func TestATextIsReadWithAnySeparatorAndLineEnd(t *testing.T) {
	t.Parallel()
	want := [][]string{{"id", "name"}, {"1", "Zoë, the elder"}, {"2", "O'Neill"}}
	for name, content := range map[string]string{
		"commas":         "id,name\n1,\"Zoë, the elder\"\n2,O'Neill\n",
		"semicolons":     "id;name\r\n1;Zoë, the elder\r\n2;O'Neill",
		"tabs":           "id\tname\n1\tZoë, the elder\n2\tO'Neill\n",
		"bars":           "id|name\n1|Zoë, the elder\n2|O'Neill\n",
		"old Mac":        "id;name\r1;Zoë, the elder\r2;O'Neill\r",
		"mixed ends":     "id;name\r\n1;Zoë, the elder\r2;O'Neill\n",
		"announced":      "sep=;\r\nid;name\r\n1;Zoë, the elder\r\n2;O'Neill\r\n",
		"spaces":         " id ; name \n 1 ; Zoë, the elder \n 2 ; O'Neill \n",
		"empty lines":    "id;name\n\n1;Zoë, the elder\n;\n2;O'Neill\n;;\n",
		"trailing cells": "id;name\n1;Zoë, the elder;;\n2;O'Neill;\n",
		"with a mark":    "\ufeffid;name\n1;Zoë, the elder\n2;O'Neill\n",
	} {
		if got, _ := cells(t, content, Options{}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestATextIsReadInTheEncodingThatItWasWrittenIn(t *testing.T) {
	t.Parallel()
	const text = "id;name\n1;Zoë Müller\n2;José\n"
	for _, one := range []struct{ name, content, options, detected string }{
		{"UTF-8", text, "", "utf-8"},
		{"UTF-8 with a mark", "\ufeff" + text, "", "utf-8"},
		{"UTF-16, little end first", "\xff\xfe" + wideText(text, 0), "", "utf-16le"},
		{"UTF-16, big end first", "\xfe\xff" + wideText(text, 1), "", "utf-16be"},
		{"UTF-16 without a mark", wideText(text, 0), "", "utf-16le"},
		{"UTF-16 without a mark, big end first", wideText(text, 1), "", "utf-16be"},
		{"Windows", "id;name\n1;Zo\xeb M\xfcller\n2;Jos\xe9\n", "", "windows-1252"},
		{"Macintosh, said so", "id;name\n1;Zo\x91 M\x9fller\n2;Jos\x8e\n", "macintosh", "macintosh"},
	} {
		got, table := cells(t, one.content, Options{Encoding: one.options})
		if len(got) != 3 || got[1][1] != "Zoë Müller" || got[2][1] != "José" || table.Encoding != one.detected {
			t.Errorf("%s: %q as %s", one.name, got, table.Encoding)
		}
	}
	for _, name := range Encodings() {
		if _, _, err := decode(nil, name); err != nil {
			t.Errorf("there is no %s", name)
		}
	}
}

// wideText is the text in UTF-16, little-endian where high is 0 and big-endian where it is 1.
func wideText(text string, high int) string {
	var wide []byte
	for _, char := range text {
		pair := [2]byte{byte(char), byte(char >> 8)}
		wide = append(wide, pair[high], pair[1-high])
	}
	return string(wide)
}

func TestALineThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		content string
		line    int
		code    Code
	}{
		"a byte that no Windows text has":      {"id;name\n1;Ana\n2;\x81va\n", 3, Lost},
		"a broken character of UTF-8":          {"id;name\n1;Zoë\n2;Jos\xe9\n", 3, Lost},
		"a character that was lost before":     {"id;name\n1;Jos\ufffd\n", 2, Lost},
		"a control character":                  {"id;name\n1;A\x07na\n", 2, Control},
		"a column too few":                     {"id;name;class\n1;Ana\n", 2, Ragged},
		"a column too many":                    {"id;name\n1;Ana;8A\n", 2, Ragged},
		"a column too few behind a line break": {"id;name;class\n1;\"An\na\";8A\n2;Eva\n", 4, Ragged},
	} {
		table, err := Read([]byte(one.content), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		behind := table.Behind(0)
		last := behind[len(behind)-1]
		if last.Fault == nil || last.Fault.Code != one.code || last.Fault.Line != one.line {
			t.Errorf("%s: %+v, %v", name, last, last.Fault)
		}
	}
}

func TestAFileThatIsNoTableIsRefused(t *testing.T) {
	t.Parallel()
	refused(t, "a quotation mark that is not closed", "id;name\n1;Ana\n2;\"abc\n3;Eva\n", Quote, 3)
	refused(t, "a PDF", "%PDF-1.7 ...", NoTable, 0)
	refused(t, "a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x01\x02", NoTable, 0)
	refused(t, "an old workbook", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OldWorkbook, 0)
	refused(t, "an archive of something else", archive(t, map[string]int{"a.txt": 10}), NoTable, 0)
	refused(t, "half an archive", "PK\x03\x04abc", NoTable, 0)
	refused(t, "too many bytes", strings.Repeat("a", MaxBytes+1), TooLarge, 0)
	refused(t, "too many columns", strings.Repeat("a;", MaxColumns)+"b\n", TooWide, 1)
	if _, err := Read([]byte("a"), Options{Encoding: "klingon"}); err == nil {
		t.Error("an encoding that does not exist is read")
	}
}

//nolint:paralleltest // it counts the allocations of the whole process
func TestAMillionLinesAreRefusedBeforeTheyAreKept(t *testing.T) {
	content := []byte(strings.Repeat("1\n", 1_000_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(content, Options{})
	runtime.ReadMemStats(&after)
	var fault *FileError
	if !errors.As(err, &fault) || fault.Code != TooLong {
		t.Errorf("it ended with %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("it took %d MiB", used>>20)
	}
}

// archive is a zip of files of zeros, by name and size.
func archive(t *testing.T, files map[string]int) string {
	t.Helper()
	var packed bytes.Buffer
	writer := zip.NewWriter(&packed)
	for name, size := range files {
		part, err := writer.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(make([]byte, size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

func TestAWorkbookThatUnfoldsToTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	bomb := archive(t, map[string]int{"[Content_Types].xml": 100, "xl/workbook.xml": 100, "xl/worksheets/sheet1.xml": maxUnpacked + 1})
	if len(bomb) > 100<<10 {
		t.Fatalf("it has %d bytes", len(bomb))
	}
	refused(t, "a bomb", bomb, TooLarge, 0)
	many := make(map[string]int)
	for i := range maxParts + 1 {
		many[fmt.Sprintf("part%d.xml", i)] = 1
	}
	refused(t, "very many parts", archive(t, many), TooLarge, 0)
}

// workbook returns a workbook that the test fills.
func workbook(t *testing.T, fill func(book *excelize.File) error) string {
	t.Helper()
	book := excelize.NewFile()
	if err := fill(book); err != nil {
		t.Fatal(err)
	}
	packed, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

func TestAWorkbookIsReadAsItsCellsStand(t *testing.T) {
	t.Parallel()
	content := workbook(t, func(book *excelize.File) error {
		_, err := book.NewSheet("Liste")
		return errors.Join(err,
			book.SetSheetRow("Liste", "A2", &[]any{"Ref", "Name", "Klasse", "Summe"}),
			book.SetSheetRow("Liste", "A3", &[]any{123456789012345, "Zoë <b>", 8, ""}),
			book.SetSheetRow("Liste", "A5", &[]any{"0007", "=cmd|' /C calc'!A0", "5E1"}),
			book.SetCellFormula("Liste", "D5", "=1+1"))
	})
	got, table := cells(t, content, Options{})
	want := [][]string{{"Ref", "Name", "Klasse", "Summe"}, {"123456789012345", "Zoë <b>", "8"}, {"0007", "=cmd|' /C calc'!A0", "5E1"}}
	if !reflect.DeepEqual(got, want) || table.Sheet != "Liste" || len(table.Sheets) != 2 || table.Lines[2].Number != 5 {
		t.Errorf("it is %q of %s in %v", got, table.Sheet, table.Sheets)
	}
	if table, err := Read([]byte(content), Options{Sheet: "Sheet1"}); err != nil || len(table.Lines) != 0 {
		t.Errorf("the sheet that holds nothing is %+v, %v", table, err)
	}
	if _, err := Read([]byte(content), Options{Sheet: "Nobody"}); err == nil {
		t.Error("a sheet that is not there is read")
	}
}

func TestAFormulaIsReadAsTheValueThatItLastHad(t *testing.T) {
	t.Parallel()
	content := workbook(t, func(book *excelize.File) error {
		return errors.Join(book.SetCellValue("Sheet1", "A1", "Ref"), book.SetCellValue("Sheet1", "A2", 7001), book.SetCellFormula("Sheet1", "A2", "=7000+1"))
	})
	if got, _ := cells(t, content, Options{}); len(got) != 2 || got[1][0] != "7001" {
		t.Errorf("it is %q", got)
	}
}

func TestANumberThatASpreadsheetRoundedIsNotTaken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"1.234E+5": "123400", "9.00719925474099E+15": "!", "1E+2": "100", "5E1": "5E1", "1.5E+0": "1.5E+0", "8.0": "8.0", "E+": "E+", "1E+99": "1E+99"} {
		plain, rounded := wholeNumber(text)
		if rounded {
			plain = "!"
		}
		if plain != want {
			t.Errorf("%s becomes %s", text, plain)
		}
	}
}

func TestColumnsAreFoundByAnyOfTheirNames(t *testing.T) {
	t.Parallel()
	columns := []Column{{Key: "id", Names: []string{"id", "Nummer"}, Needed: true}, {Key: "name", Names: []string{"prénom", "first name"}}}
	for _, header := range [][]string{{"ID", "PRENOM"}, {" nummer", "First_Name"}, {"Id.", "pre\u0301nom"}} {
		if places, twice := Match(header, columns); places.Of("id") != 0 || places.Of("name") != 1 || len(twice) != 0 {
			t.Errorf("%q: %v, %v", header, places, twice)
		}
	}
	places, twice := Match([]string{"id", "Nummer", "shoe"}, columns)
	if len(places) != 0 || !reflect.DeepEqual(twice, []string{"id"}) || len(Missing(places, columns)) != 1 {
		t.Errorf("twice: %v, %v", places, twice)
	}
}

func FuzzReadNeverEndsButWithATableOrAFault(f *testing.F) {
	f.Add([]byte("id;name\n1;\"a\"\"b\"\n"))
	f.Add([]byte("\xff\xfei\x00d\x00"))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, content []byte) {
		table, err := Read(content, Options{})
		var fault *FileError
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("it ended with %v", err)
		}
		if err == nil && len(table.Lines) > MaxLines {
			t.Errorf("it has %d lines", len(table.Lines))
		}
	})
}

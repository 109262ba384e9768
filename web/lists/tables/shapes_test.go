package tables

import (
	"errors"
	"reflect"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestANumberIsReadHoweverAFileWritesIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"7001": "7001", "007001": "7001", "7001.0": "7001", "7001,00": "7001", "7001.000": "7001", "7,001": "7001", "7.001": "7001", "7 001": "7001",
		"7\u00a0001": "7001", "7\u202f001": "7001", "7'001": "7001", "7’001": "7001", "1,234,567": "1234567", "12,34,567": "1234567", "1.234,0": "1234",
		"٧٠٠١": "7001", "۷۰۰۱": "7001", "७००१": "7001", "７００１": "7001", "٧٬٠٠١": "7001", "𝟕𝟎𝟎𝟏": "7001", "\u200e7001\u200f": "7001", "'007": "7",
		"9007199254740993": "9007199254740993", "9007199254740993.0": "9007199254740993", "9,007,199,254,740,993": "9007199254740993",
		"0": "0", "0.0": "0", "7,01": "7,01", "7001.5": "7001.5", "1e3": "1e3", "-5": "-5", "+5": "+5", "0,123": "0,123", "1,234.567": "1,234.567",
		"12 34": "12 34", "": "", "8A": "8A", "1.2.2026": "1.2.2026", "3/4": "3/4", ".0": ".0", "7,,001": "7,,001",
	} {
		if got := PlainNumber(text); got != want {
			t.Errorf("%q is read as %q instead of %q", text, got, want)
		}
	}
}

func TestLinesAboveTheHeaderHideNoLine(t *testing.T) {
	t.Parallel()
	for says, content := range map[string]string{
		"a title":                 "Harbour School\n\nid;name;class\n1;Ada;8A\n2;Bo;8A\n",
		"a title with commas":     "Harbour School, Quay 1, 12.9.2026\n\nid;name;class\n1;Byron, Ada;8A\n2;Lund, Bo;8A\n",
		"a title as wide as all":  "Harbour School;;\n;;\nid;name;class\n1;Ada;8A\n2;Bo;8A\n",
		"a title of two columns":  "School;Harbour\nid;name;class\n1;Ada;8A\n2;Bo;8A\n",
		"a title wider than all ": "a;b;c;d;e\nid;name;class\n1;Ada;8A\n2;Bo;8A\n",
	} {
		table, err := Read([]byte(content), Options{})
		if err != nil || table.Separator != ';' || len(table.Lines) != 4 {
			t.Errorf("%s: %+v, %v", says, table, err)
			continue
		}
		for _, line := range table.Behind(1) {
			if line.Fault != nil {
				t.Errorf("%s: %v", says, line.Fault)
			}
		}
	}
}

func TestALineBreakInACellIsASpace(t *testing.T) {
	t.Parallel()
	want := [][]string{{"id", "full name"}, {"1", "Ada King Byron"}}
	if got, _ := cells(t, "id;\"full\nname\"\n1;\"Ada \r\n King\tByron\"\n", Options{}); !reflect.DeepEqual(got, want) {
		t.Errorf("in a text it is %q", got)
	}
	content := workbook(t, func(book *excelize.File) error {
		return errors.Join(book.SetSheetRow("Sheet1", "A1", &[]any{"id", "full\nname"}), book.SetSheetRow("Sheet1", "A2", &[]any{1, "Ada \n King\nByron"}))
	})
	if got, _ := cells(t, content, Options{}); !reflect.DeepEqual(got, want) {
		t.Errorf("in a workbook it is %q", got)
	}
}

func TestAPageThatIsCalledAWorkbookIsSaidToBeOne(t *testing.T) {
	t.Parallel()
	const excelPage = "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head></head><body><table><tr><td>1</td></tr></table></body></html>"
	refused(t, "a page", excelPage, WebPage, 0)
	refused(t, "a page with a mark", "\ufeff\r\n<!DOCTYPE html>\n<title>List</title>", WebPage, 0)
	refused(t, "a page in UTF-16", "\xff\xfe"+wideText(excelPage, 0), WebPage, 0)
	refused(t, "a bare table", "<TABLE border=1><tr><td>id</td></tr></TABLE>", WebPage, 0)
	refused(t, "a web archive", "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n", WebPage, 0)
	refused(t, "a workbook of 2003", "<?xml version=\"1.0\"?>\n<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">", OldWorkbook, 0)
	if got, _ := cells(t, "id;name\n1;<b>Ada</b>\n", Options{}); len(got) != 2 {
		t.Errorf("a name with a tag is %q", got)
	}
}

func TestEverySheetThatHoldsAnythingIsRead(t *testing.T) {
	t.Parallel()
	content := workbook(t, func(book *excelize.File) error {
		_, first := book.NewSheet("8A")
		_, second := book.NewSheet("8B")
		_, third := book.NewSheet("Secret")
		return errors.Join(first, second, third, book.SetSheetVisible("Secret", false),
			book.SetSheetRow("8A", "A1", &[]any{"id", "name"}), book.SetSheetRow("8B", "A3", &[]any{"id", "name"}), book.SetSheetRow("Secret", "A1", &[]any{"id"}))
	})
	sheets, err := ReadSheets([]byte(content), Options{})
	if err != nil || len(sheets) != 2 || sheets[0].Sheet != "8A" || sheets[1].Sheet != "8B" || sheets[1].Lines[0].Number != 3 || len(sheets[1].Sheets) != 3 {
		t.Errorf("they are %+v, %v", sheets, err)
	}
	if sheets, err = ReadSheets([]byte(content), Options{Sheet: "8B"}); err != nil || len(sheets) != 1 || sheets[0].Sheet != "8B" {
		t.Errorf("asked for one they are %+v, %v", sheets, err)
	}
	if sheets, err = ReadSheets([]byte(workbook(t, func(*excelize.File) error { return nil })), Options{}); err != nil || len(sheets) != 1 || len(sheets[0].Lines) != 0 {
		t.Errorf("of an empty workbook they are %+v, %v", sheets, err)
	}
}

func TestAllSheetsTogetherHaveNoMoreLinesThanOne(t *testing.T) {
	t.Parallel()
	content := workbook(t, func(book *excelize.File) error {
		_, err := book.NewSheet("More")
		for _, name := range []string{"Sheet1", "More"} {
			writer, failed := book.NewStreamWriter(name)
			err = errors.Join(err, failed)
			for row := range MaxLines/2 + 1 {
				cell, _ := excelize.CoordinatesToCellName(1, row+1)
				err = errors.Join(err, writer.SetRow(cell, []any{row + 1}))
			}
			err = errors.Join(err, writer.Flush())
		}
		return err
	})
	var fault *FileError
	if _, err := ReadSheets([]byte(content), Options{}); !errors.As(err, &fault) || fault.Code != TooLong {
		t.Errorf("it ended with %v", err)
	}
	if table, err := Read([]byte(content), Options{}); err != nil || len(table.Lines) != MaxLines/2+1 {
		t.Errorf("the first alone is %v", err)
	}
}

func TestARowThatAWorkbookDoesNotShowIsMarked(t *testing.T) {
	t.Parallel()
	content := workbook(t, func(book *excelize.File) error {
		return errors.Join(book.SetSheetRow("Sheet1", "A1", &[]any{"id", "name"}), book.SetSheetRow("Sheet1", "A2", &[]any{1, "Ada"}),
			book.SetSheetRow("Sheet1", "A3", &[]any{2, "Bo"}), book.SetRowVisible("Sheet1", 2, false))
	})
	table, err := Read([]byte(content), Options{})
	if err != nil || len(table.Lines) != 3 || table.Lines[0].Hidden || !table.Lines[1].Hidden || table.Lines[2].Hidden {
		t.Errorf("they are %+v, %v", table, err)
	}
}

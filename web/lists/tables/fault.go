package tables

import "fmt"

// Code is the kind of a fault. Pages have a sentence for each.
type Code string

// The faults of a file or a line.
const (
	// TooLarge: more than MaxBytes, or a workbook that unpacks to too much.
	TooLarge Code = "too_large"
	// Overfull: a workbook with so much shared text, or so many cells and parts, that reading it would
	// exhaust the memory.
	Overfull Code = "overfull"
	// TooLong: more than MaxLines lines.
	TooLong Code = "too_long"
	// TooWide: a line has more than MaxColumns columns.
	TooWide Code = "too_wide"
	// OldWorkbook: a workbook from before 2007, or one with a password.
	OldWorkbook Code = "old_workbook"
	// WebPage: a web page, which some school systems export as .xls.
	WebPage Code = "web_page"
	// NoTable: neither a text nor a workbook.
	NoTable Code = "no_table"
	// NoSheet: the workbook has no such sheet.
	NoSheet Code = "no_sheet"
	// NoEncoding: the encoding is not one of Encodings.
	NoEncoding Code = "no_encoding"
	// Empty: it has no content, or only the names of the columns.
	Empty Code = "empty"
	// Quote: a quotation mark is not closed, or is not allowed there.
	Quote Code = "quote"
	// Ragged: a line has more or fewer columns than the first; Value is the number.
	Ragged Code = "ragged"
	// Lost: a character was lost when the file was written; Value is the cell.
	Lost Code = "lost"
	// Control: a character that is not text.
	Control Code = "control"
	// Rounded: a number has more digits than a spreadsheet keeps; Value is the cell.
	Rounded Code = "rounded"
)

// FileError is a fault of a file, or of a line of it.
type FileError struct {
	Code Code
	// Line counts from 1; 0 for the whole file.
	Line int
	// Sheet is the sheet of the line, when several are read.
	Sheet string
	// Value is the affected text; it may be empty.
	Value string
	// Other is the line that it conflicts with, 0 for none, and OtherSheet its sheet.
	Other      int
	OtherSheet string
}

// sentences returns the faults in words, for the command line.
func sentences() map[Code]string {
	return map[Code]string{
		TooLarge:    "it is too large",
		Overfull:    "unpacked, it is far larger than a list can be; copy the columns that are needed into a new workbook",
		TooLong:     fmt.Sprintf("it has more than %d lines", MaxLines),
		TooWide:     fmt.Sprintf("it has more than %d columns", MaxColumns),
		OldWorkbook: "it is a workbook of an old kind, or has a password; save it as .xlsx or .csv",
		WebPage:     "it is a web page; open it in a spreadsheet and save it as .xlsx",
		NoTable:     "it is neither a text nor an .xlsx workbook", NoSheet: "it has no such sheet",
		NoEncoding: "no such encoding", Empty: "it has no lines besides the header",
		Quote:  "a quotation mark is not closed, or stands inside a field",
		Ragged: "wrong number of fields", Lost: "a character was lost when the file was written",
		Control: "a character that is no text", Rounded: "the spreadsheet has rounded the number",
	}
}

// Error returns the fault in words, for the command line.
func (f *FileError) Error() string {
	text, known := sentences()[f.Code]
	if !known {
		text = string(f.Code)
	}
	if f.Value != "" {
		text = fmt.Sprintf("%q: %s", f.Value, text)
	}
	if f.Line > 0 {
		return fmt.Sprintf("line %d: %s", f.Line, text)
	}
	return text
}

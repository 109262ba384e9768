package imports

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// sheet is a sheet of a workbook with the lines of a text.
func sheet(t *testing.T, name, content string) *tables.Table {
	t.Helper()
	table, err := tables.Read([]byte(content), tables.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table.Sheet = name
	return table
}

// summary returns the students read, and the lines not read with the reasons.
func summary(read *Reading) string {
	var said []string
	for _, student := range read.All {
		said = append(said, fmt.Sprintf("%d %s %s", student.ID, student.Name(), student.ClassName))
	}
	for _, fault := range read.NotStudents {
		said = append(said, fmt.Sprintf("besides %s %s%d", fault.Code, fault.Sheet, fault.Line))
	}
	for _, fault := range read.Bad {
		said = append(said, fmt.Sprintf("bad %s %s%d", fault.Code, fault.Sheet, fault.Line))
	}
	return strings.Join(said, ", ")
}

func TestAListIsReadDespiteOtherLinesAroundIt(t *testing.T) {
	t.Parallel()
	const two = "1;Ada;8A\n2;Bo;8A\n"
	const both = "1 Ada 8A, 2 Bo 8A"
	titles := strings.Repeat("A line of the letterhead\n\n", 19)
	for says, one := range map[string]struct{ content, want string }{
		"nothing":                  {"Enrolment;Name;Class\n" + two, both},
		"a school and blank lines": {"Harbour School\n\n;;\nList of 12.9.2026;;\nEnrolment;Name;Class\n" + two, both},
		"a line with one name":     {"Class;8A\nSchool;Harbour\nEnrolment;Name;Class\n" + two, both},
		"nineteen lines":           {titles + "Enrolment;Name;Class\n" + two, both},
		"an empty first column":    {";Enrolment;Name;Class\n;1;Ada;8A\n;2;Bo;8A\n", both},
		"a total":                  {"Enrolment;Name;Class\n" + two + "Total;2;\n", both + ", besides total 4"},
		"a total in the first":     {"Enrolment;Name;Class\n" + two + "2;Summe;\n", both + ", besides total 4"},
		"a total in a sentence":    {"Enrolment;Name;Class\n" + two + ";Total number of students: 2;\n", both + ", besides total 4"},
		"a short total":            {"Enrolment;Name;Class\n" + two + "Total: 2\n", both + ", besides total 4"},
		"a total in Arabic":        {"Enrolment;Name;Class\n" + two + ";المجموع;٢\n", both + ", besides total 4"},
		"somebody called Sum":      {"Enrolment;Name;Class\n" + two + "3;Sum;8A\n", both + ", 3 Sum 8A"},
		"the header again":         {"Enrolment;Name;Class\n1;Ada;8A\nEnrolment;Name;Class\n2;Bo;8A\n", both + ", besides header_again 3"},
		"a line again":             {"Enrolment;Name;Class\n" + two + "1;Ada;8A\n", both + ", besides again 4"},
		"a line again, otherwise":  {"Enrolment;Name;Class\n" + two + "001;Ada;8A\n", both + ", besides again 4"},
		"another name":             {"Enrolment;Name;Class\n" + two + "1;Eve;8A\n", both + ", bad repeated 4"},
		"another class":            {"Enrolment;Name;Class\n" + two + "1;Ada;Band\n", both + ", 1 Ada Band"},
		"a wrapped name":           {"Enrolment;Name;Class\n1;\"Ada\nKing\";8A\n", "1 Ada King 8A"},
		"a line without a column":  {"List\nEnrolment;Name;Class\n1;Ada\n2;Bo;8A\n", "2 Bo 8A, bad ragged 3"},
	} {
		if got := summary(Read([]*tables.Table{sheet(t, "", one.content)}, Choices{})); got != one.want {
			t.Errorf("%s: %s", says, got)
		}
	}
	if read := Read([]*tables.Table{sheet(t, "", titles+"one line more\nEnrolment;Name;Class\n"+two)}, Choices{}); !read.Missing() {
		t.Errorf("below twenty lines it is %s", summary(read))
	}
}

func TestANumberInAFileIsANumberAndIsSaidToBeOne(t *testing.T) {
	t.Parallel()
	read := Read([]*tables.Table{sheet(t, "", "enrolment;student;name\n007001;8001.0;Ada\n٧٠٠٢;\"8,002\";Bo\n9007199254740993;8003;Cleo\n9007199254740992;8004;Dan\n")}, Choices{})
	if len(read.All) != 4 || read.All[0].ID != 7001 || read.All[0].Student != 8001 || read.All[1].ID != 7002 || read.All[1].Student != 8002 || read.All[2].ID != 9007199254740993 {
		t.Errorf("they are %+v", read.All)
	}
	want := []Understood{{"007001", "7001"}, {"8001.0", "8001"}, {"٧٠٠٢", "7002"}, {"8,002", "8002"}}
	if !reflect.DeepEqual(read.Understood, want) {
		t.Errorf("it says %+v", read.Understood)
	}
}

func TestEverySheetIsReadAndThoseWithoutAListAreNamed(t *testing.T) {
	t.Parallel()
	cover, legend := sheet(t, "Cover", "Harbour School\n2026\n"), sheet(t, "Legend", "Name;Meaning\nP;Present\n")
	first, second := sheet(t, "8A", "Enrolment;Name\n1;Ada\nTotal;1\n"), sheet(t, "8B", "Harbour\nName;Enrolment\nBo;2\nAda;1\n")
	read := Read([]*tables.Table{cover, first, legend, second}, Choices{})
	if got := summary(read); got != "1 Ada 8A, 2 Bo 8B, 1 Ada 8B, besides total 8A3" || !reflect.DeepEqual(read.Left, []string{"Cover", "Legend"}) {
		t.Errorf("it is %s without %q", got, read.Left)
	}
	if got := read.SheetsAsClasses(); !reflect.DeepEqual(got, []string{"8A", "8B"}) {
		t.Errorf("the classes are %q", got)
	}
	placed := sheet(t, "Year 8", "Enrolment;Name;Class\n3;Cleo;8C\n")
	if got := summary(Read([]*tables.Table{placed, first}, Choices{})); got != "3 Cleo 8C, 1 Ada 8A, besides total 8A3" {
		t.Errorf("with a column of classes it is %s", got)
	}
	if read = Read([]*tables.Table{cover, first}, Choices{}); summary(read) != "1 Ada , besides total 8A3" || len(read.SheetsAsClasses()) != 0 {
		t.Errorf("one sheet alone is %s of %q", summary(read), read.SheetsAsClasses())
	}
}

func TestColumnsThatAPersonNamesHoldForEverySheetWithThatHeader(t *testing.T) {
	t.Parallel()
	first, second, other := sheet(t, "8A", "School\nRef;Who\n1;Ada\n"), sheet(t, "8B", "Ref;Who\n2;Bo\n"), sheet(t, "Fees", "Who;Fee\nBo;30\n")
	sheets := []*tables.Table{first, second, other}
	if read := Read(sheets, Choices{}); !read.Missing() || read.Lists[0].HeaderLine != 2 || len(read.Left) != 2 {
		t.Errorf("before it is %+v without %q", read.Lists[0], read.Left)
	}
	read := Read(sheets, Choices{Places: tables.Places{Enrolment: 0, FullName: 1}})
	if got := summary(read); got != "1 Ada 8A, 2 Bo 8B" || !reflect.DeepEqual(read.Left, []string{"Fees"}) {
		t.Errorf("it is %s without %q", got, read.Left)
	}
	if got := summary(Read(sheets[1:2], Choices{Header: Headless, Places: tables.Places{Enrolment: 0}})); got != "2  , bad not_number 8B1" {
		t.Errorf("without a header it is %s", got)
	}
	if got := summary(Read(sheets[1:2], Choices{Header: 2, Places: tables.Places{Enrolment: 0}})); got != "" {
		t.Errorf("with another header it is %s", got)
	}
}

func TestANumberOfManyDigitsComesOutOfAWorkbookAsItWentIn(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	err := errors.Join(book.SetSheetRow("Sheet1", "A1", &[]any{"enrolment", "name"}), book.SetSheetRow("Sheet1", "A2", &[]any{int64(9007199254740993), "Ada"}),
		book.SetSheetRow("Sheet1", "A3", &[]any{"0009007199254740995", "Bo"}), book.SetSheetRow("Sheet1", "A4", &[]any{7001.0, "Cleo"}))
	packed, failed := book.WriteToBuffer()
	if err = errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	sheets, err := tables.ReadSheets(packed.Bytes(), tables.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []roll.EnrolmentID
	for _, student := range Read(sheets, Choices{}).All {
		ids = append(ids, student.ID)
	}
	if want := []roll.EnrolmentID{9007199254740993, 9007199254740995, 7001}; !reflect.DeepEqual(ids, want) {
		t.Errorf("they are %v", ids)
	}
}

func TestALineThatIsNoStudentIsNotImportedWithoutAQuestion(t *testing.T) {
	t.Parallel()
	const today = "2026-11-25"
	for says, one := range map[string]struct{ content, want string }{
		"a second role":       {"enrolment;name;roles\n1;Ada;Student\n2;Bo;Student, Teacher\n3;Cy;Helper, Student\n", "1 Ada , 3 Cy , besides leaver 3"},
		"a year that is over": {"enrolment;name;Graduation year\n1;Ada;2029\n2;Bo;2026\n", "1 Ada , besides leaver 3"},
		"a placeholder":       {"enrolment;given;family\n1;Ada;Lund\n2;Test;Student\n3;New;Student\n", "1 Ada Lund , besides leaver 3, besides leaver 4"},
		"a full placeholder":  {"enrolment;name\n1;Ada\n2;Dummy\n", "1 Ada , besides leaver 3"},
	} {
		tables := []*tables.Table{sheet(t, "", one.content)}
		if got := summary(Read(tables, Choices{Today: today})); got != one.want {
			t.Errorf("%s: %s", says, got)
		}
		if read := Read(tables, Choices{Today: today, KeepLeavers: true}); len(read.NotStudents) > 0 {
			t.Errorf("%s: those that a person keeps are %s", says, summary(read))
		}
	}
}

func TestSeveralClassesInOneCellAreDoubted(t *testing.T) {
	t.Parallel()
	read := Read([]*tables.Table{sheet(t, "", "enrolment;name;class\n1;Ada;7A\n2;Bo;\"7A, 7B\"\n")}, Choices{})
	if want := []Doubt{{Kind: SeveralInOne, Column: "7A, 7B"}}; !reflect.DeepEqual(read.Doubts, want) {
		t.Errorf("the doubts are %+v", read.Doubts)
	}
}

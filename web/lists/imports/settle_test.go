package imports

import (
	"strings"
	"testing"

	"rollbook/web/lists/tables"
)

// doubted returns the facts that a person should check, with their columns.
func doubted(read *Reading) string {
	var all []string
	for _, doubt := range read.Doubts {
		all = append(all, strings.TrimSpace(string(doubt.Kind)+" "+doubt.Column))
	}
	return strings.Join(all, ", ")
}

func TestNothingOfAFileIsLostWithoutAWord(t *testing.T) {
	t.Parallel()
	const both = "1 Ada Lund 8A, 2 Bo Berg 8A"
	for says, one := range map[string]struct{ content, want, doubts string }{
		"given names under a name in brackets": {"Enrolment;Name;Forename(s);Class\n1;Lund;Ada;8A\n2;Berg;Bo;8A\n", both, "given Forename(s)"},
		"given names under no known name":      {"Enrolment;Surname;Xyz;Class\n1;Lund;Ada;8A\n2;Berg;Bo;8A\n3;Moe;Cy;8A\n", "1 Lund 8A, 2 Berg 8A, 3 Moe 8A", "names Xyz"},
		"a class under a longer name":          {"Enrolment;Name;Current class 2026\n1;Ada Lund;8A\n2;Bo Berg;8A\n", both, "class Current class 2026"},
		"a class under no known name":          {"Enrolment;Name;Xyz\n1;Ada Lund;8A\n2;Bo Berg;8A\n3;Cy Moe;8A\n4;Di Rask;8B\n5;Ed Lie;8B\n6;Flo Dahl;8B\n", both + ", 3 Cy Moe 8A, 4 Di Rask 8B, 5 Ed Lie 8B, 6 Flo Dahl 8B", "class Xyz"},
		"classes that are only numbers":        {"Enrolment;Name;Xyz\n1;Ada;7\n2;Bo;7\n3;Cy;7\n4;Di;8\n5;Ed;8\n6;Flo;8\n", "1 Ada , 2 Bo , 3 Cy , 4 Di , 5 Ed , 6 Flo ", "groups Xyz"},
		"merged cells":                         {"Class;Enrolment;Name\n8A;1;Ada Lund\n;2;Bo Berg\n8B;3;Cy Moe\n;4;Di Rask\n", both + ", 3 Cy Moe 8B, 4 Di Rask 8B", "filled"},
		"some without a class":                 {"Class;Enrolment;Name\n8A;1;Ada Lund\n8A;2;Bo Berg\n;3;Cy Moe\n", both + ", 3 Cy Moe ", "unplaced"},
		"names under Student":                  {"Enrolment;Student;Class\n1;Ada Lund;8A\n2;Bo Berg;8A\n", both, "name Student"},
		"a class that became a date":           {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;Bo;46204\n3;Cy;7. Jan\n", "1 Ada Lund 8A, bad date_as_class 3, bad date_as_class 4", ""},
		"a line with the kinds of columns":     {"Enrolment;Name;Class\n(number);(text);(text)\n1;Ada Lund;8A\n2;Bo Berg;8A\n", both + ", besides header_again 2", ""},
		"a leaver by a status":                 {"Enrolment;Name;Class;Status\n1;Ada Lund;8A;Active\n2;Bo Berg;8A;Active\n3;Cy;8A;Withdrawn\n", both + ", besides leaver 4", ""},
		"a class that became a month":          {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;Bo;Jan-07\n3;Cy;07-Jan-26\n", "1 Ada Lund 8A, bad date_as_class 3, bad date_as_class 4", ""},
		"family names under no known name":     {"Enrolment;First name;Legal last name;Class\n1;Ada;Lund;8A\n2;Bo;Berg;8A\n", "1 Ada 8A, 2 Bo 8A", "names Legal last name"},
		"a part of the name that few have":     {"Enrolment;Roepnaam;Infix;Achternaam;Klas\n1;Ada;van;Lund;8A\n2;Bo;;Berg;8A\n3;Cy;;Moe;8A\n", both + ", 3 Cy Moe 8A", "names Infix"},
		"names of parents":                     {"Enrolment;Surname;Parent forename;Class\n1;Lund;Per;8A\n2;Berg;Pia;8A\n", "1 Lund 8A, 2 Berg 8A", "names Parent forename"},
		"two columns of classes":               {"Enrolment;Name;Class;Form\n1;Ada Lund;M;8A\n2;Bo Berg;M;8A\n", both, "class Form, groups Class"},
		"an empty column of classes":           {"Enrolment;Name;Class;Current class\n1;Ada Lund;;8A\n2;Bo Berg;;8A\n", both, "class Current class"},
		"a section of a year":                  {"Enrolment;Name;Year;Section\n1;Ada Lund;7;A\n2;Bo Berg;8;A\n", "1 Ada Lund A, 2 Bo Berg A", "part Year"},
		"a class in two spellings":             {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;Bo Berg;8 a\n", "1 Ada Lund 8A, 2 Bo Berg 8 a", "spelled 8A, 8 a"},
		"no class anywhere":                    {"Enrolment;Name\n1;Ada Lund\n2;Bo Berg\n", "1 Ada Lund , 2 Bo Berg ", "unplaced"},
		"one without a name":                   {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;;8A\n", "1 Ada Lund 8A, 2  8A", "nameless"},
		"classes as names":                     {"Enrolment;Name;Class\n1;8A;Ada\n2;8A;Bo\n", "1 8A Ada, 2 8A Bo", "digits"},
		"whole names as given names":           {"Enrolment;First name;Surname;Class\n1;Ada Lund;Lund;8A\n", "1 Ada Lund Lund 8A", "doubled"},
		"two numbers of one student":           {"Enrolment;Student;Name;Class\n1;51;Ada Lund;8A\n2;52;Bo Berg;8A\n3;51;Ada Lund;8B\n", both + ", 3 Ada Lund 8B", "twice"},
		"two students of one number":           {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;Bo Berg;8A\n1;Cy Moe;8B\n", both + ", bad other_student 4", ""},
		"a cell that was not worked out":       {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;#REF!;8A\n3;Cy;#N/A\n", "1 Ada Lund 8A, bad cell_error 3, bad cell_error 4", ""},
		"a leaver by a reason":                 {"Enrolment;Name;Class;Reason for leaving\n1;Ada Lund;8A;\n2;Bo Berg;8A;\n3;Cy;8A;moved\n", both + ", besides leaver 4", ""},
		"a leaver by a letter":                 {"Enrolment;Name;Class;Status\n1;Ada Lund;8A;C\n2;Bo Berg;8A;C\n3;Cy;8A;L\n", both + ", besides leaver 4", ""},
		"a leaver by the class":                {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;Bo Berg;8A\n3;Cy;Leavers\n", both + ", besides leaver 4", ""},
		"another school year":                  {"Enrolment;Name;Class;School year\n1;Ada Lund;8A;2026/27\n2;Bo Berg;8A;2026/27\n3;Cy;8A;2025/26\n", both + ", besides leaver 4", ""},
		"a child of another campus":            {"Enrolment;Name;Class;Campus\n1;Ada Lund;8A;North\n2;Bo Berg;8A;North\n3;Cy;8A;South\n", both + ", besides leaver 4", ""},
		"names with entities":                  {"Enrolment,Name,Class\n1,Ada O&#39;Lund,8A\n2,Zo&euml; Berg,8A\n", "1 Ada O'Lund 8A, 2 Zoë Berg 8A", ""},
		"one child under two numbers":          {"Enrolment;Name;Class;Date of birth\n1;Ada Lund;8A;2012-03-01\n2;Bo Berg;8A;2012-04-01\n3;Ada Lund;8B;2012-03-01\n", both + ", 3 Ada Lund 8B", "twice"},
		"two children of one name":             {"Enrolment;Name;Class;Date of birth\n1;Ada Lund;8A;2012-03-01\n2;Bo Berg;8A;2012-04-01\n3;Ada Lund;8B;2012-05-01\n", both + ", 3 Ada Lund 8B", ""},
		"namesakes in a class":                 {"Enrolment;Name;Class\n1;Ada Lund;8A\n2;Bo Berg;8A\n3;Ada Lund;8A\n", both + ", 3 Ada Lund 8A", "alike"},
		"everyone has left":                    {"Enrolment;Name;Class;Leaving date\n1;Ada Lund;8A;2021-07-31\n2;Bo Berg;8A;2021-07-31\n", both, "all_left"},
		"a leaver by a day":                    {"Enrolment;Name;Class;Leaving date\n1;Ada Lund;8A;\n2;Bo Berg;8A;2027-07-31\n3;Cy;8A;46204\n4;Di;8A;01.09.2026\n", both + ", besides leaver 4, besides leaver 5", ""},
	} {
		read := Read([]*tables.Table{sheet(t, "", one.content)}, Choices{Today: "2026-11-24"})
		if got := summary(read); got != one.want || doubted(read) != one.doubts {
			t.Errorf("%s: %s; doubts %q", says, got, doubted(read))
		}
	}
	kept := Read([]*tables.Table{sheet(t, "", "Enrolment;Name;Status\n1;Ada;Active\n2;Bo;Withdrawn\n")}, Choices{Today: "2026-11-24", KeepLeavers: true})
	if got := summary(kept); got != "1 Ada , 2 Bo " {
		t.Errorf("kept by a person is %s", got)
	}
}

func TestLinesThatAWorkbookHidesAndSheetsOfLeaversAreLeftOutOnlyWithAWord(t *testing.T) {
	t.Parallel()
	hidden, left := sheet(t, "8A", "Enrolment;Name\n1;Ada\n2;Bo\n"), sheet(t, "Leavers 2026", "Enrolment;Name\n3;Cy\n")
	hidden.Lines[2].Hidden = true
	if got := summary(Read([]*tables.Table{hidden, left}, Choices{Today: "2026-11-24"})); got != "1 Ada 8A, besides hidden 8A3, besides leaver Leavers 20262" {
		t.Errorf("it is %s", got)
	}
}

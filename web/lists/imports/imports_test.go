package imports

import (
	"reflect"
	"strings"
	"testing"

	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// read reads a text: the places of its columns, and its students.
func read(t *testing.T, content string) (tables.Places, Students) {
	t.Helper()
	table, err := tables.Read([]byte(content), tables.Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := Read([]*tables.Table{table}, Choices{})
	return read.Lists[0].Places, read.Students
}

func TestColumnsAreKnownInManyLanguages(t *testing.T) {
	t.Parallel()
	ada := roll.Enrolment{ID: 1, Student: 101, Given: "Ada", Family: "Byron", Class: "8A", ClassName: "8A"}
	for name, content := range map[string]string{
		"ours":       "enrolment,student,given,family,class\n1,101,Ada,Byron,8A",
		"service":    "studentSemesterInfoId,studentId,firstName,lastName,className\n1,101,Ada,Byron,8A",
		"German":     "Klasse;Nachname;Vorname;Schüler-ID;Einschreibungsnummer\n8A;Byron;Ada;101;1",
		"short":      "Klasse;Name;Vorname;Schülernummer;Einschreibung\n8A;Byron;Ada;101;1",
		"French":     "Classe\tNom\tPrénom\tN° élève\tInscription\n8A\tByron\tAda\t101\t1",
		"Spanish":    "Matrícula;Alumno;Apellidos;Nombre;Clase\n1;101;Byron;Ada;8A",
		"Polish":     "Zapis;ID ucznia;Nazwisko;Imię;Klasa\n1;101;Byron;Ada;8A",
		"Turkish":    "Kayıt No;Öğrenci No;Adı;Soyadı;Sınıf\n1;101;Ada;Byron;8A",
		"Russian":    "Номер зачисления;ID ученика;Фамилия;Имя;Класс\n1;101;Byron;Ada;8A",
		"Arabic":     "رقم القيد;رقم الطالب;الاسم الأول;اسم العائلة;الصف\n1;101;Ada;Byron;8A",
		"whole name": "Enrolment ID,Student ID,FULL NAME,Role,Class\n1,101,\"Byron, Ada\",admin,8A",
	} {
		if places, students := read(t, content); len(students.All) != 1 || students.All[0] != ada || len(students.Bad) != 0 {
			t.Errorf("%s: %v, %+v", name, places, students)
		}
	}
	if _, students := read(t, "enrolment,name\n1,Ada King Byron"); students.All[0].Name() != "Ada King Byron" || students.Unnumbered != 1 {
		t.Errorf("a name without a comma is %+v", students)
	}
}

func TestNoColumnHasANameThatAnotherHas(t *testing.T) {
	t.Parallel()
	owners := make(map[string]string)
	for _, column := range StudentColumns() {
		for _, name := range column.Names {
			if owner := owners[tables.Fold(name)]; owner != "" && owner != column.Key {
				t.Errorf("%q is both %s and %s", name, owner, column.Key)
			}
			owners[tables.Fold(name)] = column.Key
		}
	}
	for _, name := range bareNames() {
		if owners[name] != FullName {
			t.Errorf("%q is no whole name", name)
		}
	}
}

func TestEveryBadLineIsNamedWithItsReason(t *testing.T) {
	t.Parallel()
	_, students := read(t, strings.Join([]string{
		"enrolment,student,given,class", "1,101,Ada,8A", "x,102,Bob,8A", "3,1e3,Cleo,8A", "1,101,Eve,8A", "1,109,Ada,Choir", "1,101,Ada,Band",
		"4,104," + strings.Repeat("n", 201) + ",8A", "5,105", ",106,Eve,8A", "7.5,107,Fay,8A", "9223372036854775808,1,Gus,8A",
	}, "\n"))
	want := []tables.FileError{
		{Code: NotNumber, Line: 3, Value: "x"}, {Code: StudentNotNumber, Line: 4, Value: "1e3"}, {Code: Repeated, Line: 5, Value: "1", Other: 2},
		{Code: OtherStudent, Line: 6, Value: "1", Other: 2}, {Code: LongText, Line: 8}, {Code: tables.Ragged, Line: 9, Value: "2"},
		{Code: NotNumber, Line: 10}, {Code: NotNumber, Line: 11, Value: "7.5"}, {Code: NotNumber, Line: 12, Value: "9223372036854775808"},
	}
	if !reflect.DeepEqual(students.Bad, want) {
		t.Errorf("they are %+v", students.Bad)
	}
	if len(students.All) != 2 || students.All[1].ClassName != "Band" {
		t.Errorf("the good ones are %+v", students.All)
	}
}

func TestANewListIsComparedWithTheOldOne(t *testing.T) {
	t.Parallel()
	student := func(id roll.EnrolmentID, given, class string) roll.Enrolment {
		return roll.Enrolment{ID: id, Student: roll.StudentID(id + 100), Given: given, Class: roll.ClassID(class), ClassName: class}
	}
	before := []roll.Enrolment{student(1, "Ada", "8A"), student(1, "Ada", "Choir"), student(2, "Bob", "8A"), student(3, "Cleo", "8A"), student(4, "Dan", "8A")}
	before[2].Class, before[2].ClassName = "id-of-8a", "8A"
	after := []roll.Enrolment{student(5, "Eve", "8A"), student(1, "Ada", "Choir"), student(1, "Ada", "8A"), student(2, "Bob", "8A"), student(3, "Clio", "8A"), student(4, "Dan", "8B")}
	changes := Compare(before, after)
	if len(changes.New) != 1 || changes.New[0].ID != 5 || len(changes.Gone) != 0 || changes.Same != 2 || len(changes.Changed) != 2 {
		t.Errorf("they are %+v", changes)
	}
	if back := Compare(after, before); len(back.Gone) != 1 || back.Gone[0].ID != 5 || back.Fingerprint() == changes.Fingerprint() {
		t.Errorf("backwards they are %+v", back)
	}
	again := Compare(before, after)
	if again.Fingerprint() != changes.Fingerprint() {
		t.Error("the same changes have two fingerprints")
	}
	after[4].Given = "Kleo"
	if Compare(before, after).Fingerprint() == changes.Fingerprint() {
		t.Error("another name has the same fingerprint")
	}
}

func TestNumbersAreNamedOnlyByTheDocumentsNamesOrOurOwn(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		header []string
		want   bool
	}{
		{[]string{"enrolment", "student", "name"}, true},
		{[]string{"Student Semester Info ID", "class", "StudentID"}, true},
		{[]string{"enrolment", "name"}, false},
		{[]string{"enrolment number", "student"}, false},
		{[]string{"enrolment", "pupil no"}, false},
	} {
		places, _ := MatchStudents(one.header)
		if got := NumbersAreNamed(one.header, places); got != one.want {
			t.Errorf("%q: named %t", one.header, got)
		}
	}
	if NumbersAreNamed([]string{"enrolment"}, tables.Places{Enrolment: 0, Student: 3}) {
		t.Error("a place outside the header is named")
	}
}

package discovery

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"rollbook/apiclient/mapping"
)

// decoded reads an answer as the client does.
func decoded(t testing.TB, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var read any
	if err := decoder.Decode(&read); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return read
}

// class returns n items, with each % replaced by the item's number.
func class(n int, item string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.NewReplacer("%%", fmt.Sprint(i/5), "%", fmt.Sprint(i+1), "#", string(rune('A'+i%26))).Replace(item)
	}
	return "[" + strings.Join(items, ",") + "]"
}

// shape is an answer with its expected warning and reading, "list; role=path | ...". The paths after | are
// those that a person is asked about for the role.
type shape struct {
	name   string
	call   mapping.Call
	answer string
	want   string
	warned Warning
}

func shapes() []shape {
	return []shape{
		{"as the sandbox lists periods", mapping.Periods, `[{"id":7,"name":"2025/26","startDate":"2025-08-01","endDate":"2026-07-31"},{"id":8,"name":"2026/27","startDate":"2026-08-01","endDate":"2027-07-31"}]`, "$; id=$.id | name=$.name | from=$.startDate | to=$.endDate", ""},
		{"one period alone", mapping.Periods, `{"schoolPeriods":[{"schoolPeriodId":"7","title":"2025/26","begin":"2025-08-01T00:00:00","until":"2026-07-31","isCurrent":true}]}`, "$.schoolPeriods; id=$.schoolPeriodId | name=$.title | from=$.begin | to=$.until | current=$.isCurrent", ""},
		{"German periods in capitals", mapping.Periods, `{"Ergebnis":{"Schuljahre":[{"Id":"a-1","Bezeichnung":"2025/26","Von":"2025-08-01","Bis":"2026-07-31","Aktiv":true}]}}`, "$.Ergebnis.Schuljahre; id=$.Id | name=$.Bezeichnung | from=$.Von | to=$.Bis | current=$.Aktiv", ""},
		{"bare period ids", mapping.Periods, `[7,8,9]`, "$; id=$", Compare},
		{"periods under their ids", mapping.Periods, `{"7":{"id":7,"name":"Autumn"},"8":{"id":8,"name":"Spring"}}`, "$.*; id=$.id | name=$.name", ""},
		{"as the sandbox lists students", mapping.Students, class(6, `{"studentSemesterInfoId":10%,"studentId":50%,"firstName":"Ada#","lastName":"Byron#","className":"8%%"}`), "$; enrolmentId=$.studentSemesterInfoId | studentId=$.studentId | givenName=$.firstName | familyName=$.lastName | className=$.className", ""},
		{"snake case with text ids, wrapped", mapping.Students, `{"status":"ok","data":{"page":1,"records":` + class(6, `{"enrollment_id":"10%","student_id":"50%","given_name":"Ada#","family_name":"Byron#","group_id":"%%","group_name":"8%%"}`) + `}}`, "$.data.records; enrolmentId=$.enrollment_id | studentId=$.student_id | givenName=$.given_name | familyName=$.family_name | classId=$.group_id | className=$.group_name", ""},
		{"objects inside", mapping.Students, `{"items":` + class(6, `{"id":10%,"student":{"id":50%,"name":{"first":"Ada#","last":"Byron#"},"photoUrl":"https://x/%"},"class":{"id":%%,"name":"8%%"}}`) + `}`, "$.items; studentId=$.student.id | givenName=$.student.name.first | familyName=$.student.name.last | classId=$.class.id | className=$.class.name | photo=$.student.photoUrl | asked=$.id", OtherStudents},
		{"the student around, the enrolment inside", mapping.Students, class(6, `{"Id":50%,"FullName":"Ada Byron#","KnownAs":"Ada","Enrolment":{"Id":10%,"Class":"8%%"}}`), "$; enrolmentId=$.Enrolment.Id | studentId=$.Id | fullName=$.FullName | knownAs=$.KnownAs | className=$.Enrolment.Class", ""},
		{"French", mapping.Students, `{"resultats":{"eleves":` + class(6, `{"inscription_id":10%,"eleve_id":50%,"nom":"Moreau#","prenom":"Luc#","classe":{"id":%%,"libelle":"4e %%"}}`) + `}}`, "$.resultats.eleves; enrolmentId=$.inscription_id | studentId=$.eleve_id | givenName=$.prenom | familyName=$.nom | classId=$.classe.id | className=$.classe.libelle", ""},
		{"Spanish", mapping.Students, class(6, `{"matriculaId":10%,"alumnoId":50%,"nombre":"Eva#","apellidos":"Ruiz#","grupo":"2%%"}`), "$; enrolmentId=$.matriculaId | studentId=$.alumnoId | givenName=$.nombre | familyName=$.apellidos | className=$.grupo", ""},
		{"German with an umlaut", mapping.Students, class(6, `{"Einschreibung":{"ID":10%},"Schüler":{"ID":50%,"Vorname":"Eva#","Nachname":"Maß#"},"Klasse":"7%%"}`), "$; enrolmentId=$.Einschreibung.ID | studentId=$['Schüler'].ID | givenName=$['Schüler'].Vorname | familyName=$['Schüler'].Nachname | className=$.Klasse", ""},
		{"students inside their classes", mapping.Students, `{"classes":[{"id":1,"name":"8A","students":[{"enrolmentId":11,"studentId":51,"name":"Ada Byron"}]},{"id":2,"name":"8B","students":[{"enrolmentId":12,"studentId":52,"name":"Bo Lund"}]}]}`, "$.classes[*].students; enrolmentId=$.enrolmentId | studentId=$.studentId | fullName=$.name", ""},
		{"bare enrolment ids", mapping.Students, `{"ids":[101,102,103]}`, "$.ids; asked=$", OtherStudents},
		{"bare ids as text", mapping.Students, `["101","102"]`, "$; asked=$", OtherStudents},
		{"one id only", mapping.Students, class(6, `{"id":10%,"name":"Ada Byron#"}`), "$; fullName=$.name | asked=$.id", OtherStudents},
		{"only a student's id", mapping.Students, class(6, `{"studentId":50%,"name":"Ada Byron#"}`), "$; studentId=$.studentId | fullName=$.name", NoEnrolment},
		{"names in no known language", mapping.Students, class(12, `{"xq":10%,"zz":"Ada Byron#","kk":"8%%"}`), "$; fullName=$.zz | className=$.kk | asked=$.xq", OtherStudents},
		{"dashes and spaces", mapping.Students, class(6, `{"enrolment-id":10%,"student id":50%,"First Name":"Ada#","Last Name":"Byron#"}`), "$; enrolmentId=$['enrolment-id'] | studentId=$['student id'] | givenName=$['First Name'] | familyName=$['Last Name']", ""},
		{"attributes", mapping.Students, `{"data":` + class(6, `{"id":"10%","type":"enrolment","attributes":{"first_name":"Ada#","last_name":"Byron#","class_name":"8%%"}}`) + `,"meta":{"total":6}}`, "$.data; givenName=$.attributes.first_name | familyName=$.attributes.last_name | className=$.attributes.class_name | asked=$.id", OtherStudents},
		{"two numbers, the enrolment's under another name", mapping.Students, class(6, `{"id":50%,"name":"Ada Byron#","school_enrollment":{"dcid":10%,"grade":8}}`), "$; fullName=$.name | asked=$.school_enrollment.dcid($.id) $.id", OtherStudents},
		{"two numbers that say nothing", mapping.Students, class(6, `{"id":50%,"dcid":10%,"first_name":"Ada#","last_name":"Byron#"}`), "$; givenName=$.first_name | familyName=$.last_name | asked=$.id $.dcid($.id)", OtherStudents},
		{"names in one call, enrolments in another", mapping.Students, `{"students":` + class(6, `{"studentId":50%,"firstName":"Ada#","lastName":"Byron#","grade":8}`) + `}`, "$.students; studentId=$.studentId | givenName=$.firstName | familyName=$.lastName", NoEnrolment},
		{"enrolments in one call, names in another", mapping.Students, class(6, `{"enrollmentId":10%,"studentId":50%}`), "$; enrolmentId=$.enrollmentId | studentId=$.studentId", Compare},
		{"only a number that is the student's by another name", mapping.Students, class(6, `{"pupil_dcid":50%,"name":"Ada Byron#"}`), "$; fullName=$.name", NoEnrolment},
		{"only the number of a person", mapping.Students, class(6, `{"person":{"id":50%,"name":"Ada Byron#"}}`), "$; studentId=$.person.id | fullName=$.person.name", NoEnrolment},
		{"only the student's number in Spanish", mapping.Students, class(6, `{"idEstudiante":50%,"estudiante_id":60%,"nombre":"Eva#","apellidos":"Ruiz#"}`), "$; studentId=$.estudiante_id | givenName=$.nombre | familyName=$.apellidos", NoEnrolment},
		{"only the student's number in French", mapping.Students, class(6, `{"etudiantId":50%,"nom":"Moreau#","prénom":"Luc#"}`), "$; studentId=$.etudiantId | givenName=$['prénom'] | familyName=$.nom", NoEnrolment},
		{"a number that schools have for both", mapping.Students, class(6, `{"admissionNo":50%,"name":"Ada Byron#"}`), "$; fullName=$.name | asked=$.admissionNo", OtherStudents},
		{"names and numbers of others", mapping.Students, class(6, `{"enrolmentId":10%,"id":50%,"whole_name":"Ada Byron#","guardian":{"personId":90%,"firstName":"Per"},"class":{"name":"8%%","teacher":{"firstName":"T#","lastName":"X#"}}}`), "$; enrolmentId=$.enrolmentId | studentId=$.id | fullName=$.whole_name | className=$.class.name | teacher=$.class.teacher", ""},
		{"a name to call by that is the whole name", mapping.Students, class(6, `{"enrolmentId":10%,"studentId":50%,"firstName":"Ada#","lastName":"Byron#","preferredName":"Ada# Byron#","class":"8%%"}`), "$; enrolmentId=$.enrolmentId | studentId=$.studentId | givenName=$.firstName | familyName=$.lastName | className=$.class", ""},
		{"a first name that is the whole name", mapping.Students, class(6, `{"enrolmentId":10%,"studentId":50%,"firstName":"Ada# Byron#","lastName":"Byron#","class":"8%%"}`), "$; enrolmentId=$.enrolmentId | studentId=$.studentId | fullName=$.firstName | className=$.class", ""},
		{"a number that the school gives beside the student's own id", mapping.Students, class(6, `{"enrolmentId":10%,"id":50%,"studentNumber":"77%","name":"Ada Byron#","class":"8%%"}`), "$; enrolmentId=$.enrolmentId | studentId=$.id | fullName=$.name | className=$.class", ""},
		{"a number of the year before", mapping.Students, class(6, `{"studentId":50%,"previousEnrolmentId":10%,"name":"Ada Byron#"}`), "$; studentId=$.studentId | fullName=$.name", NoEnrolment},
		{"two enrolments", mapping.Students, class(6, `{"studentId":50%,"enrolmentId":10%,"student_year":{"id":30%},"name":"Ada Byron#"}`), "$; studentId=$.studentId | fullName=$.name | asked=$.enrolmentId $.student_year.id", OtherStudents},
		{"an enrolment of somebody else's", mapping.Students, class(6, `{"studentId":50%,"sibling":{"enrolmentId":10%},"name":"Ada Byron#"}`), "$; studentId=$.studentId | fullName=$.name", NoEnrolment},
		{"an enrolment that all have", mapping.Students, class(6, `{"id":50%,"enrollment_id":7,"name":"Ada Byron#"}`), "$; fullName=$.name | asked=$.id", OtherStudents},
		{"the document's names beside others", mapping.Students, class(6, `{"id":90%,"studentSemesterInfoId":10%,"enrolmentId":30%,"studentId":50%,"name":"Ada Byron#"}`), "$; enrolmentId=$.studentSemesterInfoId | studentId=$.studentId | fullName=$.name", ""},
		{"the document's names, students in several classes", mapping.Students, `[{"studentSemesterInfoId":1,"studentId":5,"name":"Ada Byron","class":"A"},{"studentSemesterInfoId":1,"studentId":5,"name":"Ada Byron","class":"B"}]`, "$; enrolmentId=$.studentSemesterInfoId | studentId=$.studentId | fullName=$.name | className=$.class", ""},
		{"as the sandbox lists statuses", mapping.Statuses, `[{"id":1,"name":"Present"},{"id":2,"name":"Absent"}]`, "$; id=$.id | name=$.name", ""},
		{"statuses with text ids", mapping.Statuses, `{"Data":{"AttendanceStatuses":[{"AttStatusId":"1","StatusName":"Present"},{"AttStatusId":"2","StatusName":"Absent"}]}}`, "$.Data.AttendanceStatuses; id=$.AttStatusId | name=$.StatusName", ""},
		{"a status's text in no known language", mapping.Statuses, `[{"id":1,"qqq":"Hadir"},{"id":2,"qqq":"Absen"}]`, "$; id=$.id | name=$.qqq", ""},
		{"classes", mapping.Classes, `{"result":[{"classId":"c-8a","className":"8A"},{"classId":"c-8b","className":"8B"}]}`, "$.result; id=$.classId | name=$.className", ""},
		{"classes with teachers", mapping.Classes, `[{"id":1,"name":"8A","form-tutor":{"forename":"Ada","surname":"Byron"}},{"id":2,"name":"8B","form-tutor":null}]`, "$; id=$.id | name=$.name | teacher=$['form-tutor']", ""},
		{"classes with several teachers, and a number of one", mapping.Classes, `[{"id":1,"name":"8A","classTeacherId":4,"teachers":[{"name":"Ada Byron"},{"name":"Bo Lund"}]},{"id":2,"name":"8B","classTeacherId":5,"teachers":[]}]`, "$; id=$.id | name=$.name | teacher=$.teachers", ""},
		{"a class teacher with a mail address, and others", mapping.Students, class(6, `{"enrolmentId":10%,"studentId":50%,"name":"Ada Byron#","class":"8%%","homeroomTeacherName":"T# X#","homeroomTeacherEmail":"t%@a.example","teacher":"Bo Lund","previousTeacher":"Cy Moss","parent":{"classTeacher":"Di Vik"}}`), "$; enrolmentId=$.enrolmentId | studentId=$.studentId | fullName=$.name | className=$.class | teacher=$.homeroomTeacherName | teacherEmail=$.homeroomTeacherEmail", ""},
		{"two teachers under one name", mapping.Students, class(6, `{"enrolmentId":10%,"studentId":50%,"name":"Ada Byron#","class":{"name":"8%%","teacher":"T# X#"},"maths":{"teacher":"Bo Lund"}}`), "$; enrolmentId=$.enrolmentId | studentId=$.studentId | fullName=$.name | className=$.class.name", ""},
		{"codes of teachers", mapping.Students, class(6, `{"enrolmentId":10%,"studentId":50%,"name":"Ada Byron#","class":"8%%","teacher":"T-48%"}`), "$; enrolmentId=$.enrolmentId | studentId=$.studentId | fullName=$.name | className=$.class", ""},
		{"a day", mapping.Day, `[{"studentId":51,"attendanceStatus":"Absent","date":"2026-11-19","comments":null}]`, "$; studentId=$.studentId | status=$.attendanceStatus | date=$.date", ""},
		{"a day with ids", mapping.Day, `{"marks":[{"enrolment":{"id":11},"status":{"id":2,"name":"Absent"},"day":"2026-11-19"}]}`, "$.marks; enrolmentId=$.enrolment.id | status=$.status.name | statusId=$.status.id | date=$.day", ""},
	}
}

func TestListsAndFieldsAreFoundInEveryShape(t *testing.T) {
	t.Parallel()
	for _, shape := range shapes() {
		guess := Read(shape.call, decoded(t, shape.answer))
		listed, fields, _ := strings.Cut(shape.want, "; ")
		want := map[string]string{}
		for pair := range strings.SplitSeq(fields, " | ") {
			role, path, _ := strings.Cut(pair, "=")
			want[role] = path
		}
		got := maps.Clone(guess.Fields)
		if asked := paths(guess.Candidates); asked != "" {
			got["asked"] = asked
		}
		if guess.List != listed || !maps.Equal(got, want) || guess.Warning != shape.warned || guess.Sure() != (shape.warned == "") {
			t.Errorf("%s: list %q, sure %v, warns of %q\n got %v\nwant %v", shape.name, guess.List, guess.Sure(), guess.Warning, got, want)
		}
	}
}

// paths returns the paths of the candidates, each with the path of the student's own number if it is chosen.
func paths(asked []map[string]string) string {
	var all []string
	for _, candidate := range asked {
		path := candidate[mapping.EnrolmentID]
		if candidate[mapping.StudentID] != "" {
			path += "(" + candidate[mapping.StudentID] + ")"
		}
		all = append(all, path)
	}
	return strings.Join(all, " ")
}

func TestOnlyListsAreRead(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`{}`, `null`, `"no"`, `[]`, `{"error":"not found","code":404}`, `{"message":"ok","errors":[]}`, `[[1,2],[3,4]]`, `[true,false]`,
		`[{"a":1.5},{"a":2.5}]`, `{"errors":[{"code":"E1","message":"bad period"}]}`,
	} {
		if guess := Read(mapping.Students, decoded(t, answer)); guess.List != "" {
			t.Errorf("%s is read as %+v", answer, guess)
		}
	}
}

func TestNestingWithoutEndIsLookedThroughInTime(t *testing.T) {
	t.Parallel()
	deep := decoded(t, strings.Repeat(`{"a":[`, 400)+"1"+strings.Repeat(`]}`, 400))
	for _, list := range Lists(deep) {
		if levels := strings.Count(list.Path, ".") + strings.Count(list.Path, "[*]"); levels > deepest {
			t.Errorf("%s is %d levels down", list.Path, levels)
		}
	}
	wide := decoded(t, "["+strings.Repeat(`{"a":{"b":[{"c":1}]}},`, 5000)+`{"a":1}]`)
	items := map[string]int{}
	for _, list := range Lists(wide) {
		items[list.Path] = len(list.Items)
	}
	if want := map[string]int{"$": 5001, "$[*].a.b": mostParts}; !maps.Equal(items, want) {
		t.Errorf("lists of so many items were found: %v, not %v", items, want)
	}
	for _, answer := range []any{deep, wide} {
		if guess := Read(mapping.Students, answer); guess.List != "" {
			t.Errorf("it is read as %+v", guess)
		}
	}
}

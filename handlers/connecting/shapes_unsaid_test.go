package connecting_test

import (
	"net/http"
	"strings"
)

// unsaidShapes were once read wrongly without a word.
func unsaidShapes() []shape {
	whole := "[" + each(document) + "]"
	beside := strings.TrimSuffix(whole, "]") + ","
	entry := func(more string) string { return strings.TrimSuffix(document, "}") + more + "}" }
	gone := strings.NewReplacer("$E", "109", "$S", "509", "$G", "Eva", "$F", "Vik", "$C", "8B").Replace
	many := func(from, family string) string {
		return "[" + numbered(13, `{"studentSemesterInfoId":`+from+`$I,"studentId":5`+from+`$I,"firstName":"Ada","lastName":"`+family+`$L","className":"8A"}`, ",") + "]"
	}
	const anonymous = `{"enrolmentId":$E,"firstName":"$G","lastName":"$F","className":"$C","dateOfBirth":"2012-03-0$N"}`
	noIDs := strings.NewReplacer("501", "0", "502", "0", "503", "0", "504", "0").Replace(wanted)
	twice := `,{"enrolmentId":109,"firstName":"Ada","lastName":"Lund","className":"8B","dateOfBirth":"2012-03-01"}]`
	first, second := halves(document)
	return []shape{
		{name: "a next page on an internal host", answers: twoPages("&c=b", `{"next":"http://10.0.0.9:8080`+atStudents+`&c=b","rows":`+first+`}`, `{"rows":`+second+`}`), stuck: "goes on at another address"},
		{name: "a whole school without content", answers: served(whole), wrap: answersWith(studentsPath, http.StatusNoContent), stuck: "nobody is on the list"},
		{name: "a page of thirteen", answers: served("", atStudents, many("1", "Lund"), atStudents+"&page=1", many("1", "Lund"), atStudents+"&page=2", many("2", "Berg"), atStudents+"&page=3", "[]"),
			want: numbered(13, "1$I 51$I Ada Lund$L 8A", "\n") + "\n" + numbered(13, "2$I 52$I Ada Berg$L 8A", "\n")},
		{name: "a class without its students", answers: served(many("1", "Lund"), "/serviceapi/v1/curriculum/classes/list?", `[{"id":1,"name":"8A"},{"id":2,"name":"8B"},{"id":3,"name":"8C"}]`),
			stuck: "2 classes of the school system have no student on this list, such as 8B, 8C", decides: []string{"students: These are all"}, want: numbered(13, "1$I 51$I Ada Lund$L 8A", "\n")},
		{name: "a class that counts more", answers: served(many("1", "Lund"), "/serviceapi/v1/curriculum/classes/list?", `[{"id":1,"name":"8A","studentCount":40},{"id":2,"name":"8B","studentCount":0}]`),
			stuck: "counts 40 here, and 13 were read", decides: []string{"students: This number counts something else"}, want: numbered(13, "1$I 51$I Ada Lund$L 8A", "\n")},
		{name: "a status for each student", answers: served(whole, statusesPath, "["+each(`{"id":9$S,"studentId":$S,"name":"Code $G"}`)+"]"), stuck: "entries here belong to students", decides: []string{"statuses: These are the statuses"},
			statuses: "9501 Code Ada, 9502 Code Bo, 9503 Code Cy, 9504 Code Di"},
		{name: "statuses below each student", answers: served(whole, statusesPath, `{"students":[`+each(`{"id":$S,"statuses":[{"id":8$S,"name":"Code $G"},{"id":9$S,"name":"Other $G"}]}`)+`]}`), stuck: "entries here belong to students"},
		{name: "a child of another campus", answers: served("[" + each(entry(`,"campus":"North"`)) + "," + gone(entry(`,"campus":"South"`)) + "]"), warns: []string{"Eva Vik"}, leave: true},
		{name: "a child of another school code", answers: served("[" + each(entry(`,"school":{"code":"N1","name":"Harbour"}`)) + "," + gone(entry(`,"school":{"code":"N2","name":"Hill"}`)) + "]"), warns: []string{"Eva Vik"}, leave: true},
		{name: "a history that is over", answers: served("[" + each(entry(`,"registration":"x","enrolmentHistory":[{"enrolmentId":9$E,"from":"2020-08-01","to":"2021-07-31"}]`)) + "]")},
		{name: "a history without the number of now", answers: served("[" + each(`{"id":$S,"firstName":"$G","lastName":"$F","className":"$C","regNo":$E,"enrolmentHistory":[{"enrolmentId":9$E,"from":"2020-08-01","to":"2021-07-31"}]}`) + "]"), number: "101"},
		{name: "students who have all left", answers: served("[" + each(entry(`,"exitDate":"2021-07-31"`)) + "]"), warns: []string{"None of these seems to be a student here now"}},
		{name: "one child under two numbers, without ids", answers: served("[" + each(anonymous) + twice), stuck: "Ada Lund is listed twice", decides: []string{"students: Both numbers are right"}, want: noIDs + "\n109 0 Ada Lund 8B"},
		{name: "names with entities", answers: served(strings.NewReplacer("Lund", "O&#39;Lund", "Bo", "Zo&euml;", "Cy", "C&amp;#xFD;").Replace(beside[:len(beside)-1]) + "]"),
			want: strings.NewReplacer("Lund", "O'Lund", "Bo", "Zoë", "Cy", "Cý").Replace(wanted)},
	}
}

package connecting_test

import "strings"

// doubtedShapes would give wrong rolls without a warning, or if other people were taken for the students.
func doubtedShapes() []shape {
	const plain = `{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F"}`
	first, second := halves(plain)
	list := "[" + each(document) + "]"
	last := strings.Index(second, "},") + 2
	return []shape{
		{name: "names and numbers of parents", answers: served("[" + each(`{"enrolmentId":$E,"id":$S,"label":"$G $F","class":"$C","father":{"personId":9$S,"firstName":"Per","lastName":"Holm"}}`) + "]")},
		{name: "a first name that is the whole name", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"firstName":"$G $F","lastName":"$F","class":"$C"}`) + "]")},
		{name: "a class of one as an object", answers: served(`{"classes":[{"name":"8A","students":` + first + `},{"name":"8B","students":` + second[1:last-1] + `},{"name":"8C","students":null}]}`),
			want: strings.TrimSuffix(wanted, "\n104 504 Di Rask 8B")},
		{name: "classes inside grades", answers: served(`[{"grade":"7","sections":[{"name":"A","students":` + first + `}]},{"grade":"8","sections":[{"name":"A","students":` + second + `}]}]`),
			want: strings.NewReplacer("8A", "A", "8B", "A").Replace(wanted)},
		{name: "two classes in one name", answers: served(strings.Replace(list, `"8B"`, `"8A, 8B"`, 1)), want: strings.Replace(wanted, "Moe 8B", "Moe 8A, 8B", 1)},
		{name: "a student for trials", answers: served(strings.Replace(strings.TrimSuffix(list, "]"), `[`, `[{"studentSemesterInfoId":109,"studentId":509,"firstName":"Test","lastName":"Student","className":"8B"},`, 1) + "]"),
			warns: []string{"Test Student seems not to be a student here now"}, leave: true},
		{name: "girls apart from boys", answers: served(`{"boys":[` + each(document) + `],"girls":[{"studentSemesterInfoId":105,"studentId":505,"firstName":"Eva","lastName":"Vik","className":"8B"}]}`),
			stuck: "1 more in other lists like this one: girls", decides: []string{"students: Read all these lists"}, want: wanted + "\n105 505 Eva Vik 8B"},
		{name: "a number of two students", answers: served(strings.Replace(list, `:104`, `:"00103"`, 1)), stuck: "Di Rask has the number for saving of another student"},
		{name: "an earlier class first", answers: served(strings.Replace("["+each(`{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","classes":[{"name":"$C"}]}`)+"]", `[{"name"`, `[{"name":"7A"},{"name"`, 1)),
			stuck: "1 student has several entries here"},
		{name: "a page as full as may be", answers: served(`{"limit":4,"rows":` + list + `}`), stuck: "gives at most 4 at once", decides: []string{"students: These are all"}},
		{name: "an error beside the list", answers: served(`{"data":` + list + `,"errors":[{"message":"timeout"}]}`), stuck: "reports an error with this list", decides: []string{"students: These are all"}},
		{name: "a year that no list has", answers: served("[" + strings.Replace(each(strings.TrimSuffix(document, "}")+`,"schoolPeriodId":7}`), `"schoolPeriodId":7`, `"schoolPeriodId":3`, 1) + "]"),
			stuck: "another school year or term", decides: []string{"students: Leave them out"}, want: strings.TrimPrefix(wanted, "101 501 Ada Lund 8A\n")},
		{name: "one list for every class", answers: map[string]string{periodsPath: onePeriod, statusesPath: twoStatuses, "/serviceapi/v1/curriculum/classes/list": `[{"id":1,"name":"8A"},{"id":2,"name":"8B"}]`, "/serviceapi/v1/classes/1/students": first, "/serviceapi/v1/classes/2/students": first},
			stuck: "All 2 classes have the same students"},
		{name: "a class out of use", answers: map[string]string{periodsPath: onePeriod, statusesPath: twoStatuses, "/serviceapi/v1/curriculum/classes/list": `[{"id":1,"name":"8A","active":true},{"id":2,"name":"8B","active":true},{"id":3,"name":"7X","active":false}]`,
			"/serviceapi/v1/classes/1/students": first, "/serviceapi/v1/classes/2/students": second, "/serviceapi/v1/classes/3/students": first}, warns: []string{"The class 7X seems to be out of use"}, leave: true},
		{name: "a period that only its name says", answers: served("", periodsPath, `[{"id":7,"name":"2020-2099"},{"id":8,"name":"now","status":"current"},{"id":6,"name":"old","status":"closed"}]`, studentsPath+"?schoolPeriodId=8", list)},
	}
}

// codedShapes have students who left, marked by a letter, a day or a reason that is in no list of words.
func codedShapes() []shape {
	var all []shape
	for _, state := range [][3]string{
		{"a letter", `,"enrolmentStatus":"E"`, `,"enrolmentStatus":"L"`}, {"a day with strokes", `,"dateLeft":""`, `,"dateLeft":"30/09/2023"`},
		{"a day beside none", `,"exitDate":"0001-01-01T00:00:00"`, `,"exitDate":"2023-09-30T00:00:00"`}, {"a reason", `,"leavingReason":null`, `,"leavingReason":"moved"`},
		{"a day in another language", `,"uitschrijfdatum":null`, `,"uitschrijfdatum":"30-09-2023"`}, {"not having begun", `,"startDate":"2020-08-01"`, `,"startDate":"2099-01-10"`},
		{"a second role", `,"roles":["student"]`, `,"roles":["student","teacher"]`}, {"a year that is over", `,"graduationYear":2090`, `,"graduationYear":2020`},
		{"staff by a number", `,"staffCode":""`, `,"staffCode":"T12"`}, {"staff by a title", `,"title":null`, `,"title":"Mrs"`},
		{"a state in an object", `,"status":{"id":1,"name":"Active"}`, `,"status":{"id":1,"name":"Left school"}`}, {"a word beside pupils", `,"membership":"pupil"`, `,"membership":"teacher"`},
		{"a day to which", `,"enrolled_to":"9999-12-31"`, `,"enrolled_to":"2021-01-31"`}, {"a day without strokes", `,"exitDate":99991231`, `,"exitDate":20210131`},
		{"a day that can be two", `,"admissionDate":"01/09/2020"`, `,"admissionDate":"01/09/2098"`}, {"a year group", `,"yearGroup":"8"`, `,"yearGroup":"Leavers"`},
		{"a flag in an object", `,"meta":{"deleted":false}`, `,"meta":{"deleted":true}`}, {"a yes", `,"isLeaver":"N"`, `,"isLeaver":"Y"`},
	} {
		entry := func(state string) string { return strings.TrimSuffix(document, "}") + state + "}" }
		gone := strings.NewReplacer("$E", "109", "$S", "509", "$G", "Eva", "$F", "Vik", "$C", "8B").Replace(entry(state[2]))
		all = append(all, shape{name: "who has left by " + state[0], answers: served("[" + each(entry(state[1])) + "," + gone + "]"), warns: []string{"Eva Vik seems not to be a student here now"}, leave: true})
	}
	return all
}

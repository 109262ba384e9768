package connecting_test

import "strings"

// unheardShapes were read wrongly without a word because their names are in no list of words, or mean another thing.
func unheardShapes() []shape {
	whole := "[" + each(document) + "]"
	entry := func(more string) string { return strings.TrimSuffix(document, "}") + more + "}" }
	gone := strings.NewReplacer("$E", "109", "$S", "509", "$G", "Eva", "$F", "Vik", "$C", "8B").Replace
	leaver := func(name, stays, left string) shape {
		return shape{name: name, answers: served("[" + each(entry(stays)) + "," + gone(entry(left)) + "]"), warns: []string{"Eva Vik"}, leave: true}
	}
	years := func(all string) map[string]string {
		return served("", periodsPath, all, atStudents, whole, studentsPath+"?", strings.ReplaceAll(whole, "Ada", "Old"))
	}
	const plain = `{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F"}`
	const named = `{"enrolmentId":$E,"studentId":$S,"calling":"$G $F","class":"$C"`
	first, second := halves(plain)
	statuses := func(list string) map[string]string { return served(whole, statusesPath, list) }
	sure := []string{"students: These are all"}
	other := []string{"students: This number counts something else"}
	return []shape{
		leaver("a flag in an unknown language", `,"eronnut":false`, `,"eronnut":true`),
		leaver("a flag with a word more", `,"enabledUser":"true"`, `,"enabledUser":"false"`),
		leaver("a state in an unknown language", `,"trangThai":"dang hoc"`, `,"trangThai":"thoi hoc"`),
		leaver("a code that only leavers have", `,"InactiveStatusCode":""`, `,"InactiveStatusCode":"I"`),
		leaver("a first day under three letters", `,"DOA":"2020-08-01"`, `,"DOA":"2099-01-10"`),
		leaver("a last day that everyone has", `,"geldigTot":"2099-07-31"`, `,"geldigTot":"2021-01-31"`),
		leaver("a child of another building", `,"orgs":[{"sourcedId":"north"}]`, `,"orgs":[{"sourcedId":"south"}]`),
		{name: "a total that counts pages", answers: served(`{"page":1,"total":3,"rows":` + whole + `}`), stuck: "3 pages here", decides: other},
		{name: "a total of the classes around", answers: served(`{"total":3,"classes":[{"name":"8A","list":` + first + `},{"name":"8B","list":` + second + `}]}`), stuck: "counts 3 here, and 2 were read", decides: other},
		{name: "a total in an unknown language", answers: served(`{"yhteensa":120,"oppilaat":` + whole + `}`), stuck: "counts 120 here", decides: other},
		{name: "an error by a number", answers: served(`{"code":500,"msg":"timeout","data":` + whole + `}`), stuck: "reports an error", decides: sure},
		{name: "an outcome in an unknown word", answers: served(`{"result":"KO","data":` + whole + `}`), stuck: "reports an error", decides: sure},
		{name: "a warning", answers: served(`{"warnings":["You may not see 3 students"],"data":` + whole + `}`), stuck: "reports an error", decides: sure},
		{name: "terms of years", answers: years(`[{"id":7,"schoolYearId":6,"name":"Autumn","startDate":"2020-08-01","endDate":"2099-12-31"},{"id":8,"schoolYearId":6,"name":"Spring","startDate":"2100-01-01","endDate":"2100-07-31"}]`)},
		{name: "two years that are active", answers: years(`[{"id":6,"name":"Lower","active":true},{"id":7,"name":"Upper","active":true}]`), warns: []string{"Nothing says which school year or term is now"}},
		{name: "a group of the class", answers: map[string]string{periodsPath: onePeriod, statusesPath: twoStatuses, "/serviceapi/v1/curriculum/classes/list": `[{"id":1,"groupId":2,"name":"8A"},{"id":2,"groupId":1,"name":"8B"}]`,
			"/serviceapi/v1/classes/1/students": first, "/serviceapi/v1/classes/2/students": second}},
		{name: "statuses with the ids of their types", answers: statuses(`[{"id":1,"attendanceTypeId":2,"name":"Present"},{"id":2,"attendanceTypeId":1,"name":"Absent"}]`)},
		{name: "statuses that cannot be chosen", answers: statuses(`[{"id":1,"name":"Present","selectable":1},{"id":2,"name":"Absent","selectable":1},{"id":3,"name":"Ill","selectable":0}]`), warns: []string{"The status Ill seems to be out of use"}, leave: true},
		{name: "groups of statuses", answers: statuses(`[{"id":8,"name":"There","statuses":[{"id":1,"name":"Present"}]},{"id":9,"name":"Away","statuses":[{"id":2,"name":"Absent"}]}]`)},
		{name: "names of the next of kin", answers: served("[" + each(named+`,"nextOfKin":{"firstName":"Per","lastName":"Holm"}}`) + "]")},
	}
}

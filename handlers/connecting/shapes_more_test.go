package connecting_test

import (
	"net/http"
	"strings"
)

// halves returns the four students in two pages, each the items of a list.
func halves(entry string) (first, second string) {
	entries := strings.SplitAfter(each(entry), "},")
	return "[" + strings.TrimSuffix(entries[0]+entries[1], ",") + "]", "[" + entries[2] + entries[3] + "]"
}

const atStudents = studentsPath + "?schoolPeriodId=7"

// withHeader adds header fields to the answers at some addresses: address, name and value in turn.
func withHeader(fields ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for i := 0; i+2 < len(fields); i += 3 {
				if r.URL.RequestURI() == fields[i] {
					w.Header().Set(fields[i+1], fields[i+2])
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// pagedShapes give their lists in pages, with links to the next one.
func pagedShapes() []shape {
	first, second := halves(document)
	odata := func(s string) string { return strings.NewReplacer("[{", `{"results":[{`, "}]", "}]").Replace(s) }
	return []shape{
		{name: "OneRoster, a link in the header", wrap: withHeader(atStudents, "Link", `<`+atStudents+`&offset=2>; rel="next"`, atStudents, "X-Total-Count", "4"),
			answers: served("", atStudents, `{"users":`+first+`}`, atStudents+"&offset=2", `{"users":`+second+`}`)},
		{name: "OData 4", answers: served("", atStudents, `{"@odata.count":4,"value":`+first+`,"@odata.nextLink":"`+atStudents+`&$skip=2"}`, atStudents+"&$skip=2", `{"@odata.count":4,"value":`+second+`}`)},
		{name: "OData 2", answers: served("", atStudents, `{"d":`+odata(first)+`,"__count":"4","__next":"`+atStudents+`&$skiptoken=x"}}`, atStudents+"&$skiptoken=x", `{"d":`+odata(second)+`,"__count":"4"}}`)},
		{name: "Laravel", answers: served("", atStudents, `{"current_page":1,"data":`+first+`,"last_page":2,"next_page_url":"`+atStudents+`&page=2","per_page":2,"total":4}`,
			atStudents+"&page=1", `{"current_page":1,"data":`+first+`,"last_page":2,"next_page_url":"`+atStudents+`&page=2","per_page":2,"total":4}`,
			atStudents+"&page=2", `{"current_page":2,"data":`+second+`,"last_page":2,"next_page_url":null,"per_page":2,"total":4}`)},
		{name: "Django", answers: served("", atStudents, `{"count":4,"next":"`+atStudents+`&cursor=x","previous":null,"results":`+first+`}`, atStudents+"&cursor=x", `{"count":4,"next":null,"results":`+second+`}`)},
		{name: "a list of links", answers: served("", atStudents, `{"items":`+first+`,"links":[{"rel":"self","uri":"`+atStudents+`"},{"rel":"next","uri":"`+atStudents+`&from=x"}]}`, atStudents+"&from=x", `{"items":`+second+`,"links":[{"rel":"self","uri":"x"}]}`)},
		{name: "Salesforce", answers: served("", atStudents, `{"totalSize":4,"done":false,"nextRecordsUrl":"/serviceapi/v1/more/2","records":`+first+`}`, "/serviceapi/v1/more/2", `{"totalSize":4,"done":true,"records":`+second+`}`)},
		{name: "FHIR", answers: served("", atStudents, `{"resourceType":"Bundle","total":4,"link":[{"relation":"next","url":"`+atStudents+`&p=b"}],"entry":`+first+`}`, atStudents+"&p=b", `{"resourceType":"Bundle","total":4,"link":[],"entry":`+second+`}`)},
		{name: "Relay", answers: served("", atStudents, `{"edges":`+first+`,"pageInfo":{"hasNextPage":true,"endCursor":"x"}}`, atStudents+"&after=x", `{"edges":`+second+`,"pageInfo":{"hasNextPage":false,"endCursor":"y"}}`)},
		{name: "the next page in the header", wrap: withHeader(atStudents, "X-Next-Page", "2", atStudents, "X-Total", "4", atStudents+"&page=1", "X-Next-Page", "2"),
			answers: served("", atStudents, first, atStudents+"&page=1", first, atStudents+"&page=2", second, atStudents+"&page=3", "[]")},
		{name: "pages counted in a header of JSON", wrap: withHeader(atStudents, "X-Pagination", `{"TotalCount":4,"TotalPages":2}`),
			answers: served("", atStudents, first, atStudents+"&page=1", first, atStudents+"&page=2", second, atStudents+"&page=3", "[]")},
		{name: "what remains, by skip", answers: served("", atStudents, `{"rows":`+first+`,"remaining":2}`, atStudents+"&skip=0", `{"rows":`+first+`,"remaining":2}`, atStudents+"&skip=2", `{"rows":`+second+`,"remaining":0}`, atStudents+"&skip=4", `{"rows":[],"remaining":0}`)},
		{name: "pages in brackets", answers: served("", atStudents, `{"data":`+first+`,"meta":{"page-count":2}}`, atStudents+"&page[number]=1", `{"data":`+first+`,"meta":{"page-count":2}}`, atStudents+"&page%5Bnumber%5D=1", `{"data":`+first+`,"meta":{"page-count":2}}`,
			atStudents+"&page%5Bnumber%5D=2", `{"data":`+second+`,"meta":{"page-count":2}}`, atStudents+"&page%5Bnumber%5D=3", `{"data":[],"meta":{"page-count":2}}`)},
	}
}

// shortShapes state that there is more, but not how to request it.
func shortShapes() []shape {
	first, _ := halves(document)
	whole := "[" + each(document) + "]"
	parts := func(count string) string {
		return `{"classes":[{"name":"8A","studentCount":2,"students":` + first + `},{"name":"8B","studentCount":` + count + `,"students":[{"studentSemesterInfoId":103,"studentId":503,"firstName":"Cy","lastName":"Moe"}]}]}`
	}
	return []shape{
		{name: "a total in the header", wrap: withHeader(atStudents, "X-Total-Count", "120"), answers: served(whole), stuck: "counts 120 here, and 4 were read"},
		{name: "DataTables with another total", answers: served(`{"draw":1,"recordsTotal":120,"recordsFiltered":4,"data":` + whole + `}`), stuck: "counts 120 here", decides: []string{"students: This number counts something else"}},
		{name: "more, and nobody knows how", answers: served(`{"hasMore":true,"rows":` + whole + `}`), stuck: "more follow after the 4", decides: []string{"students: These are all"}},
		{name: "a range in the header", wrap: withHeader(atStudents, "Content-Range", "items 0-3/120"), answers: served(whole), stuck: "counts 120 here"},
		{name: "a sentence that counts", answers: served(`{"info":"Showing 4 of 120 students","rows":` + whole + `}`), shows: 120, stuck: "116 fewer"},
		{name: "cut off", answers: served(`{"truncated":true,"rows":` + whole + `}`), stuck: "more follow"},
		{name: "a class that is short", answers: served(parts("30")), stuck: "counts 30 here, and 1 were read"},
		{name: "statuses that go on", answers: served(whole, statusesPath, `{"total":9,"items":`+twoStatuses+`}`), stuck: "counts 9 here"},
		{name: "a limit and a clock", answers: served(`{"limit":500,"took":250,"schoolId":4711,"rows":` + whole + `}`)},
	}
}

// goneShapes have students who left, or people who are no students.
func goneShapes() []shape {
	with := func(stays, left string) string {
		entry := func(state string) string { return strings.TrimSuffix(document, "}") + state + "}" }
		gone := strings.NewReplacer("$E", "109", "$S", "509", "$G", "Eva", "$F", "Vik", "$C", "8B").Replace(entry(left))
		return "[" + each(entry(stays)) + "," + gone + "]"
	}
	left := []string{"Eva Vik seems not to be a student here now"}
	first, second := halves(strings.TrimSuffix(document, "}") + `,"reg":"Enrolled"}`)
	later := strings.TrimSuffix(second, "]") + `,{"studentSemesterInfoId":109,"studentId":509,"firstName":"Eva","lastName":"Vik","className":"8B","reg":"Withdrawn"}]`
	return []shape{
		{name: "OnRoll", answers: served(with(`,"OnRoll":true`, `,"OnRoll":false`)), warns: left, leave: true},
		{name: "withdrawn on page two", answers: served("", atStudents, `{"total":5,"rows":`+first+`,"next":"`+atStudents+`&c=x"}`, atStudents+"&c=x", `{"total":5,"rows":`+later+`}`), warns: left, leave: true},
		{name: "an end in the past, as .NET writes it", answers: served(with(`,"EndDate":"/Date(1893456000000)/"`, `,"EndDate":"/Date(1704067200000)/"`)), warns: left, leave: true},
		{name: "staff", answers: served(with(`,"personType":"Student"`, `,"personType":"Teacher"`)), warns: left, leave: true},
		{name: "soft deletion", answers: served(with(`,"deletedAt":null`, `,"deletedAt":"2024-02-01T10:00:00Z"`)), warns: left, leave: true},
		{name: "a role in words", answers: served(with(`,"role":"pupil"`, `,"role":"staff member"`)), warns: left, leave: true},
	}
}

// periodShapes have more than one school year.
func periodShapes() []shape {
	const two = `[{"id":6,"name":"2025/26","startDate":"2020-08-01","endDate":"2021-07-31"},{"id":7,"name":"2026/27","startDate":"2021-08-01","endDate":"2099-07-31"}]`
	with := func(more string) string { return strings.TrimSuffix(document, "}") + more + "}" }
	earlier := strings.NewReplacer(`"studentSemesterInfoId":10`, `"studentSemesterInfoId":9`).Replace
	both := func(this, last string) string { return "[" + each(with(this)) + "," + earlier(each(with(last))) + "]" }
	plain := "[" + each(document) + "]"
	return []shape{
		{name: "both years, by id", answers: served(both(`,"schoolPeriodId":7`, `,"schoolPeriodId":6`), periodsPath, two), stuck: "another school year or term", decides: []string{"students: Leave them out"}},
		{name: "both years, by name", answers: served(both(`,"year":"2026/27"`, `,"year":"2025/26"`), periodsPath, two), stuck: "another school year or term", decides: []string{"students: Leave them out"}},
		{name: "two numbers each", answers: served(both(`,"half":"B"`, `,"half":"A"`)), stuck: "listed twice, with two numbers", decides: []string{"students: Keep those with half: B"}},
		{name: "a student in two classes", answers: served(strings.TrimSuffix(plain, "]") + `,{"studentSemesterInfoId":101,"studentId":501,"firstName":"Ada","lastName":"Lund","className":"Band"}]`),
			want: wanted + "\n101 501 Ada Lund Band"},
		{name: "one list for every year", answers: served("", periodsPath, two, studentsPath, plain)},
	}
}

// oddShapes have names, numbers and classes at unusual places.
func oddShapes() []shape {
	const plain = `{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}`
	list := "[" + each(plain) + "]"
	return []shape{
		{name: "classes in a list of the student's", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","classes":[{"id":$N,"name":"$C"}]}`) + "]")},
		{name: "numbers in custom fields", answers: served("[" + each(`{"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C","customfields":[{"name":"regNo","value":$E},{"name":"house","value":"Oak"}]}`) + "]"), number: "101"},
		{name: "numbers with zeros before them", answers: served("[" + each(`{"code":"000$E","studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}`) + "]"), number: "000101"},
		{name: "letters with translations", answers: served(list, statusesPath, `[{"id":1,"code":"P","translations":{"en":"Present"}},{"id":2,"code":"A","translations":{"en":"Absent"}}]`)},
		{name: "statuses that are all called the same", answers: served(list, statusesPath, `[{"id":1,"name":"Mode","description":"Present"},{"id":2,"name":"Mode","description":"Absent"}]`)},
		{name: "statuses that are letters only", answers: served(list, statusesPath, `[{"id":1,"name":"P"},{"id":2,"name":"A"}]`), warns: []string{"called by letters only"}, statuses: "1 P, 2 A"},
		{name: "classes that are only numbers", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","className":"$N"}`) + "]"),
			want: "101 501 Ada Lund 1\n102 502 Bo Berg 1\n103 503 Cy Moe 2\n104 504 Di Rask 2"},
	}
}

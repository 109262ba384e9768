package connecting_test

import (
	"net/http"
	"strings"
)

// numbered returns n entries, with each $L replaced by a letter and each $I by a number of two digits.
func numbered(n int, entry, between string) string {
	var all []string
	for i := range n {
		all = append(all, strings.NewReplacer("$L", string(rune('a'+i)), "$I", string(rune('1'+i/10))+string(rune('0'+i%10))).Replace(entry))
	}
	return strings.Join(all, between)
}

// answersWith answers a path with a status and no body.
func answersWith(path string, status int) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == path {
				w.WriteHeader(status)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// twoPages returns answers whose next page is at a query.
func twoPages(query, first, second string) map[string]string {
	return served("", atStudents, first, atStudents+query, second)
}

const eva = `{"studentSemesterInfoId":109,"studentId":509,"firstName":"Eva","lastName":"Vik","className":"8B"}`

// endingShapes differ in what they say about their end.
func endingShapes() []shape {
	first, second := halves(document)
	whole := "[" + each(document) + "]"
	entries := strings.SplitAfter(each(document), "},")
	overlapping := "[" + strings.TrimSuffix(entries[1]+entries[2], ",") + "]"
	return []shape{
		{name: "more by a text of 1", answers: served(`{"more":"1","list":` + whole + `}`), stuck: "more follow", decides: []string{"students: These are all"}},
		{name: "no more by a 0", answers: served(`{"hasMore":0,"list":` + whole + `}`)},
		{name: "cursors on the last page too", answers: twoPages("&after=zz", `{"data":`+first+`,"paging":{"cursors":{"after":"zz"},"next":"`+atStudents+`&after=zz"}}`, `{"data":`+second+`,"paging":{"cursors":{"after":"yy"}}}`)},
		{name: "a token", answers: twoPages("&pageToken=t2", `{"students":`+first+`,"nextPageToken":"t2"}`, `{"students":`+second+`}`)},
		{name: "a link in an object", answers: twoPages("&p=b", `{"data":`+first+`,"links":{"next":{"href":"`+atStudents+`&p=b"},"self":"x"}}`, `{"data":`+second+`,"links":{"next":null}}`)},
		{name: "a link without a path", answers: twoPages("&c=2", `{"rows":`+first+`,"next":"?schoolPeriodId=7&c=2"}`, `{"rows":`+second+`,"next":""}`)},
		{name: "the number of the next page", answers: served("", atStudents, `{"rows":`+first+`,"next":2}`, atStudents+"&page=1", `{"rows":`+first+`,"next":2}`, atStudents+"&page=2", `{"rows":`+second+`,"next":null}`)},
		{name: "the next offset in an object", answers: served("", atStudents, `{"rows":`+first+`,"next":{"offset":2}}`, atStudents+"&offset=0", `{"rows":`+first+`,"next":{"offset":2}}`, atStudents+"&offset=2", `{"rows":`+second+`,"next":null}`)},
		{name: "a token in the header", wrap: withHeader(atStudents, "X-Ms-Continuation", "tok"), answers: served(first), stuck: "more follow after the 2"},
		{name: "more in the header", wrap: withHeader(atStudents, "X-Has-More", "1"), answers: served(whole), stuck: "more follow after the 4", decides: []string{"students: These are all"}},
		{name: "page two is page one", answers: served(`{"page":1,"pages":2,"rows":` + first + `}`), stuck: "2 pages here, and 1 were read"},
		{name: "an empty page in the middle", answers: served("", atStudents, `{"page":1,"pages":3,"rows":`+first+`}`, atStudents+"&page=1", `{"page":1,"pages":3,"rows":`+first+`}`, atStudents+"&page=2", `{"page":2,"pages":3,"rows":[]}`, atStudents+"&page=3", `{"page":3,"pages":3,"rows":`+second+`}`),
			stuck: "3 pages here"},
		{name: "pages that overlap", answers: twoPages("&c=2", `{"next":"`+atStudents+`&c=2","rows":`+first+`}`, `{"next":null,"rows":`+overlapping+`}`),
			stuck: "1 entry came on two pages", decides: []string{"students: These are all"}, want: strings.TrimSuffix(wanted, "\n104 504 Di Rask 8B")},
		{name: "exactly as long as a page", answers: served("[" + numbered(20, `{"studentSemesterInfoId":1$I,"studentId":5$I,"firstName":"Ada","lastName":"Lund$L","className":"8A"}`, ",") + "]"),
			warns: []string{"exactly as long as a page"}, want: numbered(20, "1$I 5$I Ada Lund$L 8A", "\n")},
		{name: "a total in an object", answers: served(`{"meta":{"total":{"value":120,"relation":"eq"}},"hits":` + whole + `}`), stuck: "counts 120 here"},
		{name: "a message about a limit", answers: served(`{"messages":["Result limited to 4 entries"],"data":` + whole + `}`), shows: 7, stuck: "3 fewer"},
	}
}

// deepShapes have names, numbers and classes in parts, pairs or other lists.
func deepShapes() []shape {
	first, second := halves(document)
	const plain = `{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F"`
	const two = `[{"id":6,"name":"2025/26","startDate":"2020-08-01","endDate":"2021-07-31"},{"id":7,"name":"2026/27","startDate":"2021-08-01","endDate":"2099-07-31"}]`
	pairs := strings.SplitAfter(each(`{"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C","customFields":[{"title":"Reg","val":"$E"},{"title":"Bus","val":"7$I"}]}`), "]},")
	turned := strings.SplitAfter(each(`{"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C","customFields":[{"title":"Bus","val":"7$I"},{"title":"Reg","val":"$E"}]}`), "]},")
	noClass := "101 501 Ada Lund\n102 502 Bo Berg\n103 503 Cy Moe\n104 504 Di Rask"
	return []shape{
		{name: "names in lists", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"name":[{"use":"official","given":["$G","Maria"],"family":"$F"}],"class":"$C"}`) + "]")},
		{name: "names in two languages", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"name":{"ar":"$F $G","en":"$G $F"},"class":"$C"}`) + "]"), said: "names: Ada Lund · Cy Moe · Di Rask"},
		{name: "classes in two languages", answers: served("[" + each(plain+`,"class":{"ar":"ف$N","en":"$C"}}`) + "]"), said: "classes: 8A · 8B · 8B"},
		{name: "numbers in pairs with numbers", answers: served("[" + each(`{"id":$S,"firstName":"$G","lastName":"$F","className":"$C","customFields":[{"fieldId":12,"value":"$E"},{"fieldId":13,"value":"Oak"}]}`) + "]"), number: "101"},
		{name: "pairs in another order", answers: served("[" + pairs[0] + pairs[1] + turned[2] + turned[3] + "]"), number: "101"},
		{name: "translations in a list", answers: served("["+each(document)+"]", statusesPath, `[{"id":1,"code":"P","translations":[{"lang":"en","text":"Present"}]},{"id":2,"code":"A","translations":[{"lang":"en","text":"Absent"}]}]`)},
		{name: "a class that is the current one", answers: served("[" + each(plain+`,"classes":[{"name":"7A","current":false},{"name":"$C","current":true}]}`) + "]")},
		{name: "two classes that are current", answers: served(strings.Replace("["+each(plain+`,"classes":[{"name":"7A","current":false},{"name":"$C","current":true}]}`)+"]", "false", "true", 1)), stuck: "1 student has several entries here"},
		{name: "ids of classes, with their names elsewhere", answers: served("["+each(plain+`,"class":{"id":$N}}`)+"]", "/serviceapi/v1/curriculum/classes/list", `[{"id":1,"name":"8A"},{"id":2,"name":"8B"}]`)},
		{name: "ids of classes that nothing names", answers: served("[" + each(plain+`,"classId":"5c9e0d1a-$N$N$N$N-4000-8000-000000000000"}`) + "]"), want: noClass},
		{name: "enrolments of two years inside", answers: served("["+each(`{"id":$S,"firstName":"$G","lastName":"$F","enrolments":[{"id":9$E,"periodId":6,"className":"7A"},{"id":$E,"periodId":7,"className":"$C"}]}`)+"]", periodsPath, two),
			stuck: "another school year or term", decides: []string{"students: Leave them out"}},
		{name: "enrolments inside, by the year's name", answers: served("["+each(`{"studentId":$S,"firstName":"$G","lastName":"$F","enrolments":[{"enrolmentId":9$E,"year":"2025/26","className":"7A"},{"enrolmentId":$E,"year":"2026/27","className":"$C"}]}`)+"]", periodsPath, two),
			stuck: "another school year or term", decides: []string{"students: Leave them out"}},
		{name: "objects under the names of classes", answers: served(`{"8A":{"id":1,"students":` + first + `},"8B":{"id":2,"students":` + second + `}}`)},
		{name: "under numbers, with members missing", answers: served(`{"501":{"studentSemesterInfoId":101,"studentId":501,"firstName":"Ada","lastName":"Lund","className":"8A"},"502":{"studentSemesterInfoId":102,"studentId":502,"firstName":"Bo","lastName":"Berg"}}`),
			want: "101 501 Ada Lund 8A\n102 502 Bo Berg"},
		{name: "attributes of XML", answers: served(`{"students":{"student":[` + each(`{"@id":"$S","@enrolmentId":"$E","name":{"#text":"$G $F"},"class":{"@ref":"$N","#text":"$C"}}`) + `]}}`)},
		{name: "points in names", answers: served("[" + each(`{"Enrolment.Id":$E,"Student.Id":$S,"Student.First Name":"$G","Student.Last Name":"$F","Class.Name":"$C"}`) + "]")},
		{name: "much that is harmless", answers: served("[" + each(strings.TrimSuffix(document, "}")+`,"gender":"f","dateOfBirth":"2012-03-0$N","house":"Oak","busRoute":$N,"medicalFlag":false,"lastLogin":"2026-01-0$N","photoConsent":true,"locker":$I,"siblings":[],"address":{"street":"X $I"}}`) + "]")},
		{name: "a number of two students beside another", answers: served(strings.Replace("["+each(`{"dcid":$E,"enrolmentId":9$E,"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}`)+"]", `:9104`, `:9103`, 1)), number: "101"},
		{name: "statuses under letters", answers: served("["+each(document)+"]", statusesPath, `{"P":{"id":1,"label":"Present"},"Z":{"id":2,"label":"Absent"}}`), statuses: wantedNames},
		{name: "statuses of mornings and afternoons", answers: served("["+each(document)+"]", statusesPath, `[{"id":1,"name":"Present","session":"AM"},{"id":2,"name":"Absent","session":"AM"},{"id":3,"name":"Present","session":"PM"}]`),
			keep: true, warns: []string{"Two statuses have the same name"}, statuses: "1 Present, 2 Absent, 3 Present"},
	}
}

// mixedShapes have people and years beside the students of this one.
func mixedShapes() []shape {
	whole := "[" + each(document) + "]"
	beside := strings.TrimSuffix(whole, "]") + ","
	first, second := halves(document)
	const years = `[{"id":7,"name":"2026/27"},{"id":6,"name":"2025/26"}]`
	byClass := map[string]string{periodsPath: onePeriod, statusesPath: twoStatuses, "/serviceapi/v1/curriculum/classes/list": `[{"id":1,"name":"8A"},{"id":2,"name":"8B"},{"id":3,"name":"8C"}]`,
		"/serviceapi/v1/classes/1/students": first, "/serviceapi/v1/classes/2/students": second}
	dated := func(old, now, far string) map[string]string {
		return served("", periodsPath, `[{"id":6,"name":"Old",`+old+`},{"id":7,"name":"New",`+now+`},{"id":8,"name":"Far",`+far+`}]`, atStudents, whole)
	}
	return []shape{
		{name: "staff in a class of their own", answers: served(beside + strings.Replace(eva, "8B", "Staff", 1) + "]"), warns: []string{"Eva Vik seems not to be a student here now"}, leave: true},
		{name: "a class of last year's archive", answers: served(beside + strings.Replace(eva, "8B", "ZZ Archive 2025", 1) + "]"), warns: []string{"Eva Vik seems not to be a student here now"}, leave: true},
		{name: "students for trials, by other names", answers: served(beside + strings.Replace(eva, "Vik", "Zztest", 1) + "]"), warns: []string{"Eva Zztest seems not to be a student here now"}, leave: true},
		{name: "a flag on page two alone", answers: twoPages("&c=x", `{"total":5,"rows":`+first+`,"next":"`+atStudents+`&c=x"}`, `{"total":5,"rows":`+strings.TrimSuffix(second, "]")+","+strings.TrimSuffix(eva, "}")+`,"withdrawn":true}]}`), warns: []string{"Eva Vik seems not to be a student here now"}, leave: true},
		{name: "leavers in a list beside", answers: served(`{"students":` + whole + `,"leavers":[` + eva + `]}`), stuck: "1 more in other lists", decides: []string{"students: Only this list counts"}},
		{name: "applicants without an enrolment", answers: served("[" + each(`{"id":$S,"firstName":"$G","lastName":"$F","className":"$C","enrolment":{"id":$E}}`) + `,{"id":509,"firstName":"Eva","lastName":"Vik","className":"8B","enrolment":null}]`)},
		{name: "years as numbers", answers: served("["+each(strings.TrimSuffix(document, "}")+`,"sy":2026}`)+","+strings.TrimSuffix(eva, "}")+`,"sy":2025}]`, periodsPath, years), stuck: "another school year or term", decides: []string{"students: Leave them out"}},
		{name: "namesakes in a class", answers: served(strings.Replace(whole, `"Bo","lastName":"Berg"`, `"Ada","lastName":"Lund"`, 1)), want: strings.Replace(wanted, "Bo Berg", "Ada Lund", 1)},
		{name: "years without days", answers: served("", periodsPath, `[{"id":7,"name":"Autumn"},{"id":8,"name":"Spring"}]`, studentsPath+"?schoolPeriodId=8", whole), warns: []string{"Nothing says which school year or term is now"}},
		{name: "days with points", answers: dated(`"startDate":"01.08.2019","endDate":"31.07.2020"`, `"startDate":"01.08.2020","endDate":"31.07.2099"`, `"startDate":"01.08.2099","endDate":"31.07.2100"`)},
		{name: "days in objects", answers: dated(`"start":{"date":"2019-08-01 00:00:00.000000"},"end":{"date":"2020-07-31 00:00:00.000000"}`, `"start":{"date":"2020-08-01 00:00:00.000000"},"end":{"date":"2099-07-31 00:00:00.000000"}`, `"start":{"date":"2099-08-01 00:00:00.000000"},"end":{"date":"2100-07-31 00:00:00.000000"}`)},
		{name: "terms inside years", answers: served("", periodsPath, `[{"id":1,"name":"2025/26","terms":[{"id":5,"name":"T1","startDate":"2019-08-01","endDate":"2020-01-31"}]},{"id":2,"name":"2026/27","terms":[{"id":7,"name":"T1","startDate":"2020-08-01","endDate":"2099-07-31"}]}]`, atStudents, whole)},
		{name: "a class with no content", answers: byClass, wrap: answersWith("/serviceapi/v1/classes/3/students", http.StatusNoContent)},
		{name: "a class that is not found", answers: byClass, wrap: answersWith("/serviceapi/v1/classes/3/students", http.StatusNotFound), stuck: "reports an error with this list", decides: []string{"students: These are all"}},
	}
}

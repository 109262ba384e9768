package connecting_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	"github.com/andybalholm/brotli"
)

// The paths of the service's document, and paths of the same style.
const (
	periodsPath  = "/serviceapi/v1/curriculum/schoolperiods/list"
	studentsPath = "/serviceapi/v1/students/list"
	statusesPath = "/serviceapi/v1/students/attendance/statuses/list"
)

// The parts of nearly every shape.
const (
	onePeriod   = `[{"id":7,"name":"2026/27"}]`
	twoStatuses = `[{"id":1,"name":"Present"},{"id":2,"name":"Absent"}]`
	wanted      = "101 501 Ada Lund 8A\n102 502 Bo Berg 8A\n103 503 Cy Moe 8B\n104 504 Di Rask 8B"
	wantedNames = "1 Present, 2 Absent"
	document    = `{"studentSemesterInfoId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}`
)

// served returns a school system's answers with the students' at its usual place.
func served(students string, more ...string) map[string]string {
	answers := map[string]string{periodsPath: onePeriod, studentsPath: students, statusesPath: twoStatuses}
	for i := 0; i+1 < len(more); i += 2 {
		answers[more[i]] = more[i+1]
	}
	return answers
}

// elsewhere returns a school system's answers with the students' at another place.
func elsewhere(path string) map[string]string {
	answers := served("", path, "["+each(document)+"]")
	delete(answers, studentsPath)
	return answers
}

// usual sets the usual results if the shape has none.
func usual(s shape) shape {
	if s.want == "" {
		s.want = wanted
	}
	if s.statuses == "" {
		s.statuses = wantedNames
	}
	return s
}

func shapesOfServices() []shape {
	var all []shape
	for _, group := range [][]shape{namedShapes(), nestedShapes(), leavingShapes(), longShapes(), sentShapes(), pastedShapes(), lackingShapes(), pagedShapes(), shortShapes(), goneShapes(), periodShapes(), oddShapes(), doubtedShapes(), codedShapes(), endingShapes(), deepShapes(), mixedShapes(), unsaidShapes(), unheardShapes()} {
		for _, one := range group {
			all = append(all, usual(one))
		}
	}
	return all
}

// namedShapes differ in the names of their fields.
func namedShapes() []shape {
	return []shape{
		{name: "the document's names", answers: served("[" + each(document) + "]")},
		{name: "snake case, ids as texts, wrapped", answers: served(`{"status":"ok","data":{"records":[`+each(`{"enrollment_id":"$E","student_id":"$S","given_name":"$G","family_name":"$F","group_id":"$N","group_name":"$C"}`)+`]}}`,
			periodsPath, `{"data":{"periods":[{"period_id":"7","label":"2026/27","valid_from":"2026-08-01","valid_until":"2027-07-31"}]}}`)},
		{name: "German", answers: served("["+each(`{"Einschreibung":{"ID":$E},"Schüler":{"ID":$S,"Vorname":"$G","Nachname":"$F"},"Klasse":"$C"}`)+"]",
			periodsPath, `{"Schuljahre":[{"Id":7,"Bezeichnung":"2026/27","Von":"2026-08-01","Bis":"2027-07-31"}]}`, statusesPath, `{"Daten":[{"Id":1,"Bezeichnung":"Present"},{"Id":2,"Bezeichnung":"Absent"}]}`)},
		{name: "French", answers: served(`{"resultats":{"eleves":[` + each(`{"inscription_id":$E,"eleve_id":$S,"nom":"$F","prenom":"$G","classe":{"id":$N,"libelle":"$C"}}`) + `]}}`)},
		{name: "Spanish", answers: served("[" + each(`{"matriculaId":$E,"alumnoId":$S,"nombre":"$G","apellidos":"$F","grupo":"$C"}`) + "]")},
		{name: "whole names, family first", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"name":"$F, $G","class":"$C"}`) + "]"),
			want: "101 501 Lund, Ada 8A\n102 502 Berg, Bo 8A\n103 503 Moe, Cy 8B\n104 504 Rask, Di 8B"},
		{name: "two numbers that say nothing", answers: served("[" + each(`{"id":$S,"dcid":$E,"first_name":"$G","last_name":"$F","section":"$C"}`) + "]"), number: "101"},
		{name: "names in no known language", answers: served("[" + each(`{"xq":$E,"zz":"$G $F","kk":"$C"}`) + "]"), number: "101",
			want: "101 0 Ada Lund 8A\n102 0 Bo Berg 8A\n103 0 Cy Moe 8B\n104 0 Di Rask 8B", said: "classes: 8A · 8B · 8B"},
		{name: "one name for all", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"firstName":"Student","lastName":"Name","rufname":"$G","zuname":"$F","class":"$C"}`) + "]"),
			warns: []string{"None of these seems to be a student here now"}, said: "names: Ada Lund · Cy Moe · Di Rask"},
		{name: "family names only", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"lastName":"$F","vn":"$G","class":"$C"}`) + "]"),
			said: "names: Ada Lund · Cy Moe · Di Rask"},
		{name: "classes under another name", answers: served("[" + each(`{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","x7":"$C","y9":"$C!"}`) + "]"),
			said: "classes: 8A · 8B · 8B"},
		{name: "statuses called by numbers", answers: served("["+each(document)+"]", statusesPath, `[{"id":1},{"id":2}]`), warns: []string{"called by a number only"}, statuses: "1 1, 2 2"},
	}
}

// nestedShapes have nested answers.
func nestedShapes() []shape {
	classes := func(entry string) (a, b string) {
		entries := strings.SplitAfter(each(entry), "},")
		return strings.TrimSuffix(entries[0]+entries[1], ","), entries[2] + entries[3]
	}
	first, second := classes(`{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F"}`)
	relating := `{"type":"enrolments","id":"$E","relationships":{"student":{"data":{"type":"students","id":"$S"}},"class":{"data":{"type":"classes","id":"$N"}}}}`
	included := each(`{"type":"students","id":"$S","attributes":{"first_name":"$G","last_name":"$F"}}`) + `,{"type":"classes","id":"1","attributes":{"name":"8A"}},{"type":"classes","id":"2","attributes":{"name":"8B"}}`
	return []shape{
		{name: "objects inside", answers: served(`{"items":[` + each(`{"id":$E,"student":{"id":$S,"name":{"first":"$G","last":"$F"}},"class":{"id":$N,"name":"$C"}}`) + `]}`), number: "101"},
		{name: "the student around, the enrolment inside", answers: served("[" + each(`{"Id":$S,"FullName":"$G $F","Enrolments":[{"EnrolmentId":$E,"Class":"$C"}]}`) + "]")},
		{name: "a class around its students", answers: served(`{"classes":[{"id":1,"name":"8A","students":[` + first + `]},{"id":2,"name":"8B","students":[` + second + `]}]}`)},
		{name: "a group around its members", answers: served(`[{"group":{"title":"8A"},"title":"8A","members":[` + first + `]},{"group":{"title":"8B"},"title":"8B","members":[` + second + `]}]`),
			said: "classes: 8A · 8B · 8B"},
		{name: "lists under the names of classes", answers: served(`{"8A":[` + first + `],"8B":[` + second + `]}`)},
		{name: "under their ids", answers: served(`{` + each(`"$S":`+document) + `}`)},
		{name: "columns and rows apart", answers: served(`{"columns":["enrolment_id","student_id","given_name","family_name","class"],"rows":[` + each(`[$E,$S,"$G","$F","$C"]`) + `]}`)},
		{name: "the first row names the columns", answers: served(`[["enrolmentId","studentId","firstName","lastName","className"],` + each(`[$E,$S,"$G","$F","$C"]`) + `]`)},
		{name: "rows of numbers and texts without names", answers: served(`[` + each(`["00$E",$S,"$G $F","$C"]`) + `]`), number: "00101", said: "classes: 8A · 8B · 8B",
			want: "101 0 Ada Lund 8A\n102 0 Bo Berg 8A\n103 0 Cy Moe 8B\n104 0 Di Rask 8B"},
		{name: "rows of two lengths without names", answers: served(`[` + each(`["00$E",$S,"$G $F","$C"],["00$E","$G $F","$C"]`) + `]`), stuck: "no list that can be read"},
		{name: "JSON:API with attributes", answers: served(`{"data":[` + each(`{"id":"$E","type":"enrolment","attributes":{"student_id":$S,"first_name":"$G","last_name":"$F","class_name":"$C"}}`) + `]}`), number: "101"},
		{name: "JSON:API with what is included", answers: served(`{"data":[` + each(relating) + `],"included":[` + included + `]}`), number: "101"},
		{name: "HAL", answers: served(`{"_embedded":{"enrolments":[` + each(`{"enrolmentId":$E,"_links":{"self":{"href":"/e/$E"}},"_embedded":{"student":{"id":$S,"firstName":"$G","lastName":"$F"},"class":{"name":"$C"}}}`) + `]}}`)},
		{name: "edges and nodes", answers: served(`{"data":{"students":{"edges":[` + each(`{"node":{"enrolmentId":$E,"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}}`) + `]}}}`)},
		{name: "names in one call, enrolments in another", answers: served("["+each(`{"enrolmentId":$E,"studentId":$S}`)+"]", "/serviceapi/v1/students?", `{"students":[`+each(`{"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}`)+`]}`)},
	}
}

// leavingShapes have students who are no longer at the school.
func leavingShapes() []shape {
	leaver := func(stays, left string) map[string]string {
		entry := func(state string) string { return strings.TrimSuffix(document, "}") + state + "}" }
		gone := strings.NewReplacer("$E", "109", "$S", "509", "$G", "Eva", "$F", "Vik", "$C", "8B").Replace(entry(left))
		return served("[" + each(entry(stays)) + "," + gone + "]")
	}
	left := []string{"Eva Vik seems not to be a student here now"}
	return []shape{
		{name: "leavers by a status", answers: leaver(`,"status":"active"`, `,"status":"withdrawn"`), warns: left, leave: true},
		{name: "leavers by a date", answers: leaver(`,"exitDate":null`, `,"exitDate":"2026-09-30"`), warns: left, leave: true},
		{name: "leavers by a date that is a number", answers: leaver(`,"exitDate":null`, `,"exitDate":1759183200000`), warns: left, leave: true},
		{name: "leavers by a flag", answers: leaver(`,"isActive":true`, `,"isActive":false`), warns: left, leave: true},
		{name: "leavers who will be deleted", answers: leaver(`,"tobedeleted":0`, `,"tobedeleted":1`), warns: left, leave: true},
		{name: "statuses out of use", answers: served("["+each(document)+"]", statusesPath, `[{"id":1,"name":"Present","isActive":true},{"id":2,"name":"Absent","isActive":true},{"id":3,"name":"Ill","isActive":false}]`),
			warns: []string{"The status Ill seems to be out of use"}, leave: true},
	}
}

// longShapes give their lists in pages, or dates as numbers.
func longShapes() []shape {
	entries := strings.SplitAfter(each(document), "},")
	first, second := "["+strings.TrimSuffix(entries[0]+entries[1], ",")+"]", "["+entries[2]+entries[3]+"]"
	at := studentsPath + "?schoolPeriodId=7"
	return []shape{
		{name: "by page", answers: served("", at, `{"page":1,"pages":2,"items":`+first+`}`, at+"&page=1", `{"page":1,"pages":2,"items":`+first+`}`, at+"&page=2", `{"page":2,"pages":2,"items":`+second+`}`, at+"&page=3", `{"page":3,"pages":2,"items":[]}`)},
		{name: "by a marker", answers: served("", at, `{"items":`+first+`,"nextCursor":"b"}`, at+"&cursor=b", `{"items":`+second+`,"nextCursor":null}`)},
		{name: "by the address of the next page", answers: served("", at, `{"value":`+first+`,"@odata.nextLink":"`+at+`&$skiptoken=b"}`, at+"&$skiptoken=b", `{"value":`+second+`}`)},
		{name: "days as milliseconds", answers: served("", periodsPath, `[{"id":6,"startDate":1754006400000,"endDate":1785456000000},{"id":7,"startDate":1785535200000,"endDate":1816984800000}]`, at, "["+each(document)+"]", studentsPath, "[]")},
		{name: "days as seconds", answers: served("", periodsPath, `[{"id":6,"startDate":1785535200,"endDate":1790000000},{"id":7,"startDate":1790000000,"endDate":1816984800}]`, at, "["+each(document)+"]", studentsPath, "[]")},
	}
}

// sentShapes differ in how answers are sent.
func sentShapes() []shape {
	latin := strings.NewReplacer("é", "\xe9", "ß", "\xdf")
	return []shape{
		{name: "Latin-1 that is declared", answers: served("[" + latin.Replace(strings.ReplaceAll(each(document), "Ada", "Zoé")) + "]"), header: []string{"Content-Type", "application/json; charset=ISO-8859-1"},
			want: strings.ReplaceAll(wanted, "Ada", "Zoé")},
		{name: "UTF-8 with a mark before it", answers: served("\ufeff[" + each(document) + "]")},
		{name: "brotli", answers: served("[" + each(document) + "]"), wrap: inBrotli},
		{name: "a wait after each other call", answers: served("[" + each(document) + "]"), wrap: withWaits},
		{name: "text/plain", answers: served("[" + each(document) + "]"), header: []string{"Content-Type", "text/plain"}},
	}
}

// pastedShapes have their lists at unusual places.
func pastedShapes() []shape {
	return []shape{
		{name: "a whole address with the known period's id", answers: elsewhere("/api/people/of/7"), pasted: []string{"students: HOST/api/people/of/7"}},
		{name: "a line of a help page", answers: elsewhere("/api/people?year=7"), pasted: []string{"students: GET /api/people?year={yearId}"}},
		{name: "curl", answers: elsewhere("/api/people?year=7&all=1"), pasted: []string{`students: curl -H "tenant: x" 'HOST/api/people?year=7&all=1' --compressed`}},
		{name: "placeholders after a colon", answers: elsewhere("/api/years/7/people"), pasted: []string{"students: /api/years/:yearId/people"}},
		{name: "spaces, and no slash", answers: elsewhere("/api/years/7/people"), pasted: []string{"students:   api/years/{year id}/people  "}},
		{name: "names elsewhere", answers: served("["+each(`{"enrolmentId":$E,"studentId":$S}`)+"]", "/p/all", `[`+each(`{"id":$S,"fullName":"$G $F","homeroom":"$C"}`)+`]`), pasted: []string{"people: HOST/p/all"}},
		{name: "all three elsewhere", answers: map[string]string{periodsPath: onePeriod, "/m/7/pupils": "[" + each(document) + "]", "/m/codes": twoStatuses},
			pasted: []string{"students: https://api.vendor.example/m/7/pupils", "statuses: {{baseUrl}}/m/codes"}},
		{name: "students by class, elsewhere", answers: map[string]string{periodsPath: onePeriod, "/g/7": `[{"groupId":4,"groupName":"8A"},{"groupId":5,"groupName":"8B"}]`, statusesPath: twoStatuses,
			"/g/4/people": "[" + strings.Join(strings.SplitAfter(each(document), "},")[:1], "") + strings.TrimSuffix(strings.SplitAfter(each(document), "},")[1], ",") + "]",
			"/g/5/people": "[" + strings.Join(strings.SplitAfter(each(document), "},")[2:], "") + "]"},
			pasted: []string{"classes: /g/{periodId}", "students: /g/:groupId/people"}},
	}
}

// lackingShapes lack something that no page can replace.
func lackingShapes() []shape {
	const file = "Enrolment;Student;Name;Class\n101;501;Ada Lund;8A\n102;502;Bo Berg;8A\n103;503;Cy Moe;8B\n104;504;Di Rask;8B\n"
	return []shape{
		{name: "no number for the school year", answers: served("[" + each(`{"studentId":$S,"firstName":"$G","lastName":"$F","className":"$C"}`) + "]"), file: file},
		{name: "students as XML", answers: served(`<students><student id="501"/></students>`), file: file},
		{name: "students by POST only", answers: elsewhere("/nowhere"), file: file},
		{name: "bare numbers", answers: served("[101,102,103,104]"), number: "101", want: "101 0\n102 0\n103 0\n104 0"},
		{name: "no list of statuses", answers: served("["+each(document)+"]", statusesPath, "<html>"), lines: "1 Present\n2 Absent"},
	}
}

// inBrotli compresses each answer unasked.
func inBrotli(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kept := httptest.NewRecorder()
		next.ServeHTTP(kept, r)
		var packed bytes.Buffer
		writer := brotli.NewWriter(&packed)
		_, _ = writer.Write(kept.Body.Bytes())
		_ = writer.Close()
		w.Header().Set("Content-Type", kept.Header().Get("Content-Type"))
		w.Header().Set("Content-Encoding", "br")
		w.WriteHeader(kept.Code)
		_, _ = w.Write(packed.Bytes())
	})
}

// withWaits refuses the third call and asks the client to wait a second.
func withWaits(next http.Handler) http.Handler {
	var calls atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 3 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

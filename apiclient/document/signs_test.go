package document

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// answerOf returns an answer with two items at $.data, beside the given members.
func answerOf(t *testing.T, body string, header ...string) Answer {
	t.Helper()
	decoded, err := Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	answer := Answer{Body: decoded, Status: http.StatusOK, Header: http.Header{}}
	for i := 0; i+1 < len(header); i += 2 {
		answer.Header.Set(header[i], header[i+1])
	}
	list, err := NewPath("$..data")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range list.All(decoded, nil) {
		items, _ := part.([]any)
		answer.Items = append(answer.Items, items...)
	}
	return answer
}

func said(signs []Sign) string {
	var all []string
	for _, sign := range signs {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %d %s", sign.Place, sign.Kind, sign.Number, sign.Text)))
	}
	return strings.Join(all, "; ")
}

func TestSignsAboutAListAreReadUnderAnyUsualName(t *testing.T) {
	t.Parallel()
	const data = `"data":[{"id":1},{"id":2}]`
	for more, want := range map[string]string{
		`"total":120`: "$.total total 120 120",
		`"recordsTotal":"120","recordsFiltered":60`:         "$.recordsTotal total 120 120",
		`"meta":{"pagination":{"total_count":120}}`:         "$.meta.pagination.total_count total 120 120",
		`"page":{"size":2,"totalElements":9,"number":0}`:    "$.page.totalElements total 9 9",
		`"hits":{"total":{"value":120,"relation":"eq"}}`:    "$.hits.total.value total 120 120",
		`"@odata.count":120`:                                "$['@odata.count'] total 120 120",
		`"Gesamtanzahl":120`:                                "$.Gesamtanzahl total 120 120",
		`"students":120`:                                    "$.students total 120 120",
		`"numFound":120`:                                    "$.numFound total 120 120",
		`"info":"1-2 of 120"`:                               "$.info total 120 1-2 of 120",
		`"totalPages":6`:                                    "$.totalPages pages 6 6",
		`"pages":{"total":6,"current":1}`:                   "$.pages.total pages 6 6",
		`"last_page":6,"per_page":2`:                        "$.last_page pages 6 6",
		`"hasMore":true`:                                    "$.hasMore more 0 true",
		`"pageInfo":{"hasNextPage":true,"endCursor":"x"}`:   "$.pageInfo.hasNextPage more 0 true",
		`"last":false,"first":true`:                         "$.last more 0 false",
		`"done":false`:                                      "$.done more 0 false",
		`"truncated":"true"`:                                "$.truncated more 0 true",
		`"remaining":118`:                                   "$.remaining more 118 118",
		`"links":[{"rel":"next","uri":"/s?p=2"}]`:           "$.links[?@.rel == 'next'].uri address 0 /s?p=2",
		`"_links":{"next":{"href":"/s?p=2"},"self":"/s"}`:   "$._links.next.href address 0 /s?p=2",
		`"@odata.nextLink":"https://x.example/s?$skip=2"`:   "$['@odata.nextLink'] address 0 https://x.example/s?$skip=2",
		`"nextRecordsUrl":"/q/2"`:                           "$.nextRecordsUrl address 0 /q/2",
		`"nextPageToken":"abc"`:                             "$.nextPageToken cursor 0 abc",
		`"pagination":{"next":{"page":2,"limit":2}}`:        "$.pagination.next.page cursor 2 2",
		`"paging":{"cursors":{"after":"x"}}`:                "$.paging.cursors.after mark 0 x",
		`"next":null`:                                       "$.next last 0",
		`"pagesLeft":2`:                                     "$.pagesLeft more 2 2",
		`"hasMore":1`:                                       "$.hasMore more 0 true",
		`"limitReached":true`:                               "$.limitReached more 0 true",
		`"state":"incomplete"`:                              "$.state more 0 incomplete",
		`"page":"1 of 3"`:                                   "$.page pages 3 1 of 3",
		`"page":1,"of":3`:                                   "$.of pages 3 3",
		`"page":{"current":1,"last":3}`:                     "$.page.last pages 3 3",
		`"range":"1-2/120"`:                                 "$.range total 120 1-2/120",
		`"total":"1,200"`:                                   "$.total total 1200 1,200",
		`"total":1200000`:                                   "$.total total 1200000 1200000",
		`"pageSize":2`:                                      "$.pageSize full 2 2",
		`"errors":[{"message":"timeout"}]`:                  "$.errors fault 0",
		`"success":false`:                                   "$.success fault 0",
		`"status":"error"`:                                  "$.status fault 0 error",
		`"showing":"2/30"`:                                  "$.showing total 30 2/30",
		`"noOfPages":3`:                                     "$.noOfPages pages 3 3",
		`"timed_out":true`:                                  "$.timed_out fault 0",
		`"LastEvaluatedKey":{"id":"2"}`:                     "$.LastEvaluatedKey mark 0",
		`"links":[{"rel":["next"],"href":"/x?p=2"}]`:        "$.links[?@.rel[0] == 'next'].href address 0 /x?p=2",
		`"success":0`:                                       "$.success fault 0",
		`"skipped":3`:                                       "$.skipped fault 0",
		`"endOfList":0`:                                     "$.endOfList more 0 false",
		`"size":2,"errorCode":"OK","errors":0`:              "",
		`"success":true,"error":null,"status":"ok"`:         "",
		`"hasMore":false`:                                   "$.hasMore end 0 false",
		`"nextSchoolYear":8,"nextUpdate":"2026-11-25"`:      "",
		`"status":200,"code":200,"took":250,"schoolId":471`: "",
		`"rateLimit":{"total":5000,"remaining":4998}`:       "",
		`"version":12,"year":2026,"timestamp":1790812800`:   "",
		`"maxResults":500,"pageSize":100,"perPage":50`:      "",
		`"errors":[],"warnings":[]`:                         "",
		`"warnings":[{"count":7}]`:                          "$.warnings fault 0",
		`"pager":{"cur":1,"max":"7"}`:                       "$.pager.max pages 7 7",
		`"returnCode":-1`:                                   "$.returnCode fault 0",
		`"pagination":{"token":"17"}`:                       "$.pagination.token mark 17 17",
		`"naechsteSeite":2`:                                 "$.naechsteSeite cursor 2 2",
		`"result":"KO"`:                                     "$.result fault 0 KO",
		`"ergebnis":"erfolgreich"`:                          "",
	} {
		if got := said(answerOf(t, "{"+data+","+more+"}").Signs()); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("of %s it says %q, not %q", more, got, want)
		}
	}
}

func TestSignsInTheHeaderAreRead(t *testing.T) {
	t.Parallel()
	for _, one := range [][3]string{
		{"X-Total-Count", "120", "header X-Total-Count total 120 120"},
		{"X-WP-Total", "120", "header X-Wp-Total total 120 120"},
		{"Content-Range", "items 0-1/120", "header Content-Range total 120 items 0-1/120"},
		{"Content-Range", "bytes 0-1/120", ""},
		{"X-Total-Pages", "6", "header X-Total-Pages pages 6 6"},
		{"X-Next-Page", "2", "header X-Next-Page cursor 2 2"},
		{"X-Next-Page", "", "header X-Next-Page last 0"},
		{"X-Records", "120", "header X-Records total 120 120"},
		{"X-Pages", "6", "header X-Pages pages 6 6"},
		{"X-Cursor", "abc", "header X-Cursor mark 0 abc"},
		{"X-Result-Limit", "2", "header X-Result-Limit full 2 2"},
		{"Content-Range", "0-1/120", "header Content-Range total 120 0-1/120"},
		{"Content-Range", "items 0-1/*", "header Content-Range more 0 items 0-1/*"},
		{"X-Pagination", "page=1; pages=6", "header X-Pagination.page page 1 1; header X-Pagination.pages pages 6 6"},
		{"Set-Cookie", "total=120; more=true", ""},
		{"X-Has-More", "true", "header X-Has-More more 0 true"},
		{"X-Pagination", `{"TotalCount":120}`, "header X-Pagination.TotalCount total 120 120"},
		{"X-RateLimit-Remaining", "4998", ""},
		{"Content-Length", "3000", ""},
		{"X-Request-Id", "55", ""},
	} {
		if got := said(answerOf(t, `{"data":[{"id":1},{"id":2}]}`, one[0], one[1]).Signs()); got != one[2] {
			t.Errorf("of %s: %s it says %q, not %q", one[0], one[1], got, one[2])
		}
	}
	partial := answerOf(t, `{"data":[{"id":1}]}`)
	partial.Status, partial.Next = http.StatusPartialContent, "/s?page=2"
	if got := said(partial.Signs()); got != "header Link address 0 /s?page=2; header Status more" && !strings.HasPrefix(got, "header Link address 0 /s?page=2; header Status more") {
		t.Errorf("of a part and a link it says %q", got)
	}
}

func TestAPartOfAListIsComparedWithItsOwnNumber(t *testing.T) {
	t.Parallel()
	answer := answerOf(t, `{"classes":[{"name":"8A","absences":40,"studentCount":2,"data":[{"id":1},{"id":2}]},{"name":"8B","studentCount":30,"data":[{"id":3}]}]}`)
	signs := answer.Signs()
	if got := said(signs); got != "$.classes[*].studentCount total 2 2; $.classes[*].studentCount total 30 30" || answer.IsWhole(signs[1]) || signs[1].Below != 1 {
		t.Errorf("it says %q, %+v", got, signs)
	}
}

func TestAFullPageWithAGreaterTotalIsNotTheWholeList(t *testing.T) {
	t.Parallel()
	ten := strings.TrimSuffix(strings.Repeat(`{"id":1},`, 10), ",")
	if got := said(answerOf(t, `{"data":[`+ten+`],"cuantos":34}`).Signs()); got != "$.cuantos total 34 34" {
		t.Errorf("it says %q", got)
	}
	if got := said(answerOf(t, `{"data":[`+ten+`,{"id":2}],"of":{"cuantos":34}}`).Signs()); got != "" {
		t.Errorf("of another thing beside eleven it says %q", got)
	}
}

func TestATotalBelowTheNumberOfItemsCountsPagesOrTheEntriesAroundThem(t *testing.T) {
	t.Parallel()
	const four = `[{"id":1},{"id":2},{"id":3},{"id":4}]`
	for body, want := range map[string]string{
		`{"total":3,"data":` + four + `}`:                                        "$.total pages 3 3",
		`{"totalClasses":3,"data":` + four + `}`:                                 "",
		`{"total":1,"classes":[{"name":"8A","data":` + four + `}],"hits":"one"}`: "",
		`{"total":3,"classes":[{"name":"8A","data":` + four + `}]}`:              "$.total total 3 3",
	} {
		if got := said(answerOf(t, body).Signs()); got != want {
			t.Errorf("of %s it says %q, not %q", body, got, want)
		}
	}
}

func TestAnEmptyListAndOneOfPlainNumbersAreComparedWithTheirTotals(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"data":[],"total":12}`:    "$.total total 12 12",
		`{"data":[1,2],"total":12}`: "$.total total 12 12",
	} {
		if got := said(answerOf(t, body).Signs()); got != want {
			t.Errorf("of %s it says %q", body, got)
		}
	}
}

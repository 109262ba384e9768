package discovery

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
)

// service answers requests from memory, and records them.
type service struct {
	t testing.TB
	// answers are by path, without the query.
	answers map[string]func(query url.Values) (body string, linked bool, err error)
	asked   []string
}

func (s *service) ask(_ context.Context, _, asked string) (apiclient.Look, error) {
	path, query, _ := strings.Cut(asked, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		s.t.Fatal(err)
	}
	target := path + "?" + values.Encode()
	s.asked = append(s.asked, target)
	answer, known := s.answers[path]
	if !known {
		return apiclient.Look{Exchange: apiclient.Exchange{URL: target, Status: 404}}, &apiclient.Error{Kind: apiclient.Misconfigured, Status: 404}
	}
	body, linked, err := answer(values)
	look := apiclient.Look{Exchange: apiclient.Exchange{URL: "https://x.example" + target, Status: 200}}
	if err == nil {
		look.Document = decoded(s.t, body)
		look.Answer.Body = look.Document
	}
	if linked {
		look.Answer.Next = "/next"
	}
	return look, err
}

// always gives the same answer to every request.
func always(body string) func(url.Values) (string, bool, error) {
	return func(url.Values) (string, bool, error) { return body, false, nil }
}

// number parses a parameter's number, with a default.
func number(values url.Values, name string, otherwise int) int {
	if n, err := strconv.Atoi(values.Get(name)); err == nil {
		return n
	}
	return otherwise
}

// part returns a few of 45 students as a list, from the given place on.
func part(from, count int) string {
	var items []string
	for i := from; i < min(from+count, 45); i++ {
		items = append(items, fmt.Sprintf(`{"enrolmentId":%d,"name":"Ada"}`, i+1))
	}
	return "[" + strings.Join(items, ",") + "]"
}

const (
	atStudents  = "/serviceapi/v1/students/list"
	mostOfTests = 40
)

func TestHowAListGoesOnIsFoundByAskingForMore(t *testing.T) {
	t.Parallel()
	type answer = func(q url.Values) (string, bool, error)
	for name, one := range map[string]struct {
		answer answer
		want   mapping.Paging
	}{
		"it comes whole":                       {func(url.Values) (string, bool, error) { return part(0, 45), false, nil }, mapping.Paging{}},
		"it comes whole and looks like a page": {func(url.Values) (string, bool, error) { return part(0, 20), false, nil }, mapping.Paging{}},
		"it says that all are there":           {func(url.Values) (string, bool, error) { return `{"total":20,"rows":` + part(0, 20) + `}`, false, nil }, mapping.Paging{}},
		"bare pages from 1":                    {func(q url.Values) (string, bool, error) { return part(20*(number(q, "page", 1)-1), 20), false, nil }, mapping.Paging{Kind: mapping.PagingPage, Parameter: "page", First: 1}},
		"bare pages from 0":                    {func(q url.Values) (string, bool, error) { return part(20*number(q, "page", 0), 20), false, nil }, mapping.Paging{Kind: mapping.PagingPage, Parameter: "page"}},
		"bare offsets":                         {func(q url.Values) (string, bool, error) { return part(number(q, "skip", 0), 20), false, nil }, mapping.Paging{Kind: mapping.PagingOffset, Parameter: "skip"}},
		"bare pages of 17, by a rare name":     {func(q url.Values) (string, bool, error) { return part(17*(number(q, "p", 1)-1), 17), false, nil }, mapping.Paging{Kind: mapping.PagingPage, Parameter: "p", First: 1}},
		"offsets that count pages":             {func(q url.Values) (string, bool, error) { return part(17*number(q, "offset", 0), 17), false, nil }, mapping.Paging{Kind: mapping.PagingPage, Parameter: "offset"}},
		"a service that refuses other parameters": {func(q url.Values) (string, bool, error) {
			if len(q) > 2 {
				return "", false, &apiclient.Error{Kind: apiclient.Rejected, Status: 400}
			}
			return part(17*(number(q, "page", 1)-1), 17), false, nil
		}, mapping.Paging{Kind: mapping.PagingPage, Parameter: "page", First: 1}},
		"numbered pages and a total": {func(q url.Values) (string, bool, error) {
			n := number(q, "pageNumber", 1)
			return fmt.Sprintf(`{"pageNumber":%d,"totalCount":45,"data":{"items":%s}}`, n, part(17*(n-1), 17)), false, nil
		}, mapping.Paging{Kind: mapping.PagingPage, Parameter: "pageNumber", First: 1, Total: "$.totalCount"}},
		"pages from 0 as Spring counts": {func(q url.Values) (string, bool, error) {
			n := number(q, "page", 0)
			return fmt.Sprintf(`{"content":%s,"number":%d,"size":17,"totalElements":45,"totalPages":3}`, part(17*n, 17), n), false, nil
		}, mapping.Paging{Kind: mapping.PagingPage, Parameter: "page", Total: "$.totalElements"}},
		"an offset that is told": {func(q url.Values) (string, bool, error) {
			n := number(q, "startIndex", 0)
			return fmt.Sprintf(`{"startIndex":%d,"total":45,"rows":%s}`, n, part(n, 17)), false, nil
		}, mapping.Paging{Kind: mapping.PagingOffset, Parameter: "startIndex", Total: "$.total"}},
		"a cursor": {func(q url.Values) (string, bool, error) {
			n := number(q, "cursor", 0)
			return fmt.Sprintf(`{"rows":%s,"next_cursor":"%d"}`, part(n, 17), n+17), false, nil
		}, mapping.Paging{Kind: mapping.PagingCursor, Parameter: "cursor", Cursor: "$.next_cursor"}},
		"a page token": {func(q url.Values) (string, bool, error) {
			n := number(q, "pageToken", 0)
			return fmt.Sprintf(`{"rows":%s,"nextPageToken":"%d"}`, part(n, 17), n+17), false, nil
		}, mapping.Paging{Kind: mapping.PagingCursor, Parameter: "pageToken", Cursor: "$.nextPageToken"}},
		"a link in the header": {func(url.Values) (string, bool, error) { return part(0, 17), true, nil }, mapping.Paging{Kind: mapping.PagingLink}},
		"the next page's address, which counts": {func(q url.Values) (string, bool, error) {
			n := number(q, "page", 1)
			return fmt.Sprintf(`{"count":45,"next":"https://x.example/y?schoolPeriodId=7&page=%d","results":%s}`, n+1, part(17*(n-1), 17)), false, nil
		}, mapping.Paging{Kind: mapping.PagingPage, Parameter: "page", First: 1, Total: "$.count"}},
		"the next page's address": {func(url.Values) (string, bool, error) {
			return `{"links":{"next":"/y?after=abc"},"results":` + part(0, 17) + `}`, false, nil
		}, mapping.Paging{Kind: mapping.PagingLink, Cursor: "$.links.next"}},
	} {
		s := &service{t: t, answers: map[string]func(url.Values) (string, bool, error){atStudents: one.answer}}
		found, err := NewSearch(s.ask, mostOfTests).Find(t.Context(), mapping.Students, mapping.Place{Period: "7"}, "")
		if err != nil || found.Reading.Paging != one.want {
			t.Errorf("%s: %+v, %v\nasked %q", name, found.Reading.Paging, err, s.asked)
		}
		if len(s.asked) > 12 {
			t.Errorf("%s: %d were asked", name, len(s.asked))
		}
	}
}

func TestTheBestOfTheLikelyPathsIsTaken(t *testing.T) {
	t.Parallel()
	s := &service{t: t, answers: map[string]func(url.Values) (string, bool, error){
		atStudents:                   always(`[{"x":1},{"x":2}]`),
		"/serviceapi/v1/students":    always(`{"error":"no"}`),
		atStudents + "/7":            always(`[{"enrolmentId":1,"studentId":2,"firstName":"Ada","lastName":"Byron"}]`),
		"/serviceapi/v1/classes/8/x": always(`[]`),
	}}
	found, err := NewSearch(s.ask, mostOfTests).Find(t.Context(), mapping.Students, mapping.Place{Period: "7"}, "")
	want := map[string]string{"enrolmentId": "$.enrolmentId", "studentId": "$.studentId", "givenName": "$.firstName", "familyName": "$.lastName"}
	if err != nil || found.Reading.Path != "/serviceapi/v1/students/list/{period}" || !maps.Equal(found.Reading.Fields, want) || len(found.Tried) != 3 {
		t.Errorf("found %+v, %v", found.Reading, err)
	}
}

func TestAPathThatIsKnownIsTriedFirst(t *testing.T) {
	t.Parallel()
	s := &service{t: t, answers: map[string]func(url.Values) (string, bool, error){"/own": always(`[{"id":1,"name":"Present"}]`)}}
	found, err := NewSearch(s.ask, mostOfTests).Find(t.Context(), mapping.Statuses, mapping.Place{}, "/own")
	if err != nil || found.Reading.Path != "/own" || len(s.asked) != 1 {
		t.Errorf("found %+v after %q, %v", found.Reading, s.asked, err)
	}
}

func TestASearchStopsWhereGoingOnIsPointless(t *testing.T) {
	t.Parallel()
	for _, failure := range []*apiclient.Error{
		{Kind: apiclient.Unauthorized, Status: 401}, {Kind: apiclient.TooManyRequests, Status: 429}, {Kind: apiclient.NotSent, Reason: apiclient.ReasonDNS},
	} {
		s := &service{t: t, answers: map[string]func(url.Values) (string, bool, error){atStudents: func(url.Values) (string, bool, error) { return "", false, failure }}}
		found, err := NewSearch(s.ask, mostOfTests).Find(t.Context(), mapping.Students, mapping.Place{Period: "7"}, "")
		if err == nil || found.Works() || len(s.asked) != 1 {
			t.Errorf("%v: found %+v after %q", failure, found, s.asked)
		}
	}
}

func TestASearchAsksNoMoreThanItMay(t *testing.T) {
	t.Parallel()
	s := &service{t: t}
	search := NewSearch(s.ask, 3)
	_, err := search.Find(t.Context(), mapping.Students, mapping.Place{Period: "7"}, "")
	if err == nil || len(s.asked) != 3 {
		t.Errorf("%q were asked, %v", s.asked, err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewSearch(s.ask, 3).Find(cancelled, mapping.Students, mapping.Place{}, ""); err == nil || len(s.asked) != 3 {
		t.Errorf("after its end it asked %q", s.asked[3:])
	}
}

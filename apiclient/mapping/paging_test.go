package mapping

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"rollbook/apiclient"
)

// ids writes a list of the whole numbers from first on.
func ids(first, count int) string {
	texts := make([]string, count)
	for i := range texts {
		texts[i] = strconv.Itoa(first + i)
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// readPaged reads statuses, a list of bare ids, by a kind of paging; it returns the ids and the queries.
func readPaged(t *testing.T, paging Paging, list string, answer func(http.ResponseWriter, *http.Request)) (List, []string, error) {
	t.Helper()
	var queries []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		queries = append(queries, r.URL.RawQuery)
		answer(w, r)
	})
	mapped := Default().With(Statuses, Reading{Path: "/statuses?x=1", List: list, Paging: paging, Fields: map[string]string{ID: "$"}})
	read, err := readerOf(t, client, mapped).Read(context.Background(), Statuses, Place{})
	return read, queries, err
}

func expectPages(t *testing.T, list List, items int, queries, want []string, err error) {
	t.Helper()
	if err != nil || len(list.Items) != items || len(list.Problems) != 0 || !slices.Equal(queries, want) {
		t.Errorf("read %d items by %q, problems %v, %v", len(list.Items), queries, list.Problems, err)
	}
}

func TestPagesAreCountedUntilOneIsNotFull(t *testing.T) {
	t.Parallel()
	paging := Paging{Kind: PagingPage, Parameter: "page", First: 1, SizeParameter: "size", Size: 2}
	list, queries, err := readPaged(t, paging, "$", func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		_, _ = io.WriteString(w, ids(page*2, map[bool]int{true: 2, false: 1}[page < 3]))
	})
	expectPages(t, list, 5, queries, []string{"x=1&size=2&page=1", "x=1&size=2&page=2", "x=1&size=2&page=3"}, err)
}

func TestWithoutASizeTheFirstEmptyPageIsTheLast(t *testing.T) {
	t.Parallel()
	list, queries, err := readPaged(t, Paging{Kind: PagingPage, Parameter: "p"}, "$", func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("p"))
		_, _ = io.WriteString(w, ids(1+page*10, map[bool]int{true: 10, false: 0}[page < 2]))
	})
	expectPages(t, list, 20, queries, []string{"x=1&p=0", "x=1&p=1", "x=1&p=2"}, err)
}

func TestAnOffsetCountsReceivedItems(t *testing.T) {
	t.Parallel()
	paging := Paging{Kind: PagingOffset, Parameter: "skip", Size: 3, Total: "$.total"}
	list, queries, err := readPaged(t, paging, "$.rows", func(w http.ResponseWriter, r *http.Request) {
		skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
		_, _ = fmt.Fprintf(w, `{"total":6,"rows":%s}`, ids(1+skip, 3))
	})
	expectPages(t, list, 6, queries, []string{"x=1&skip=0", "x=1&skip=3"}, err)
}

func TestACursorIsFollowedToItsEnd(t *testing.T) {
	t.Parallel()
	paging := Paging{Kind: PagingCursor, Parameter: "after", Cursor: "$.next"}
	answers := map[string]string{
		"": `{"next":"a b&","rows":[1]}`, "a b&": `{"next":9007199254740993,"rows":[2]}`, "9007199254740993": `{"next":null,"rows":[3]}`,
	}
	list, queries, err := readPaged(t, paging, "$.rows", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, answers[r.URL.Query().Get("after")])
	})
	expectPages(t, list, 3, queries, []string{"x=1", "x=1&after=a+b%26", "x=1&after=9007199254740993"}, err)
}

func TestALinkHeaderIsFollowedUnderTheBaseAddress(t *testing.T) {
	t.Parallel()
	list, queries, err := readPaged(t, Paging{Kind: PagingLink}, "$", func(w http.ResponseWriter, r *http.Request) {
		page := len(r.URL.Query().Get("n"))
		switch page {
		case 0:
			w.Header().Set("Link", `<?n=0>; rel="prev", <?n=i>; title="x"; rel="next"`)
		case 1:
			w.Header().Add("Link", `</district/statuses?n=ii>;rel=next`)
		}
		_, _ = io.WriteString(w, ids(1+page, 1))
	})
	expectPages(t, list, 3, queries, []string{"x=1", "n=i", "n=ii"}, err)
}

func TestALinkAwayFromTheBaseAddressIsNotFollowed(t *testing.T) {
	t.Parallel()
	var canary atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { canary.Add(1) }))
	t.Cleanup(other.Close)
	links := []string{other.URL + "/district/x", "//evil.example/x", "/other/x", "../../x", "http://u@127.0.0.1/district/x", "/district/%2e%2e/x", "https://[::1"}
	for _, link := range links {
		_, queries, err := readPaged(t, Paging{Kind: PagingLink}, "$", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Link", "<"+link+`>; rel="next"`)
			_, _ = io.WriteString(w, "[1]")
		})
		if _, ok := errors.AsType[*apiclient.Error](err); !ok || len(queries) != 1 || canary.Load() != 0 {
			t.Errorf("%s: asked %q, %v", link, queries, err)
		}
	}
}

func TestAServiceThatIgnoresPagingEndsIt(t *testing.T) {
	t.Parallel()
	list, queries, err := readPaged(t, Paging{Kind: PagingPage, Parameter: "p"}, "$", answering(200, "[1,2]"))
	if err != nil || len(list.Items) != 2 || len(list.Problems) != 1 || len(queries) != 2 || list.Duplicates != 0 {
		t.Errorf("read %+v by %q, %v", list, queries, err)
	}
}

func TestAListAboveItsLimitsIsAnErrorNotAShorterList(t *testing.T) {
	t.Parallel()
	endless := func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("p"))
		_, _ = io.WriteString(w, ids(1+page*10, 10))
	}
	for limit, paging := range map[string]Paging{
		"3 pages": {Kind: PagingPage, Parameter: "p", MaxPages: 3}, "25 items": {Kind: PagingPage, Parameter: "p", MaxItems: 25},
	} {
		_, queries, err := readPaged(t, paging, "$", endless)
		if err == nil || !strings.Contains(err.Error(), "more than "+limit) || len(queries) != 3 {
			t.Errorf("%s: asked %d times, %v", limit, len(queries), err)
		}
	}
}

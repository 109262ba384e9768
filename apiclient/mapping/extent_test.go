package mapping

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// readWith reads statuses at $.rows of answers with more members beside them, without any paging.
func readWith(t *testing.T, reading Reading, answer http.HandlerFunc) List {
	t.Helper()
	reading.Path, reading.List, reading.Fields = "/statuses", cmp.Or(reading.List, "$.rows"), map[string]string{ID: "$.id"}
	list, err := readerOf(t, serve(t, answer), Default().With(Statuses, reading)).Read(t.Context(), Statuses, Place{})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// rows writes items with the ids from first on.
func rows(first, count int) string {
	all := make([]string, count)
	for i := range all {
		all[i] = fmt.Sprintf(`{"id":%d}`, first+i)
	}
	return `"rows":[` + strings.Join(all, ",") + `]`
}

func TestAListIsComparedWithItsStatedLength(t *testing.T) {
	t.Parallel()
	for more, want := range map[string]string{
		`"total":50`:               "$.total says 50, 2 were read",
		`"total":2`:                "",
		`"total":50,"count":2`:     "$.total says 50, 2 were read",
		`"hasMore":true`:           "$.hasMore says that the list goes on after 2",
		`"pages":3`:                "$.pages says 3, 1 were read",
		`"nextToken":"x"`:          "$.nextToken says that the list goes on after 2",
		`"cursor":"x"`:             "$.cursor says that the list goes on after 2",
		`"cursor":"x","done":true`: "",
		`"next":null`:              "",
		`"limit":2`:                "$.limit says that the list goes on after 2",
		`"limit":2,"total":2`:      "",
		`"limit":2,"next":null`:    "",
		`"limit":3`:                "",
		`"error":"timeout"`:        "$.error says that something went wrong",
	} {
		list := readWith(t, Reading{}, answering(200, "{"+rows(1, 2)+","+more+"}"))
		if got := fmt.Sprint(list.Gaps); got != "["+want+"]" || (list.Finding(nil) == FindingDoubtful) != (want != "") {
			t.Errorf("beside %s it finds %s, %s", more, got, list.Finding(nil))
		}
	}
}

func TestItemsLeftOutOfAListCountTowardsItsLength(t *testing.T) {
	t.Parallel()
	for _, reading := range []Reading{{List: "$.rows[?@.id < 3]"}, {Keep: []Rule{{Field: "$.id", IsNot: []string{"3", "4"}}}}} {
		for total, whole := range map[int]bool{4: true, 5: false} {
			list := readWith(t, reading, answering(200, fmt.Sprintf(`{%s,"total":%d}`, rows(1, 4), total)))
			if len(list.Items) != 2 || len(list.Gaps) == 0 != whole {
				t.Errorf("of 4 rows and a total of %d it reads %d, with the gaps %v", total, len(list.Items), list.Gaps)
			}
		}
	}
}

func TestAnUnrelatedCountIsIgnored(t *testing.T) {
	t.Parallel()
	list := readWith(t, Reading{Unrelated: []string{"$.total"}}, answering(200, "{"+rows(1, 2)+`,"total":50}`))
	if len(list.Gaps) > 0 || list.Finding(nil) != FindingWorks {
		t.Errorf("it finds %v", list.Gaps)
	}
}

func TestWhereTheAnswerGivesTheAddressOfTheNextPageTheListIsReadOn(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]func(w http.ResponseWriter, next string) string{
		"in the header": func(w http.ResponseWriter, next string) string {
			w.Header().Set("Link", "<"+next+`>; rel="next"`)
			return ""
		},
		"in a list of links": func(_ http.ResponseWriter, next string) string {
			return `,"links":[{"rel":"next","uri":"` + next + `"}]`
		},
		"in an object": func(_ http.ResponseWriter, next string) string { return `,"_links":{"next":{"href":"` + next + `"}}` },
	} {
		list := readWith(t, Reading{}, func(w http.ResponseWriter, r *http.Request) {
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			more := ""
			if page < 2 {
				more = link(w, fmt.Sprintf("?page=%d", page+1))
			}
			_, _ = io.WriteString(w, "{"+rows(1+10*page, 3)+more+"}")
		})
		if len(list.Items) != 9 || len(list.Gaps) > 0 {
			t.Errorf("%s: read %d items, %v", name, len(list.Items), list.Gaps)
		}
	}
}

func TestAnAddressThatLeadsBackEndsTheListAndIsReported(t *testing.T) {
	t.Parallel()
	list := readWith(t, Reading{}, answering(200, "{"+rows(1, 2)+`,"next":"?page=2","at":"08:30"}`))
	if got := fmt.Sprint(list.Gaps); len(list.Items) != 2 || got != "[$.next says that the list goes on after 2]" {
		t.Errorf("read %d, %s", len(list.Items), got)
	}
}

func TestPagesWithAClockInThemThatRepeatAreNotReadForEver(t *testing.T) {
	t.Parallel()
	asked := 0
	paging := Paging{Kind: PagingPage, Parameter: "page", First: 1}
	list := readWith(t, Reading{Paging: paging}, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		_, _ = fmt.Fprintf(w, `{%s,"at":%d}`, rows(1, 2), asked)
	})
	if asked != 2 || len(list.Items) != 2 {
		t.Errorf("asked %d times, read %d", asked, len(list.Items))
	}
}

func TestAShortPartOfAListIsReported(t *testing.T) {
	t.Parallel()
	reading := Reading{Path: "/students?p={period}", List: "$.classes[*].students", Fields: map[string]string{EnrolmentID: "$.e"}}
	client := serve(t, answering(200, `{"classes":[{"count":1,"students":[{"e":1}]},{"count":30,"students":[{"e":2}]}]}`))
	list, err := readerOf(t, client, Default().With(Students, reading)).Read(t.Context(), Students, Place{Period: "7"})
	if got := fmt.Sprint(list.Gaps); err != nil || got != "[$.classes[*].count says 30, 1 were read]" {
		t.Errorf("it finds %s, %v", got, err)
	}
}

func TestOverlappingPagesAreComparedWithTheTotalWithoutRepeats(t *testing.T) {
	t.Parallel()
	paging := Paging{Kind: PagingPage, Parameter: "page", First: 1}
	list := readWith(t, Reading{Paging: paging}, func(w http.ResponseWriter, r *http.Request) {
		first := map[string]int{"1": 1, "2": 3}[r.URL.Query().Get("page")] // the third is on both
		if first == 0 {
			_, _ = io.WriteString(w, `{"rows":[],"total":6}`)
			return
		}
		_, _ = fmt.Fprintf(w, `{%s,"total":6}`, rows(first, 3))
	})
	if got := fmt.Sprint(list.Gaps); len(list.Items) != 5 || got != "[$.total says 6, 5 were read]" {
		t.Errorf("read %d, %s", len(list.Items), got)
	}
}

package mapping

import (
	"io"
	"net/http"
	"testing"
)

// A page whose students have all left is not an empty page, and does not end the list.
func TestPagesAreCountedWithThoseThatAFilterLeavesOut(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"0": `{"total":5,"rows":[{"id":1},{"id":2,"left":true}]}`,
		"2": `{"total":5,"rows":[{"id":3,"left":true},{"id":4,"left":true}]}`,
		"4": `{"total":5,"rows":[{"id":5}]}`,
	}
	for name, paging := range map[string]Paging{
		"to the total":        {Kind: PagingOffset, Parameter: "skip", Total: "$.total"},
		"to a page not full":  {Kind: PagingOffset, Parameter: "skip", Size: 2, SizeParameter: "n"},
		"to the last of both": {Kind: PagingOffset, Parameter: "skip", Size: 2, SizeParameter: "n", Total: "$.total"},
	} {
		client := serve(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, answers[r.URL.Query().Get("skip")])
		})
		mapped := Default().With(Statuses, Reading{Path: "/statuses", List: "$.rows[?@.left != true]", Paging: paging, Fields: map[string]string{ID: "$.id"}})
		list, err := readerOf(t, client, mapped).Read(t.Context(), Statuses, Place{})
		if err != nil || len(list.Items) != 2 || len(list.Problems) != 0 {
			t.Errorf("%s: %d items, %v, %v", name, len(list.Items), list.Problems, err)
		}
	}
}

func TestAFilterIsTakenOffTheEndOfAPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"$": "$", "$.a[?@.b == 1]": "$.a", "$[?@.b]": "$", "$.a[*]": "$.a[*]", "$[?@.b].c": "$[?@.b].c"} {
		if got := Unfiltered(path); got != want {
			t.Errorf("%s became %s", path, got)
		}
	}
}

package mapping

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// sortedByChange serves 120 students by the time of their last change, 50 a page. The first edits students of the last
// page come to the front, each after the first page of one reading. What an item has beside its student always differs.
func sortedByChange(edits int64) http.HandlerFunc {
	var requests, readings atomic.Int64
	students := make([]int, 120)
	for i := range students {
		students[i] = i + 1
	}
	return func(w http.ResponseWriter, r *http.Request) {
		page := 0
		_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
		if page == 1 {
			readings.Add(1)
		}
		if page == 2 && readings.Load() <= edits {
			last := len(students) - 1
			students = slices.Insert(students[:last], 0, students[last])
		}
		var items []string
		for _, student := range students[min(50*(page-1), 120):min(50*page, 120)] {
			items = append(items, fmt.Sprintf(`{"studentSemesterInfoId":%d,"studentId":%d,"className":"7A","readAt":%d}`,
				student, 500+student, requests.Add(1)))
		}
		_, _ = w.Write([]byte("[" + strings.Join(items, ",") + "]"))
	}
}

func TestAListThatChangedWhileItsPagesWereReadIsReadAgain(t *testing.T) {
	t.Parallel()
	for edits, whole := range map[int64]bool{0: true, 1: true, 2: false} {
		mapped := changed(Default(), Students, func(r *Reading) {
			r.Paging = Paging{Kind: PagingPage, Parameter: "page", First: 1}
		})
		list, err := readerOf(t, serve(t, sortedByChange(edits)), mapped).Read(t.Context(), Students, Place{Period: "7"})
		if err != nil {
			t.Fatal(err)
		}
		if doubt := list.Doubtful(); (len(list.Items) == 120) != whole || errors.Is(doubt, ErrNotWhole) == whole {
			t.Errorf("after %d edits it has %d of 120 students: %v", edits, len(list.Items), doubt)
		}
	}
}

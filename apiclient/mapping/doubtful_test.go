package mapping

import (
	"errors"
	"fmt"
	"testing"
)

// studentsOf reads the students of an answer by the document's own names.
func studentsOf(t *testing.T, answer string, change func(r *Reading)) List {
	t.Helper()
	mapped := changed(Default(), Students, change)
	list, err := readerOf(t, serve(t, answering(200, answer)), mapped).Read(t.Context(), Students, Place{Period: "7"})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestANumberOfTwoStudentsIsReported(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]int{
		`[{"studentSemesterInfoId":1,"studentId":51,"className":"8A"},{"studentSemesterInfoId":1,"studentId":52,"className":"8B"}]`:       1,
		`[{"studentSemesterInfoId":1,"studentId":51},{"studentSemesterInfoId":"001","studentId":52}]`:                                     1,
		`[{"studentSemesterInfoId":1,"firstName":"Ada","lastName":"Lund"},{"studentSemesterInfoId":1,"firstName":"Bo"}]`:                  1,
		`[{"studentSemesterInfoId":1,"firstName":"Ada","lastName":"Lund"},{"studentSemesterInfoId":1,"firstName":"Ada","className":"9"}]`: 0,
		`[{"studentSemesterInfoId":1,"studentId":51,"className":"8A"},{"studentSemesterInfoId":1,"studentId":51,"className":"Band"}]`:     0,
		`[{"studentSemesterInfoId":1,"studentId":51},{"studentSemesterInfoId":1,"studentId":51}]`:                                         0,
	} {
		list := studentsOf(t, answer, func(*Reading) {})
		if len(list.Shared) != want || errors.Is(list.Doubtful(), ErrShared) != (want > 0) {
			t.Errorf("of %s it tells %d, %v", answer, len(list.Shared), list.Doubtful())
		}
	}
}

func TestAListThatComesInPartsIsReadThoughAPartIsNoList(t *testing.T) {
	t.Parallel()
	const answer = `{"classes":[{"students":[{"studentSemesterInfoId":1}]},{"students":null},{"students":{"studentSemesterInfoId":2}}]}`
	list := studentsOf(t, answer, func(r *Reading) { r.List = "$.classes[*].students" })
	if len(list.Items) != 2 || list.Unreadable != 0 {
		t.Errorf("read %d, %v", len(list.Items), list.Problems)
	}
}

func TestItemsWithMoreEntriesThanTheFirstAreReported(t *testing.T) {
	t.Parallel()
	const answer = `[{"studentSemesterInfoId":1,"in":[{"name":"8A"}]},{"studentSemesterInfoId":2,"in":[{"name":"Band"},{"name":"8A"}]}]`
	read := func(unrelated ...string) string {
		list := studentsOf(t, answer, func(r *Reading) { r.Fields[ClassName], r.Unrelated = "$.in[0].name", unrelated })
		return fmt.Sprint(list.Gaps)
	}
	if got := read(); got != "[$.in has more entries than the first for 1]" {
		t.Errorf("it finds %s", got)
	}
	if got := read("$.in"); got != "[]" {
		t.Errorf("where the first is right it finds %s", got)
	}
}

func TestAListThatNeedsADecisionHasAReason(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]error{
		`[{"studentSemesterInfoId":1,"studentId":51,"p":"7"},{"studentSemesterInfoId":2,"studentId":52,"p":"7"}]`: nil,
		`[{"studentSemesterInfoId":1,"studentId":51,"p":"7"},{"studentSemesterInfoId":2,"studentId":51,"p":"7"}]`: ErrTwice,
		`[{"studentSemesterInfoId":1,"studentId":51,"p":"7"},{"studentSemesterInfoId":2,"studentId":52,"p":"6"}]`: ErrOtherPeriod,
		`{"total":9,"rows":[{"studentSemesterInfoId":1,"studentId":51,"p":"7"}]}`:                                 ErrNotWhole,
	} {
		list := studentsOf(t, answer, func(r *Reading) {
			r.Fields[SchoolPeriod] = "$.p"
			if want == ErrNotWhole { //nolint:errorlint // it is one of the table
				r.List = "$.rows"
			}
		})
		if err := list.Doubtful(); !errors.Is(err, want) {
			t.Errorf("of %s it says %v", answer, err)
		}
	}
}

func TestOneIDOfTwoThingsIsNoRepetition(t *testing.T) {
	t.Parallel()
	reader := readerOf(t, serve(t, answering(200, `[{"id":1,"name":"Present"},{"id":1,"name":"Present"},{"id":1,"name":"Late"}]`)), Default())
	list, err := reader.Read(t.Context(), Statuses, Place{})
	if err != nil || len(list.Items) != 1 || list.Duplicates != 1 || list.Unreadable != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

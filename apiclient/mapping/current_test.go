package mapping

import (
	"errors"
	"net/http"
	"slices"
	"testing"
)

func TestALinkInTheAnswerIsFollowedBelowTheAddressOnly(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"": `{"rows":[1,2],"next":"?part=2"}`, "2": `{"rows":[3],"next":null}`}
	paging := Paging{Kind: PagingLink, Cursor: "$.next"}
	list, queries, err := readPaged(t, paging, "$.rows", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(pages[r.FormValue("part")]))
	})
	expectPages(t, list, 3, queries, []string{"x=1", "part=2"}, err)
	for _, next := range []string{"https://evil.example/x", "//evil.example/x", "/outside"} {
		_, queries, err = readPaged(t, paging, "$.rows", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"rows":[1],"next":"` + next + `"}`))
		})
		if err == nil || len(queries) != 1 {
			t.Errorf("%s: %q, %v", next, queries, err)
		}
	}
}

func TestACallThatIsAbsentIsNeitherReadNorChecked(t *testing.T) {
	t.Parallel()
	mapped := Default().With(Students, Reading{Absent: true}).With(Statuses, Reading{Absent: true})
	client := serve(t, answering(200, `[{"id":7,"name":"Autumn"}]`))
	reader := readerOf(t, client, mapped)
	_, studentsErr := reader.Read(t.Context(), Students, Place{Period: "7"})
	_, statusesErr := reader.Read(t.Context(), Statuses, Place{Period: "7"})
	if !errors.Is(studentsErr, ErrNotMapped) || !errors.Is(statusesErr, ErrNotMapped) || reader.PerClass() {
		t.Errorf("%v, %v", studentsErr, statusesErr)
	}
	results := Check(t.Context(), client, mapped, "2026-03-04", lastOf)
	if len(results) != 3 || results[0].Finding != FindingWorks || results[1].Finding != FindingNoCall || results[2].Finding != FindingNoCall {
		t.Errorf("the check says %+v", results)
	}
	if mapped.With(Periods, Reading{Absent: true}).Validate() == nil {
		t.Error("a service without periods passes")
	}
}

func TestTwoPeriodsThatAreEquallyNowSayNothing(t *testing.T) {
	t.Parallel()
	mapped := changed(Default(), Periods, func(r *Reading) { r.Fields[Current] = "$.now" })
	const year = `{"id":"2","startDate":"2025-08-01","endDate":"2026-07-31"},`
	for periods, says := range map[string]bool{
		year + `{"id":"3","startDate":"2025-08-01","endDate":"2026-07-31"}`: false, year + `{"id":"3","startDate":"2025-08-01","endDate":"2026-01-31"}`: true,
		`{"id":"4","now":true},{"id":"5","now":true}`: false, `{"id":"4","now":true},{"id":"5","now":false}`: true,
		`{"id":"6","startDate":"08/01/2026","endDate":"07/31/2027"},{"id":"5","startDate":"08/01/2025","endDate":"07/31/2026"}`: false,
	} {
		list, err := readerOf(t, serve(t, answering(200, "["+periods+"]")), mapped).Read(t.Context(), Periods, Place{})
		if got := SaysNow(list.Items, "2025-11-20"); err != nil || got != says {
			t.Errorf("of %s it says %t, %v", periods, got, err)
		}
	}
}

func TestAnErrorOfAMappingHasAPlace(t *testing.T) {
	t.Parallel()
	broken := changed(Default(), Students, func(r *Reading) { r.Fields[ClassID] = "$[" })
	broken = changed(broken, Statuses, func(r *Reading) { r.Path = "x" })
	broken = changed(broken, Periods, func(r *Reading) { r.Paging.Kind = "odd" })
	if places := Places(broken.Validate()); !slices.Equal(places, []string{"periods.paging", "students.fields.classId", "statuses.path"}) {
		t.Errorf("the places are %q", places)
	}
}

func TestAPeriodWithoutANameIsCalledByItsDatesOrItsID(t *testing.T) {
	t.Parallel()
	for period, want := range map[string]string{
		`{"id":7,"name":"Autumn","startDate":"2025-08-01"}`: "Autumn", `{"id":7,"name":" ","startDate":"2025-08-01","endDate":"2026-01-31"}`: "2025-08-01 – 2026-01-31",
		`{"id":7}`: "7",
	} {
		list, err := readerOf(t, serve(t, answering(200, "["+period+"]")), Default()).Read(t.Context(), Periods, Place{})
		if err != nil || PeriodName(list.Items[0]) != want {
			t.Errorf("%s is called %q, %v", period, PeriodName(list.Items[0]), err)
		}
	}
}

func TestASchoolYearIsTheSameHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026/27", "2026-27", "2026-2027", "2026 – 2027", "26/27", "2026"} {
		if !SamePeriod("2026/27", text) {
			t.Errorf("%s is another", text)
		}
	}
	for _, text := range []string{"", "2025/26", "2027", "Autumn 2026", "2026/27 B", "26", "7"} {
		if SamePeriod("2026/27", text) {
			t.Errorf("%s is the same", text)
		}
	}
}

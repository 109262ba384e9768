package apiclient

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestALookShowsTheAnswerInItsOrderAndShortened(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(200, `{"zeta":1,"alpha":{"rows":[{"b":1,"a":"x"},{"b":2},{"b":3},{"b":4}],"none":null},"long":"`+strings.Repeat("é", 500)+`","big":9007199254740993}`))
	look, err := client.Look(t.Context(), "students", Question{Path: "/x/{period}?d={date}", Place: Place{Period: "a/b", Date: "2026-01-02"}, Parameters: [][2]string{{"page", "2"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"zeta\": 1,\n  \"alpha\": {\n    \"rows\": [\n      {\n        \"b\": 1,\n        \"a\": \"x\"\n      },\n      {\n        \"b\": 2\n      },\n      ... 2 more\n    ],\n    \"none\": null\n  },\n  \"long\": \"" + strings.Repeat("é", 160) + "...\",\n  \"big\": 9007199254740993\n}"
	if look.Shown != want {
		t.Errorf("it shows\n%s", look.Shown)
	}
	if !strings.HasSuffix(look.Exchange.URL, "/district/x/a%2Fb?d=2026-01-02&page=2") {
		t.Errorf("asked was %s", look.Exchange.URL)
	}
}

func TestALookNeverShowsTheKey(t *testing.T) {
	t.Parallel()
	escaped := strings.Replace(testKey, "rb_live", `rb\u005flive`, 1)
	for _, body := range []string{
		`{"echo":"` + testKey + `"}`, `{"echo":"` + escaped + `"}`, `{"` + testKey + `":[1,2,3]}`, testKey, "<p>" + testKey + "</p>",
		`{"echo":"` + strings.Repeat("x", 150) + testKey + `"}`, `[` + strings.Repeat(`"`+testKey+`",`, 5000) + `1]`, `{"echo":"` + testKey,
	} {
		for _, status := range []int{200, 500, 404} {
			look, _ := serve(t, answering(status, body)).Look(t.Context(), "students", Question{Path: "/x"})
			if strings.Contains(look.Shown, testKey) || strings.Contains(look.Shown, testKey[:20]) || len(look.Shown) > prettyOutput+10 {
				t.Errorf("%d %.60s shows %.200s", status, body, look.Shown)
			}
		}
	}
}

func TestALookAsksOnceAndOnlyBelowTheAddress(t *testing.T) {
	t.Parallel()
	calls := 0
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		calls++
		w.WriteHeader(http.StatusBadGateway)
	})
	_, err := client.Look(t.Context(), "students", Question{Path: "/x"})
	if failure, ok := errors.AsType[*Error](err); !ok || failure.Status != http.StatusBadGateway || calls != 1 {
		t.Errorf("after %d calls: %v", calls, err)
	}
	for _, path := range []string{"//evil.example", "x", "/../x", "/a/{period}", "/x y"} {
		if _, err := client.Look(t.Context(), "students", Question{Path: path, Place: Place{Period: ".."}}); err == nil || calls != 1 {
			t.Errorf("%s was asked", path)
		}
	}
}

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
	mapping := DefaultMapping()
	mapping.Students = StudentsCall{Call: Call{Absent: true}}
	mapping.Statuses = StatusesCall{Call: Call{Absent: true}}
	client := serve(t, answering(200, `[{"id":7,"name":"Autumn"}]`))
	reader := readerOf(t, client, mapping)
	_, studentsErr := reader.Students(t.Context(), "7", "")
	_, statusesErr := reader.Statuses(t.Context(), "7")
	if !errors.Is(studentsErr, ErrNotMapped) || !errors.Is(statusesErr, ErrNotMapped) || reader.StudentsBy() != ByPeriod {
		t.Errorf("%v, %v", studentsErr, statusesErr)
	}
	results := client.Check(t.Context(), mapping, "2026-03-04")
	if len(results) != 3 || !results[0].Works() || results[1].Finding != FindingNoCall || results[2].Finding != FindingNoCall {
		t.Errorf("the check says %+v", results)
	}
	mapping.Periods.Absent = true
	if mapping.Validate() == nil {
		t.Error("a service without periods passes")
	}
}

func TestTheCurrentPeriodIsTheOneOfTheDate(t *testing.T) {
	t.Parallel()
	old, now := Period{ID: "1", From: "2024-08-01", To: "2025-07-31"}, Period{ID: "2", From: "2025-08-01"}
	for want, periods := range map[string][]Period{"2": {old, now}, "1": {{ID: "1", Current: true}, now}, "9": {{ID: "9"}, {ID: "8"}}} {
		if got, known := CurrentPeriod(periods, "2025-11-20"); got.ID != want || !known {
			t.Errorf("of %+v it is %+v", periods, got)
		}
	}
	if _, known := CurrentPeriod(nil, "2025-11-20"); known {
		t.Error("there is one of none")
	}
}

func TestWhatIsWrongWithAMappingHasAPlace(t *testing.T) {
	t.Parallel()
	mapping := DefaultMapping()
	mapping.Students.Fields.ClassID, mapping.Statuses.Path, mapping.Periods.Paging.Kind = "$[", "x", "odd"
	if places := MappingPlaces(mapping.Validate()); !slices.Equal(places, []string{"periods.paging", "students.fields.classId", "statuses.path"}) {
		t.Errorf("the places are %q", places)
	}
}

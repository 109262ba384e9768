package mapping

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"rollbook/apiclient"
)

// readStudents reads one answer by a mapping of the students' call.
func readStudents(t *testing.T, body string, change func(*Reading)) (List, error) {
	t.Helper()
	mapped := Default()
	if change != nil {
		mapped = changed(mapped, Students, change)
	}
	return readerOf(t, serve(t, answering(200, body)), mapped).Read(context.Background(), Students, Place{Period: "1"})
}

func TestTheDefaultMappingReadsTheDefaultAnswers(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"/serviceapi/v1/curriculum/schoolperiods/list":                                   `[{"id":7,"name":"2026","startDate":"2026-01-01","endDate":"2026-06-30T00:00:00Z"},{"id":"b"}]`,
		"/serviceapi/v1/students/list?schoolPeriodId=7":                                  `[{"studentSemesterInfoId":9007199254740993,"studentId":"22","firstName":"Kim","lastName":"<b>","className":"1A"},{"studentSemesterInfoId":12}]`,
		"/serviceapi/v1/students/attendance/statuses/list":                               `[{"id":1,"name":"Present"}]`,
		"/serviceapi/v1/students/attendance/daily/list?schoolPeriodId=7&date=2026-03-04": `[{"studentId":22,"attendanceStatus":"Present","date":"2026-03-04","checkIn":{"at":9007199254740993}}]`,
	}
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.Header.Get(apiclient.HeaderKey) != testKey || r.Header.Get(apiclient.HeaderTenant) != "north" || r.Header.Get(apiclient.HeaderSchoolCode) != "N-1" {
			t.Errorf("asked %s with %v", r.Method, r.Header)
		}
		body, known := answers[r.URL.RequestURI()]
		if !known {
			http.NotFound(w, r)
		}
		_, _ = io.WriteString(w, body)
	})
	reader, at := readerOf(t, client, Default().With(Day, DefaultOf(Day))), Place{Period: "7", Date: "2026-03-04"}
	for _, test := range []struct {
		call  Call
		items []holds
	}{
		{Periods, []holds{{ID: "7", Name: "2026", From: "2026-01-01", To: "2026-06-30"}, {ID: "b"}}},
		{Students, []holds{{EnrolmentID: int64(9007199254740993), StudentID: int64(22), GivenName: "Kim", FamilyName: "<b>", ClassName: "1A"}, {EnrolmentID: int64(12)}}},
		{Statuses, []holds{{ID: int64(1), Name: "Present"}}},
		{Day, []holds{{StudentID: int64(22), Status: "Present", Date: "2026-03-04", CheckIn: `{"at":9007199254740993}`}}},
	} {
		list, err := reader.Read(t.Context(), test.call, at)
		expectList(t, list, err, test.items...)
	}
}

func TestListsAreFoundAtAnyDepthAndShape(t *testing.T) {
	t.Parallel()
	one := holds{EnrolmentID: int64(5)}
	cases := []struct{ body, list, id string }{
		{`[5]`, "$", "$"},
		{`["5"]`, "$", "$"},
		{`{"data":{"page":{"rows":[{"id":5}]}}}`, "$.data.page.rows", "$.id"},
		{`{"data":[{"rows":[{"id":5}]}]}`, "$.data[0].rows", "$.id"},
		{`{"data":[{"rows":[]},{"rows":[{"id":5}]}]}`, "$..rows", "$.id"},
		{`{"5":{"info":{"id":"5"}}}`, "$.*", "$.info.id"},
		{`[{"id":4,"left":true},{"id":5,"left":false}]`, "$[?@.left==false]", "$.id"},
		{`[{"the id":5}]`, "$[*]", "$['the id']"},
		{`[{"ids":[null,5]}]`, "$", "$.ids[*]"},
	}
	for _, c := range cases {
		list, err := readStudents(t, c.body, func(r *Reading) {
			r.List, r.Fields = c.list, map[string]string{EnrolmentID: c.id}
		})
		expectList(t, list, err, one)
	}
}

func TestRepeatedEnrolmentsCollapseAndAreCounted(t *testing.T) {
	t.Parallel()
	list, err := readStudents(t, `[{"studentSemesterInfoId":5},{"studentSemesterInfoId":"5","firstName":"Kim"},{"studentSemesterInfoId":6}]`, nil)
	expectList(t, list, err, holds{EnrolmentID: int64(5)}, holds{EnrolmentID: int64(6)})
	if list.Duplicates != 1 {
		t.Errorf("%d duplicates", list.Duplicates)
	}
}

func TestAnEnrolmentInTwoClassesIsListedForEach(t *testing.T) {
	t.Parallel()
	list, err := readStudents(t, `[{"studentSemesterInfoId":5,"className":"1A"},{"studentSemesterInfoId":5,"className":"Choir"},{"studentSemesterInfoId":5,"className":"1A"}]`, nil)
	expectList(t, list, err, holds{EnrolmentID: int64(5), ClassName: "1A"}, holds{EnrolmentID: int64(5), ClassName: "Choir"})
	if list.Duplicates != 1 {
		t.Errorf("%d duplicates", list.Duplicates)
	}
}

func TestAnAnswerThatWouldFillTheMemoryIsNotDecoded(t *testing.T) {
	t.Parallel()
	_, err := readStudents(t, "["+strings.Repeat("1,", 1_000_001)+"1]", nil)
	if err == nil || !strings.Contains(err.Error(), "values") {
		t.Errorf("reading ended as %v", err)
	}
}

func TestUnreadableItemsAreReportedByPosition(t *testing.T) {
	t.Parallel()
	list, err := readStudents(t, `[{"studentSemesterInfoId":5,"firstName":["x"],"studentId":1.5},{"studentSemesterInfoId":1e3},7,{},null,{"studentSemesterInfoId":-1}]`, nil)
	if err != nil || len(list.Items) != 1 || list.Items[0].Number(StudentID) != 0 || list.Unreadable != 5 {
		t.Fatalf("read %+v, %v", list, err)
	}
	var got []string
	for _, problem := range list.Problems {
		got = append(got, problem.String())
	}
	want := []string{
		"item 0, $.studentId: not a whole number above 0", "item 0, $.firstName: not a text",
		"item 1, $.studentSemesterInfoId: not a whole number above 0", "item 2, $.studentSemesterInfoId: no id",
		"item 3, $.studentSemesterInfoId: no id", "item 4, $.studentSemesterInfoId: no id",
		"item 5, $.studentSemesterInfoId: not a whole number above 0",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("problems %q", got)
	}
}

func TestAnAnswerWithoutTheListIsUnknown(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "null", "{}", `""`, "3", "<html>", `{"data":[]}`, `[{}] x`} {
		_, err := readStudents(t, body, nil)
		failure, ok := errors.AsType[*apiclient.Error](err)
		if !ok || failure.Kind != apiclient.Unknown || failure.Status != 200 || failure.Detail() == "" {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestStudentsOfAClassBelongToIt(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(200, `[{"studentSemesterInfoId":5},{"studentSemesterInfoId":6,"class":2}]`))
	mapped := changed(byClass(), Students, func(r *Reading) { r.Fields[ClassID] = "$.class" })
	list, err := readerOf(t, client, mapped).Read(t.Context(), Students, Place{Period: "1", Class: "1A"})
	expectList(t, list, err, holds{EnrolmentID: int64(5), ClassID: "1A"}, holds{EnrolmentID: int64(6), ClassID: "2"})
	if _, err := readerOf(t, client, Default()).Read(t.Context(), Classes, Place{Period: "1"}); !errors.Is(err, ErrNotMapped) {
		t.Errorf("classes that are not mapped: %v", err)
	}
}

func TestACheckMakesItsCallsAfterEarlierFailures(t *testing.T) {
	t.Parallel()
	inBubble(t, answering(http.StatusInternalServerError, ""), func(t *testing.T, client *apiclient.Client) {
		reader := readerOf(t, client, Default())
		for range 3 {
			_, _ = reader.Read(t.Context(), Statuses, Place{})
		}
		_, err := reader.Read(t.Context(), Statuses, Place{})
		if failure, ok := errors.AsType[*apiclient.Error](err); !ok || failure.Reason != apiclient.ReasonPaused {
			t.Errorf("reads do not pause: %v", err)
		}
		for _, result := range Check(t.Context(), client, Default(), "2026-11-20", lastOf) {
			if result.Finding != FindingNotTried && result.Finding != FindingNoCall && result.Exchange.Status != http.StatusInternalServerError {
				t.Errorf("%s was not called: %+v", result.Call, result)
			}
		}
	})
}

func TestAValueCannotLeaveItsPlaceInThePath(t *testing.T) {
	t.Parallel()
	got := Target("/a/{class}/b?p={period}&d={date}", Place{Period: "1&x=2#", Class: "../q?z", Date: "2026-03-04"})
	if want := "/a/..%2Fq%3Fz/b?p=1%26x%3D2%23&d=2026-03-04"; got != want {
		t.Errorf("filled as %s", got)
	}
	mapped := changed(Default(), Students, func(r *Reading) { r.Path = "/students/{period}/list" })
	client := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was asked") })
	if _, err := readerOf(t, client, mapped).Read(t.Context(), Students, Place{Period: ".."}); err == nil {
		t.Error("a period that is .. was asked for")
	}
}

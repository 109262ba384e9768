package apiclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func readerOf(t testing.TB, client *Client, mapping Mapping) *Reader {
	t.Helper()
	reader, err := client.Reader(mapping)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

func readStatuses(t testing.TB, client *Client) (List[Status], error) {
	t.Helper()
	return readerOf(t, client, DefaultMapping()).Statuses(context.Background(), "1")
}

// readStudents reads one answer by a mapping of the students' call.
func readStudents(t *testing.T, body string, change func(*StudentsCall)) (List[Enrolment], error) {
	t.Helper()
	mapping := DefaultMapping()
	if change != nil {
		change(&mapping.Students)
	}
	return readerOf(t, serve(t, answering(200, body)), mapping).Students(context.Background(), "1", "")
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
		if r.Method != http.MethodGet || r.Header.Get(HeaderKey) != testKey || r.Header.Get(HeaderTenant) != "north" || r.Header.Get(HeaderSchoolCode) != "N-1" {
			t.Errorf("asked %s with %v", r.Method, r.Header)
		}
		body, known := answers[r.URL.RequestURI()]
		if !known {
			http.NotFound(w, r)
		}
		_, _ = io.WriteString(w, body)
	})
	mapping := DefaultMapping()
	mapping.DailyAttendance = DefaultDailyAttendance()
	reader, ctx := readerOf(t, client, mapping), context.Background()
	periods, err := reader.Periods(ctx)
	expectList(t, periods, err, Period{ID: "7", Name: "2026", From: "2026-01-01", To: "2026-06-30"}, Period{ID: "b"})
	students, err := reader.Students(ctx, "7", "")
	expectList(t, students, err, Enrolment{ID: 9007199254740993, StudentID: 22, GivenName: "Kim", FamilyName: "<b>", ClassName: "1A"}, Enrolment{ID: 12})
	statuses, err := reader.Statuses(ctx, "7")
	expectList(t, statuses, err, Status{ID: 1, Name: "Present"})
	day, err := reader.DailyAttendance(ctx, "7", "", "2026-03-04")
	expectList(t, day, err, DayMark{StudentID: 22, Status: "Present", Date: "2026-03-04", CheckIn: []byte(`{"at":9007199254740993}`)})
}

func expectList[T any](t *testing.T, list List[T], err error, want ...T) {
	t.Helper()
	if err != nil || len(list.Problems) != 0 || !reflect.DeepEqual(list.Items, want) {
		t.Errorf("read %+v, %v\nwant %+v", list, err, want)
	}
}

func TestListsAreFoundAtAnyDepthAndShape(t *testing.T) {
	t.Parallel()
	one := Enrolment{ID: 5}
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
		list, err := readStudents(t, c.body, func(call *StudentsCall) {
			call.List, call.Fields = c.list, EnrolmentFields{EnrolmentID: c.id}
		})
		expectList(t, list, err, one)
	}
}

func TestRepeatedEnrolmentsCollapseAndAreCounted(t *testing.T) {
	t.Parallel()
	list, err := readStudents(t, `[{"studentSemesterInfoId":5},{"studentSemesterInfoId":"5","firstName":"Kim"},{"studentSemesterInfoId":6}]`, nil)
	expectList(t, list, err, Enrolment{ID: 5}, Enrolment{ID: 6})
	if list.Duplicates != 1 {
		t.Errorf("%d duplicates", list.Duplicates)
	}
}

func TestAnEnrolmentInTwoClassesIsListedForEach(t *testing.T) {
	t.Parallel()
	list, err := readStudents(t, `[{"studentSemesterInfoId":5,"className":"1A"},{"studentSemesterInfoId":5,"className":"Choir"},{"studentSemesterInfoId":5,"className":"1A"}]`, nil)
	expectList(t, list, err, Enrolment{ID: 5, ClassName: "1A"}, Enrolment{ID: 5, ClassName: "Choir"})
	if list.Duplicates != 1 {
		t.Errorf("%d duplicates", list.Duplicates)
	}
}

func TestAnAnswerThatWouldFillTheMemoryIsNotDecoded(t *testing.T) {
	t.Parallel()
	_, err := readStudents(t, "["+strings.Repeat("1,", maxCommas+1)+"1]", nil)
	if err == nil || !strings.Contains(err.Error(), "values") {
		t.Errorf("reading ended as %v", err)
	}
}

func TestUnreadableItemsAreReportedByPosition(t *testing.T) {
	t.Parallel()
	list, err := readStudents(t, `[{"studentSemesterInfoId":5,"firstName":["x"],"studentId":1.5},{"studentSemesterInfoId":1e3},7,{},null,{"studentSemesterInfoId":-1}]`, nil)
	if err != nil || len(list.Items) != 1 || list.Items[0].StudentID != 0 || list.Unreadable != 5 {
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
		failure, ok := errors.AsType[*Error](err)
		if !ok || failure.Kind != Unknown || failure.Status != 200 || failure.Detail() == "" {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestReadsAreRepeatedOnlyWhereThatMayHelp(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int64{500: 3, 503: 3, 401: 1, 404: 1, 429: 1, 400: 1} {
		var asked atomic.Int64
		service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			w.WriteHeader(status)
		}}
		service.run(t, func(t *testing.T, client *Client) {
			_, err := readStatuses(t, client)
			failure, ok := errors.AsType[*Error](err)
			if !ok || failure.Status != status || asked.Load() != want {
				t.Errorf("%d: asked %d times, %v", status, asked.Load(), err)
			}
		})
	}
}

func TestAReadThatIsAskedToWaitIsNotRepeated(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	_, err := readStatuses(t, client)
	if failure, ok := errors.AsType[*Error](err); !ok || failure.RetryAfter != 30*time.Second || asked.Load() != 1 {
		t.Errorf("asked %d times, %v", asked.Load(), err)
	}
}

func TestStudentsOfAClassBelongToIt(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(200, `[{"studentSemesterInfoId":5},{"studentSemesterInfoId":6,"class":2}]`))
	mapping := byClass()
	mapping.Students.Fields.ClassID = "$.class"
	list, err := readerOf(t, client, mapping).Students(context.Background(), "1", "1A")
	expectList(t, list, err, Enrolment{ID: 5, ClassID: "1A"}, Enrolment{ID: 6, ClassID: "2"})
	if _, err := readerOf(t, client, DefaultMapping()).Classes(context.Background(), "1"); !errors.Is(err, ErrNotMapped) {
		t.Errorf("classes that are not mapped: %v", err)
	}
}

func TestAfterFiveFailuresReadsPauseForHalfAMinute(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	var healthy atomic.Bool
	service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if !healthy.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
		_, _ = io.WriteString(w, "[]")
	}}
	service.run(t, func(t *testing.T, client *Client) {
		_, _ = readStatuses(t, client)
		_, _ = readStatuses(t, client)
		_, err := readStatuses(t, client)
		failure, ok := errors.AsType[*Error](err)
		if !ok || failure.Kind != NotSent || failure.Reason != ReasonPaused || asked.Load() != 5 {
			t.Errorf("asked %d times, then %v", asked.Load(), err)
		}
		healthy.Store(true)
		time.Sleep(31 * time.Second)
		if _, err := readStatuses(t, client); err != nil {
			t.Errorf("after the pause: %v", err)
		}
	})
}

func TestACheckMakesItsCallsWhateverFailedBefore(t *testing.T) {
	t.Parallel()
	service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }}
	service.run(t, func(t *testing.T, client *Client) {
		_, _ = readStatuses(t, client)
		_, _ = readStatuses(t, client)
		for _, result := range client.Check(context.Background(), DefaultMapping(), "2026-11-20") {
			if result.Finding != FindingNotTried && result.Finding != FindingNoCall && result.Status != http.StatusInternalServerError {
				t.Errorf("%s was not called: %+v", result.Call, result)
			}
		}
	})
}

func TestAReadThatIsNotAnsweredEndsAfterFifteenSeconds(t *testing.T) {
	t.Parallel()
	service := &pipeService{handler: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
	service.run(t, func(t *testing.T, client *Client) {
		began := time.Now()
		_, err := client.getOnce(context.Background(), "statuses", "/x")
		failure, ok := errors.AsType[*Error](err)
		if !ok || failure.Kind != Unknown || time.Since(began) != readDeadline {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		synctest.Wait()
	})
}

func TestAnEndlessListIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	chunk := strings.Repeat(" ", 1<<20)
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 1000 {
			if _, err := io.WriteString(w, chunk); err != nil {
				return
			}
		}
		t.Error("it was read to its end")
	})
	_, err := readStatuses(t, client)
	if _, tooLarge := errors.AsType[*tooLargeError](err); !tooLarge {
		t.Errorf("reading ended as %v", err)
	}
}

func TestAValueCannotLeaveItsPlaceInThePath(t *testing.T) {
	t.Parallel()
	got := fill("/a/{class}/b?p={period}&d={date}", placeholders{period: "1&x=2#", class: "../q?z", date: "2026-03-04"})
	if want := "/a/..%2Fq%3Fz/b?p=1%26x%3D2%23&d=2026-03-04"; got != want {
		t.Errorf("filled as %s", got)
	}
	mapping := DefaultMapping()
	mapping.Students.Path = "/students/{period}/list"
	client := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was asked") })
	if _, err := readerOf(t, client, mapping).Students(context.Background(), "..", ""); err == nil {
		t.Error("a period that is .. was asked for")
	}
}

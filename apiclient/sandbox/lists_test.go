package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

func TestTheListsHaveTheFieldsThatAreAgreed(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.save(t, s.status(t, "Late"), s.class(t, harbourSchool(), "8B")[0].EnrolmentID).items(t)
	period := s.currentPeriod(t)
	lists := map[string][]string{
		pathPeriods:  {"id", "name", "startDate", "endDate"},
		pathStatuses: {"id", "name"},
		fmt.Sprint(pathStudents, "?schoolPeriodId=", period):                   {"studentSemesterInfoId", "studentId", "firstName", "lastName", "className"},
		fmt.Sprint(pathDailyList, "?schoolPeriodId=", period, "&date=", today): {"studentId", "attendanceStatus", "date", "comments", "checkIn", "checkOut"},
	}
	for path, fields := range lists {
		r := s.get(t, path)
		var items []map[string]json.RawMessage
		if err := json.Unmarshal([]byte(r.body), &items); err != nil || r.code != 200 || len(items) == 0 {
			t.Fatalf("%s: %d %.100s", path, r.code, r.body)
		}
		for _, field := range fields {
			if _, ok := items[0][field]; !ok || len(items[0]) != len(fields) {
				t.Errorf("%s: %s, want exactly %v", path, items[0], fields)
			}
		}
	}
}

func (s *service) currentPeriod(t *testing.T) int64 {
	t.Helper()
	periods, err := s.Periods(harbourSchool().Code)
	if err != nil || len(periods) != 2 {
		t.Fatalf("periods %v %v", periods, err)
	}
	return periods[1].ID
}

func TestTheDailyListHoldsTheMarksOfOneDateAndPeriod(t *testing.T) {
	t.Parallel()
	s := start(t)
	class := s.class(t, harbourSchool(), "8B")
	s.save(t, s.status(t, "Remote"), class[3].EnrolmentID, class[4].EnrolmentID).items(t)
	list := func(period int64, date string) []Result {
		return s.get(t, fmt.Sprint(pathDailyList, "?schoolPeriodId=", period, "&date=", date)).items(t)
	}
	found := list(s.currentPeriod(t), today)
	if len(found) != 2 || found[0].StudentID != class[3].StudentID || found[0].Status != "Remote" {
		t.Errorf("found %+v", found)
	}
	if other := list(s.currentPeriod(t), "2026-03-03"); len(other) != 0 {
		t.Errorf("another date holds %+v", other)
	}
	if other := list(s.currentPeriod(t)-1, today); len(other) != 0 {
		t.Errorf("another period holds %+v", other)
	}
}

func TestTheDailyListCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *Options) { o.DisableDailyList = true })
	s.get(t, fmt.Sprint(pathDailyList, "?schoolPeriodId=", s.currentPeriod(t), "&date=", today)).wantFailure(t, http.StatusNotFound)
}

func TestWrongQuestionsToTheListsAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	foreign, err := s.Periods(tilleulsSchool().Code)
	if err != nil {
		t.Fatal(err)
	}
	period := s.currentPeriod(t)
	for query, code := range map[string]int{
		pathStudents: 400, pathStudents + "?schoolPeriodId=": 400, pathStudents + "?schoolPeriodId=1.0": 400,
		pathStudents + "?schoolPeriodId=1":                                    404,
		fmt.Sprint(pathStudents, "?schoolPeriodId=", foreign[0].ID):           404,
		fmt.Sprint(pathDailyList, "?schoolPeriodId=", period):                 400,
		fmt.Sprint(pathDailyList, "?schoolPeriodId=", period, "&date=2026-2"): 400,
		pathDailyList + "?date=" + today:                                      400,
	} {
		s.get(t, query).wantFailure(t, code)
	}
}

func TestNamesArriveByteForByte(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := s.get(t, fmt.Sprint(pathStudents, "?schoolPeriodId=", s.currentPeriod(t)))
	var students []Student
	if err := json.Unmarshal([]byte(r.body), &students); err != nil {
		t.Fatal(err)
	}
	names := map[person]int{}
	for _, one := range students {
		names[person{one.FirstName, one.LastName}]++
	}
	harbour, err := shapeOf(shapeHarbour)
	if err != nil || len(harbour.Hard) != 2 {
		t.Fatal(harbour.Hard, err)
	}
	for _, class := range harbour.Hard {
		for _, hard := range class {
			if names[hard] == 0 {
				t.Errorf("%q is missing", hard)
			}
		}
	}
}

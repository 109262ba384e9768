package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestASaveRecordsOneStatusForEveryEnrolmentAndAnswersWithStudentIDs(t *testing.T) {
	t.Parallel()
	s := start(t)
	class := s.class(t, harbourSchool(), "8B")
	slices.Reverse(class)
	items := s.save(t, s.status(t, "Late"), enrolmentIDs(class)...).items(t)
	if len(items) != 28 {
		t.Fatalf("%d items, want one for each of 28 enrolments", len(items))
	}
	for i, item := range items {
		if item.StudentID != class[i].StudentID || item.Status != "Late" || item.Date != today {
			t.Errorf("item %d is %+v, want student %d late on %s", i, item, class[i].StudentID, today)
		}
		if held := s.mark(t, class[i].EnrolmentID); held != "Late" {
			t.Errorf("enrolment %d holds %q", class[i].EnrolmentID, held)
		}
	}
}

func TestIDsBeyondTheRangeOfFloatsStayExact(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := s.save(t, s.status(t, "Absent"), 9007199254740993)
	if want := `"studentId":9007199254740992,`; !strings.Contains(r.body, want) {
		t.Errorf("answer %s, want %s", r.body, want)
	}
	if got := s.mark(t, 9007199254740993); got != "Absent" {
		t.Errorf("the enrolment that was sent holds %q", got)
	}
	if got := s.mark(t, 9007199254740992); got != "" {
		t.Errorf("its neighbour, the same as a float, holds %q", got)
	}
}

func TestASecondSaveReplacesTheStatusOfTheFirst(t *testing.T) {
	t.Parallel()
	s := start(t)
	one := s.class(t, harbourSchool(), "5A")[0]
	s.save(t, s.status(t, "Absent"), one.EnrolmentID).items(t)
	s.save(t, s.status(t, "Present"), one.EnrolmentID).items(t)
	marks, err := s.Marks(harbourSchool().Code, today)
	if err != nil {
		t.Fatal(err)
	}
	if len(marks) != 1 || marks[0].Status != "Present" || marks[0].StudentID != one.StudentID {
		t.Errorf("marks %+v, want one, Present", marks)
	}
}

func TestAnEnrolmentSentTwiceIsAnsweredTwice(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.class(t, harbourSchool(), "5A")[0].EnrolmentID
	items := s.save(t, s.status(t, "Present"), id, id).items(t)
	if len(items) != 2 || items[0].StudentID != items[1].StudentID {
		t.Errorf("items %+v, want one for each id sent", items)
	}
}

func TestCheckInAndCheckOutFollowTheMeaningOfInOutAndClear(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.class(t, harbourSchool(), "6B")[0].EnrolmentID
	steps := []struct{ more, in, out string }{
		{`"checkInOrCheckOut":"in","checkTime":"08:05"`, `"08:05"`, `null`},
		{`"checkInOrCheckOut":null,"checkTime":"09:00"`, `"08:05"`, `null`},
		{`"checkInOrCheckOut":"out","checkTime":{"at":[9007199254740993,"<12:30>"]}`, `"08:05"`, `{"at":[9007199254740993,"<12:30>"]}`},
		{``, `"08:05"`, `{"at":[9007199254740993,"<12:30>"]}`},
		{`"checkInOrCheckOut":"in","checkTime":false`, `false`, `{"at":[9007199254740993,"<12:30>"]}`},
		{`"checkInOrCheckOut":"clear","checkTime":"10:00"`, `null`, `null`},
		{`"checkInOrCheckOut":"out"`, `null`, `"2026-03-02T07:30:00Z"`},
		{`"checkInOrCheckOut":"in","checkTime":null`, `"2026-03-02T07:30:00Z"`, `"2026-03-02T07:30:00Z"`},
	}
	for _, step := range steps {
		r := s.post(t, saveBody(s.status(t, "Present"), step.more, id))
		if want := fmt.Sprintf(`"comments":null,"checkIn":%s,"checkOut":%s}]`, step.in, step.out); !strings.HasSuffix(r.body, want) {
			t.Errorf("after %s the answer is %s, want %s", step.more, r.body, want)
		}
	}
}

func TestRequestsAgainstTheDocumentAreRefusedAndNothingIsRecorded(t *testing.T) {
	t.Parallel()
	s := start(t)
	right := fmt.Sprint(s.class(t, harbourSchool(), "8B")[0].EnrolmentID)
	foreign := fmt.Sprint(s.current(t, tilleulsSchool())[0].EnrolmentID)
	status := fmt.Sprint(s.status(t, "Late"))
	body := func(ids, status, date, more string) string {
		return fmt.Sprintf(`{"studentSemesterInfoIds":%s,"attStatus":%s,"date":%s%s}`, ids, status, date, more)
	}
	good := `{"id":` + status + `}`
	cases := []struct {
		name, body string
		code       int
	}{
		{"unknown enrolment among right ones", body("["+right+",1]", good, `"2026-03-02"`, ""), 422},
		{"enrolment of another school", body("["+right+","+foreign+"]", good, `"2026-03-02"`, ""), 422},
		{"unknown status", body("["+right+"]", `{"id":1}`, `"2026-03-02"`, ""), 422},
		{"no ids", body("[]", good, `"2026-03-02"`, ""), 400},
		{"null ids", body("null", good, `"2026-03-02"`, ""), 400},
		{"null among the ids", body("["+right+",null]", good, `"2026-03-02"`, ""), 400},
		{"id as text", body(`["`+right+`"]`, good, `"2026-03-02"`, ""), 400},
		{"id with a fraction", body("["+right+".0]", good, `"2026-03-02"`, ""), 400},
		{"id beyond 64 bits", body("[9223372036854775808]", good, `"2026-03-02"`, ""), 400},
		{"status as a number", body("["+right+"]", status, `"2026-03-02"`, ""), 400},
		{"status without id", body("["+right+"]", `{}`, `"2026-03-02"`, ""), 400},
		{"status of another spelling", body("["+right+"]", `{"ID":`+status+`}`, `"2026-03-02"`, ""), 400},
		{"day that is not", body("["+right+"]", good, `"2026-02-29"`, ""), 400},
		{"date with a time", body("["+right+"]", good, `"2026-03-02T00:00:00Z"`, ""), 400},
		{"short date", body("["+right+"]", good, `"2026-3-2"`, ""), 400},
		{"date with a space", body("["+right+"]", good, `"2026-03-02 "`, ""), 400},
		{"five-digit year", body("["+right+"]", good, `"12026-03-02"`, ""), 400},
		{"date as a number", body("["+right+"]", good, `20260302`, ""), 400},
		{"other check", body("["+right+"]", good, `"2026-03-02"`, `,"checkInOrCheckOut":"IN"`), 400},
		{"empty check", body("["+right+"]", good, `"2026-03-02"`, `,"checkInOrCheckOut":""`), 400},
		{"long check time", body("["+right+"]", good, `"2026-03-02"`, `,"checkTime":"`+strings.Repeat("x", 5000)+`"`), 400},
		{"unknown field", body("["+right+"]", good, `"2026-03-02"`, `,"checkinOrCheckOut":"in"`), 400},
		{"missing date", `{"studentSemesterInfoIds":[` + right + `],"attStatus":` + good + `}`, 400},
		{"two values", body("["+right+"]", good, `"2026-03-02"`, "") + "{}", 400},
		{"not UTF-8", body("["+right+"]", good, `"2026-03-02"`, ",\"checkTime\":\"\xff\""), 400},
		{"array", "[]", 400}, {"null", "null", 400}, {"nothing", "", 400},
		{"too long", `{"x":"` + strings.Repeat("x", maxBody) + `"}`, 413},
	}
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) { s.post(t, one.body).wantFailure(t, one.code) })
	}
	if marks, err := s.Marks(harbourSchool().Code, ""); err != nil || len(marks) > 0 {
		t.Errorf("recorded %+v %v, want nothing", marks, err)
	}
}

func TestABodyThatIsNotDeclaredAsJSONIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := saveBody(s.status(t, "Late"), "", s.class(t, harbourSchool(), "8B")[0].EnrolmentID)
	for _, declared := range []string{"text/plain", "application/x-www-form-urlencoded", ""} {
		headers := with(s.headers(harbourSchool()), "Content-Type", declared)
		s.send(t.Context(), "POST", pathBulk, body, headers).wantFailure(t, http.StatusUnsupportedMediaType)
	}
	headers := with(s.headers(harbourSchool()), "Content-Type", "application/json; charset=utf-8")
	s.send(t.Context(), "POST", pathBulk, body, headers).items(t)
}

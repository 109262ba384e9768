package services

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestASaveIsSentAsTheServicesDocumentHasIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = bothAbsent
	checked := twoAbsent()
	checked.Check, checked.CheckTime = roll.CheckIn, "08:45"
	for body, attempt := range map[string]roll.Attempt{
		`{"studentSemesterInfoIds":[1,9007199254740993],"attStatus":{"id":2},"date":"2026-11-20"}`:                                                twoAbsent(),
		`{"studentSemesterInfoIds":[1,9007199254740993],"attStatus":{"id":2},"date":"2026-11-20","checkTime":"08:45","checkInOrCheckOut":"in"}`:   checked,
		`{"studentSemesterInfoIds":[1,9007199254740993],"attStatus":{"id":2},"date":"2026-11-20","checkInOrCheckOut":"clear"}`:                    cleared(),
		`{"studentSemesterInfoIds":[1,9007199254740993],"attStatus":{"id":2},"date":"2026-11-20","checkTime":"\"\\<é","checkInOrCheckOut":"out"}`: oddly(),
	} {
		f.send(t, attempt)
		requests := f.service.requests()
		last := requests[len(requests)-1]
		if last.method != http.MethodPost || last.target != "/district/serviceapi/v1/students/attendance/daily/bulk" || strings.ReplaceAll(last.body, `\u003c`, "<") != body {
			t.Errorf("sent %s %s\n%s\ninstead of\n%s", last.method, last.target, last.body, body)
		}
		for name, value := range map[string]string{"Tenant": "north-tenant", "Schoolcode": "N-1", "Service-Secret-Key": firstKey, "Content-Type": "application/json"} {
			if got := last.header.Values(name); len(got) != 1 || got[0] != value {
				t.Errorf("header %s is %q", name, got)
			}
		}
	}
}

func cleared() roll.Attempt {
	attempt := twoAbsent()
	attempt.Check = roll.CheckClear
	return attempt
}

func oddly() roll.Attempt {
	attempt := twoAbsent()
	attempt.Check, attempt.CheckTime = roll.CheckOut, `"\<é`
	return attempt
}

func TestAValidAnswerIsReadAndKeptWithoutTheKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = strings.Replace(bothAbsent, `"comments":{"x":[1]}`, `"comments":"`+firstKey+`"`, 1)
	before := time.Now()
	reply := f.send(t, twoAbsent())
	if reply.State != roll.Answered || reply.HTTPStatus != 200 || !reply.Reading.Valid || len(reply.Reading.Students) != 2 || reply.Problem != "" {
		t.Errorf("the reply is %+v", reply)
	}
	for _, student := range reply.Reading.Students {
		if student.Verdict != roll.Confirmed || student.Returned != "Absent" {
			t.Errorf("a student is %+v", student)
		}
	}
	if reply.SentAt.Before(before) || reply.SentAt.After(time.Now()) {
		t.Errorf("it was sent at %v", reply.SentAt)
	}
	if strings.Contains(reply.Exchange, firstKey) || !strings.Contains(reply.Exchange, "9007199254740993") || !strings.Contains(reply.Exchange, "north-tenant") {
		t.Errorf("the exchange is %s", reply.Exchange)
	}
}

func TestEveryAnswerMeansWhatTheRuleSays(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		status        int
		body, problem string
		state         roll.AttemptState
	}{
		{200, "[]", "not_understood", roll.Unknown}, {200, "null", "not_understood", roll.Unknown}, {200, "{}", "not_understood", roll.Unknown}, {200, `""`, "not_understood", roll.Unknown},
		{200, "", "not_understood", roll.Unknown}, {200, "<html>", "not_understood", roll.Unknown}, {204, "", "not_understood", roll.Unknown},
		{200, strings.ReplaceAll(bothAbsent, "2026-11-20", "2026-11-19"), "not_understood", roll.Unknown},
		{200, strings.ReplaceAll(bothAbsent, "Absent", ""), "not_understood", roll.Unknown},
		{200, strings.ReplaceAll(strings.ReplaceAll(bothAbsent, "11", "21"), `"12"`, "22"), "not_understood", roll.Unknown},
		{201, bothAbsent, "", roll.Answered}, {202, bothAbsent, "", roll.Answered},
		{401, "API key is not valid!", "unauthorized", roll.KeyRefused}, {401, "", "unauthorized", roll.KeyRefused}, {401, bothAbsent, "unauthorized", roll.KeyRefused},
		{429, "", "too_many_requests", roll.AskedToWait},
		{400, "", "rejected", roll.Rejected}, {409, "", "rejected", roll.Rejected}, {413, "", "rejected", roll.Rejected}, {422, "", "rejected", roll.Rejected},
		{408, "", "server_error", roll.Unknown}, {425, "", "server_error", roll.Unknown}, {500, "", "server_error", roll.Unknown}, {502, "<html>", "server_error", roll.Unknown}, {599, "", "server_error", roll.Unknown},
		{301, "", "misconfigured", roll.Misdirected}, {307, "", "misconfigured", roll.Misdirected}, {403, "", "misconfigured", roll.Misdirected},
		{404, "", "gone", roll.Gone}, {404, "<html>", "gone", roll.Gone}, {410, "Gone", "gone", roll.Gone},
		{404, `{"message":"no such student"}`, "gone", roll.Gone}, {410, "[]", "gone", roll.Gone}, {403, "{}", "misconfigured", roll.Misdirected},
		{405, "", "misconfigured", roll.Misdirected}, {418, "", "misconfigured", roll.Misdirected},
	} {
		f := newFixture(t)
		f.service.status, f.service.body, f.service.header = one.status, one.body, map[string]string{"Location": "https://elsewhere.example/", "Retry-After": "17"}
		reply := f.send(t, twoAbsent())
		if reply.State != one.state || reply.Problem != one.problem || reply.HTTPStatus != one.status {
			t.Errorf("%d %q means %s (%s), status %d", one.status, one.body, reply.State, reply.Problem, reply.HTTPStatus)
		}
		if reply.SentAt.IsZero() {
			t.Errorf("%d %q began at no time", one.status, one.body)
		}
		if wait := reply.RetryAfter; (one.status == 429) != (wait == 17*time.Second) {
			t.Errorf("%d asks for a wait of %v", one.status, wait)
		}
		if calls := len(f.service.requests()); calls != 1 {
			t.Errorf("%d was asked %d times", one.status, calls)
		}
	}
}

func TestWhatNeverLeftIsNotSent(t *testing.T) {
	t.Parallel()
	closedPort := httptest.NewServer(http.NotFoundHandler())
	closedPort.Close()
	for problem, change := range map[string]func(f *fixture){
		"refused":           func(f *fixture) { f.school.BaseURL = closedPort.URL },
		"settings":          func(f *fixture) { f.keys.use("north", "2", "broken") },
		"forbidden_address": func(f *fixture) { f.school.BaseURL = "https://10.1.2.3" },
	} {
		f := newFixture(t)
		change(f)
		f.keys.moved(f.school)
		reply := f.send(t, twoAbsent())
		if reply.State != roll.NotSent || reply.Problem != problem || !reply.SentAt.IsZero() || reply.HTTPStatus != 0 {
			t.Errorf("%s: the reply is %+v", problem, reply)
		}
		if calls := len(f.service.requests()); calls != 0 {
			t.Errorf("%s: %d requests were sent", problem, calls)
		}
	}
}

func TestNothingIsSentAfterTheFence(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	reply := f.connections.Send(t.Context(), f.school, twoAbsent(), windowOf(time.Now().Add(-4*time.Second), 15*time.Second))
	if reply.State != roll.NotSent || reply.Problem != "fence" || !reply.SentAt.IsZero() || len(f.service.requests()) != 0 {
		t.Errorf("the reply is %+v", reply)
	}
}

func TestACallThatTakesTooLongIsUnknown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hangs, f.service.body = 2*time.Minute, bothAbsent
	began := time.Now()
	reply := f.connections.Send(t.Context(), f.school, twoAbsent(), windowOf(began, time.Second))
	if took := time.Since(began); reply.State != roll.Unknown || reply.SentAt.IsZero() || took > time.Minute {
		t.Errorf("after %v the reply is %+v", took, reply)
	}
}

func TestAConnectionThatBreaksAfterTheFirstByteIsUnknown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Read(make([]byte, 1))
			_ = connection.Close()
		}
	}()
	f.school.BaseURL = "http://" + listener.Addr().String()
	f.keys.moved(f.school)
	if reply := f.send(t, twoAbsent()); reply.State != roll.Unknown || reply.SentAt.IsZero() {
		t.Errorf("the reply is %+v", reply)
	}
}

func TestWhatIsNotUnderstoodIsTakenForPerhapsApplied(t *testing.T) {
	t.Parallel()
	window := windowOf(time.Now(), time.Second)
	if reply := failure(net.ErrClosed, window); reply.State != roll.Unknown || !reply.SentAt.Equal(window.ClaimedAt) {
		t.Errorf("the reply is %+v", reply)
	}
}

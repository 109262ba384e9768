package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

const oneSaved = `[{"studentId":9007199254740993,"attendanceStatus":"Present","date":"2026-03-04","comments":{"a":1}},
	{"studentId":"22","attendanceStatus":"Present","date":"2026-03-04"}]`

func TestASaveSendsExactlyTheDocumentedRequest(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var body []byte
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		_, _ = io.WriteString(w, oneSaved)
	})
	save := present(9007199254740993, 12)
	save.CheckInOrCheckOut, save.CheckTime = CheckIn, json.RawMessage(`"08:31"`)
	if _, err := client.SaveDailyAttendance(context.Background(), save, soon()); err != nil {
		t.Fatal(err)
	}
	want := `{"studentSemesterInfoIds":[9007199254740993,12],"attStatus":{"id":3},"date":"2026-03-04","checkTime":"08:31","checkInOrCheckOut":"in"}`
	if string(body) != want {
		t.Errorf("sent %s\nwant %s", body, want)
	}
	if got.Method != http.MethodPost || got.URL.Path != "/serviceapi/v1/students/attendance/daily/bulk" || got.Proto != "HTTP/1.1" {
		t.Errorf("asked %s %s by %s", got.Method, got.URL, got.Proto)
	}
	header := map[string]string{
		"Service-Secret-Key": testKey, "Schoolcode": "N-1", "Tenant": "north",
		"Content-Type": "application/json", "User-Agent": "Rollbook", "Cookie": "", "Accept-Encoding": "",
	}
	for name, value := range header {
		if got.Header.Get(name) != value {
			t.Errorf("header %s is %q, want %q", name, got.Header.Get(name), value)
		}
	}
}

func TestTheThreeHeadersAreSpeltAsDocumented(t *testing.T) {
	t.Parallel()
	head := make(chan string, 1)
	client, _ := rawService(t, func(c *net.TCPConn) {
		buffer := make([]byte, 4096)
		n, _ := c.Read(buffer)
		head <- string(buffer[:n])
	})
	_ = failureOf(t, client, soon())
	got := <-head
	for _, line := range []string{"\r\nservice-secret-key: " + testKey + "\r\n", "\r\nschoolCode: N-1\r\n", "\r\ntenant: north\r\n", "\r\nUser-Agent: Rollbook\r\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("%q is not in %q", line, got)
		}
	}
	if !strings.HasSuffix(got, `"date":"2026-03-04"}`) {
		t.Errorf("head and body did not leave together: %q", got)
	}
}

func TestAPlainSaveLeavesTheCheckFieldsOut(t *testing.T) {
	t.Parallel()
	body, err := present(1).encode()
	if err != nil || bytes.Contains(body, []byte("check")) {
		t.Errorf("%s, %v", body, err)
	}
}

func TestAnAnswerIsReadExactly(t *testing.T) {
	t.Parallel()
	client := serve(t, answering(200, oneSaved))
	answer, err := client.SaveDailyAttendance(context.Background(), present(11, 12), soon())
	if err != nil {
		t.Fatal(err)
	}
	want := []DailyAttendanceResult{
		{StudentID: 9007199254740993, AttendanceStatus: "Present", Date: "2026-03-04", Comments: json.RawMessage(`{"a":1}`)},
		{StudentID: 22, AttendanceStatus: "Present", Date: "2026-03-04"},
	}
	if !reflect.DeepEqual(answer.Items, want) {
		t.Errorf("got %+v", answer.Items)
	}
	if e := answer.Exchange; answer.Status != 200 || e.Began.IsZero() || e.ResponseBody.Text != oneSaved {
		t.Errorf("exchange %+v", e)
	}
}

func TestAnAnswerThatCannotBeReadIsUnknown(t *testing.T) {
	t.Parallel()
	item := func(id string) string { return `[{"studentId":` + id + `,"attendanceStatus":"P","date":"2026-03-04"}]` }
	bodies := []string{
		"", "null", "{}", `""`, "<html>", `[1]`, `["x"]`, `[null]`, `[[]]`, `[{}]`, `[{"studentId":1},`, `[{"studentId":1}] x`,
		item("1e3"), item("1.0"), item("1.5"), item(`"1.0"`), item(`"1e3"`), item(`" 1"`), item(`""`), item("-1"), item("0"), item("null"),
		item("true"), item("9223372036854775808"), item("[1]"), `[{"StudentID":1}]`, `[{"studentId":1,"studentId":2}]`,
	}
	for _, body := range bodies {
		client := serve(t, answering(200, body))
		failure := failureOf(t, client, soon())
		if failure.Kind != Unknown || failure.Status != 200 || failure.Detail() == "" {
			t.Errorf("%q: %+v", body, failure)
		}
	}
}

func TestAnItemThatReportsAFailureConfirmsNothing(t *testing.T) {
	t.Parallel()
	reads := func(more string) int {
		items, err := parseResults([]byte(`[{"studentId":1,"attendanceStatus":"Present","date":"2026-03-04",` + more + `}]`))
		if err != nil {
			t.Errorf("%s: %v", more, err)
		}
		return len(items)
	}
	for _, failed := range strings.Split(`"success":false;"saved":"N";"saved":0;"error":"locked";"errors":[{"code":7}];"status":409;"code":"500";"status":"queued";`+
		`"result":"rechazado";"ergebnis":"Fehler";"outcome":"skipped";"result":{"ok":false};"pending":true;"gespeichert":"nein";"message":"Period is closed, not saved";`+
		`"meta":{"response":{"status":"denied"}};"resultCode":-1;"status":false`, ";") {
		if reads(failed) != 0 {
			t.Errorf("%s is read as a mark", failed)
		}
	}
	for _, fine := range strings.Split(`"success":true;"error":null;"errors":[];"status":200;"status":"Present";"status":"present ";"status":"P";"status":"ABS";"status":"Present (late)";"result":"saved";"saved":true;"saved":null;`+
		`"message":"ok";"pending":false;"resultado":"éxito";"comments":{"error":"x"};"reason":"Office closed";"code":7;"studentName":"Denied";"locked":true;"status":"Enrolled";"updated":false;"message":"Saved. The register is closed.";"message":"No errors"`, ";") {
		if reads(fine) != 1 {
			t.Errorf("%s is read as no mark", fine)
		}
	}
}

func TestAnEmptyArrayIsReadForTheCallerToJudge(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"[]", "\xef\xbb\xbf[]", " [ ] "} {
		answer, err := serve(t, answering(201, body)).SaveDailyAttendance(context.Background(), present(1), soon())
		if err != nil || len(answer.Items) != 0 || answer.Status != 201 {
			t.Errorf("%q: %+v, %v", body, answer, err)
		}
	}
}

func TestAnImpossibleRequestIsNotSent(t *testing.T) {
	t.Parallel()
	client := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was sent") })
	saves := map[string]DailyAttendance{
		"no enrolment": {StatusID: 1, Date: "2026-03-04"},
		"id 0":         {EnrolmentIDs: []int64{0}, StatusID: 1, Date: "2026-03-04"},
		"no status":    {EnrolmentIDs: []int64{1}, Date: "2026-03-04"},
		"wrong date":   {EnrolmentIDs: []int64{1}, StatusID: 1, Date: "2026-02-30"},
		"short date":   {EnrolmentIDs: []int64{1}, StatusID: 1, Date: "2026-3-4"},
		"wrong check":  {EnrolmentIDs: []int64{1}, StatusID: 1, Date: "2026-03-04", CheckInOrCheckOut: "up"},
		"wrong time":   {EnrolmentIDs: []int64{1}, StatusID: 1, Date: "2026-03-04", CheckTime: json.RawMessage("{")},
	}
	for name, save := range saves {
		_, err := client.SaveDailyAttendance(context.Background(), save, soon())
		failure, ok := errors.AsType[*Error](err)
		if !ok || failure.Kind != NotSent || failure.Reason != ReasonRequest {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := client.SaveDailyAttendance(context.Background(), present(1), Fence{}); err == nil || !strings.Contains(err.Error(), "fence") {
		t.Errorf("without a fence: %v", err)
	}
}

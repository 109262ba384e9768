package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
	"unicode/utf8"
)

// The values of checkInOrCheckOut; null or omitted, which is empty here, is plain daily attendance.
const (
	checkIn    = "in"
	checkOut   = "out"
	checkClear = "clear"
)

// maxCheckTime bounds the one field of free form, in bytes: it is stored once a student.
const maxCheckTime = 4 << 10

// bulkRequest is the body of a bulk save (service document, section 4.1), checked.
type bulkRequest struct {
	enrolments []int64
	status     int64
	date       string
	checkTime  json.RawMessage // nil for null or omitted
	check      string
}

// readBulkRequest reads the body strictly: names are exact, integers are whole numbers within 64 bits, nothing is
// unknown, nothing follows. What it can say about a wrong body is the sandbox's own: the document shows nothing.
func readBulkRequest(header http.Header, body []byte) (*bulkRequest, error) {
	if err := requireJSON(header); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if !utf8.Valid(body) || json.Unmarshal(body, &fields) != nil || fields == nil {
		return nil, refuse(400, "the body must be one JSON object in UTF-8")
	}
	request := &bulkRequest{}
	readers := map[string]func(json.RawMessage) error{
		"studentSemesterInfoIds": request.readEnrolments,
		"attStatus":              request.readStatus,
		"date":                   request.readDate,
		"checkTime":              request.readCheckTime,
		"checkInOrCheckOut":      request.readCheck,
	}
	for name := range fields {
		if readers[name] == nil {
			return nil, refuse(400, "unknown field %q", name)
		}
	}
	for _, name := range []string{"studentSemesterInfoIds", "attStatus", "date", "checkTime", "checkInOrCheckOut"} {
		if err := readers[name](fields[name]); err != nil {
			return nil, err
		}
	}
	return request, nil
}

func (b *bulkRequest) readEnrolments(raw json.RawMessage) error {
	var ids []*int64
	if isNull(raw) || json.Unmarshal(raw, &ids) != nil {
		return refuse(400, "studentSemesterInfoIds must be an array of integers")
	}
	if len(ids) == 0 {
		return refuse(400, "studentSemesterInfoIds must not be empty")
	}
	b.enrolments = make([]int64, len(ids))
	for i, id := range ids {
		if id == nil {
			return refuse(400, "studentSemesterInfoIds must be an array of integers")
		}
		b.enrolments[i] = *id
	}
	return nil
}

func (b *bulkRequest) readStatus(raw json.RawMessage) error {
	var fields map[string]*int64
	if isNull(raw) || json.Unmarshal(raw, &fields) != nil || len(fields) != 1 || fields["id"] == nil {
		return refuse(400, "attStatus must be an object with one integer, id")
	}
	b.status = *fields["id"]
	return nil
}

func (b *bulkRequest) readDate(raw json.RawMessage) error {
	if isNull(raw) || json.Unmarshal(raw, &b.date) != nil || !isDate(b.date) {
		return refuse(400, "date must be a calendar date, YYYY-MM-DD")
	}
	return nil
}

func (b *bulkRequest) readCheckTime(raw json.RawMessage) error {
	if len(raw) > maxCheckTime {
		return refuse(400, "checkTime must not be longer than %d bytes", maxCheckTime)
	}
	if !isNull(raw) {
		b.checkTime = raw
	}
	return nil
}

func (b *bulkRequest) readCheck(raw json.RawMessage) error {
	if isNull(raw) {
		return nil
	}
	if json.Unmarshal(raw, &b.check) != nil || (b.check != checkIn && b.check != checkOut && b.check != checkClear) {
		return refuse(400, "checkInOrCheckOut must be in, out, clear or null")
	}
	return nil
}

// isNull is true for an omitted field too.
func isNull(raw json.RawMessage) bool { return len(raw) == 0 || bytes.Equal(raw, []byte("null")) }

// isDate is true for a day of the calendar written as YYYY-MM-DD, and for nothing else.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

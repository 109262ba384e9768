package sandbox

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"
)

// The values of checkInOrCheckOut. Null or omitted is empty here and means plain daily attendance.
const (
	checkIn    = "in"
	checkOut   = "out"
	checkClear = "clear"
)

// maxCheckTime limits the one field of free form, in bytes: it is stored for each student.
const maxCheckTime = 4 << 10

// bulkRequest is the checked body of a bulk save (service document, section 4.1).
type bulkRequest struct {
	enrolments []int64
	status     int64
	date       string
	checkTime  json.RawMessage // nil for null or omitted
	check      string
}

// readBulkRequest reads the body strictly: exact names, whole numbers within 64 bits, no unknown fields, no
// text after it. Its error messages are the sandbox's own, since the document shows none.
func readBulkRequest(header http.Header, body []byte) (*bulkRequest, error) {
	if err := requireJSON(header); err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if !utf8.Valid(body) || json.Unmarshal(body, &fields) != nil || fields == nil {
		return nil, refuse(400, "the body must be one JSON object in UTF-8")
	}
	request := &bulkRequest{}
	for _, one := range []struct {
		name string
		read func(json.RawMessage) error
	}{
		{"studentSemesterInfoIds", request.readEnrolments}, {"attStatus", request.readStatus}, {"date", request.readDate},
		{"checkTime", request.readCheckTime}, {"checkInOrCheckOut", request.readCheck},
	} {
		if err := one.read(fields[one.name]); err != nil {
			return nil, err
		}
		delete(fields, one.name)
	}
	if len(fields) > 0 {
		return nil, refuse(400, "unknown fields %q", slices.Sorted(maps.Keys(fields)))
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

// isNull reports whether a field is null or omitted.
func isNull(raw json.RawMessage) bool { return len(raw) == 0 || bytes.Equal(raw, []byte("null")) }

// isDate reports whether text is a calendar date written as YYYY-MM-DD.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

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
	checkTime  json.RawMessage
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
		return nil, invalid("the body must be one JSON object in UTF-8")
	}
	taken := func(name string, target any) bool {
		defer delete(fields, name)
		return json.Unmarshal(fields[name], target) == nil
	}
	request := &bulkRequest{checkTime: fields["checkTime"]}
	delete(fields, "checkTime")
	var ids []*int64
	var status map[string]*int64
	hasCheck := !isNull(fields["checkInOrCheckOut"])
	switch {
	case !taken("studentSemesterInfoIds", &ids) || len(ids) == 0 || slices.Contains(ids, nil):
		return nil, invalid("studentSemesterInfoIds must be an array of integers, at least one")
	case !taken("attStatus", &status) || len(status) != 1 || status["id"] == nil:
		return nil, invalid("attStatus must be an object with one integer, id")
	case !taken("date", &request.date) || !isDate(request.date):
		return nil, invalid("date must be a calendar date, YYYY-MM-DD")
	case len(request.checkTime) > maxCheckTime:
		return nil, invalid("checkTime must not be longer than %d bytes", maxCheckTime)
	case !taken("checkInOrCheckOut", &request.check) && hasCheck,
		hasCheck && !slices.Contains([]string{checkIn, checkOut, checkClear}, request.check):
		return nil, invalid("checkInOrCheckOut must be in, out, clear or null")
	case len(fields) > 0:
		return nil, invalid("unknown fields %q", slices.Sorted(maps.Keys(fields)))
	}
	request.status = *status["id"]
	for _, id := range ids {
		request.enrolments = append(request.enrolments, *id)
	}
	return request, nil
}

// isNull reports whether a field is null or omitted.
func isNull(raw json.RawMessage) bool { return len(raw) == 0 || bytes.Equal(raw, []byte("null")) }

// isDate reports whether text is a calendar date written as YYYY-MM-DD.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

package apiclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"rollbook/apiclient/document"
)

// Answer is the service's answer to a bulk save.
type Answer struct {
	// Items are all items in the order of the answer. There may be none.
	Items []DailyAttendanceResult
	// Status is the HTTP status, 2xx.
	Status int
	// Exchange shows the request and the answer.
	Exchange Exchange
}

// DailyAttendanceResult is one item of the answer (service document, section 2.2).
type DailyAttendanceResult struct {
	// StudentID is a student id, not the enrolment id that was sent.
	StudentID int64
	// AttendanceStatus is the name of the recorded status. It is empty when the item has none or when it is
	// not a string.
	AttendanceStatus string
	// Date is the date as the service wrote it. It is empty when the item has none or when it is not a
	// string.
	Date string
	// Comments, CheckIn and CheckOut are any JSON, nil when absent.
	Comments, CheckIn, CheckOut json.RawMessage
}

var (
	errNotAnArray  = errors.New("the answer is not a JSON array")
	errNotAnObject = errors.New("not an object")
)

func (c *Client) readAnswer(r Reply) (Answer, error) {
	if failure := r.statusError(saveCall); failure != nil {
		if r.status == http.StatusNotFound || r.status == http.StatusGone {
			failure.Kind = Gone
		}
		return Answer{}, failure
	}
	if r.broken != nil {
		return Answer{}, c.Unreadable(r, saveCall, "the answer ends early", r.broken)
	}
	items, err := parseResults(r.Body)
	if err != nil {
		return Answer{}, c.Unreadable(r, saveCall, "the answer cannot be read", err)
	}
	return Answer{Items: items, Status: r.status, Exchange: r.Exchange}, nil
}

func parseResults(body []byte) ([]DailyAttendanceResult, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(document.WithoutByteOrderMark(body), &elements); err != nil || elements == nil {
		return nil, errNotAnArray
	}
	items := make([]DailyAttendanceResult, len(elements))
	found := make(map[string]json.RawMessage)
	for at, element := range elements {
		clear(found)
		var err error
		if items[at], err = parseResult(element, found); err != nil {
			return nil, fmt.Errorf("item %d: %w", at, err)
		}
	}
	return items, nil
}

// parseResult reads one item. It fills the empty map on the way, so that many items can share one map.
func parseResult(raw json.RawMessage, found map[string]json.RawMessage) (DailyAttendanceResult, error) {
	if raw[0] != '{' {
		return DailyAttendanceResult{}, errNotAnObject
	}
	if err := document.Members(raw, found); err != nil {
		return DailyAttendanceResult{}, err
	}
	student, err := document.RawID(found["studentId"])
	if err != nil {
		return DailyAttendanceResult{}, fmt.Errorf("studentId: %w", err)
	}
	return DailyAttendanceResult{
		StudentID:        student,
		AttendanceStatus: textOrNone(found["attendanceStatus"]),
		Date:             textOrNone(found["date"]),
		Comments:         found["comments"], CheckIn: found["checkIn"], CheckOut: found["checkOut"],
	}, nil
}

func textOrNone(raw json.RawMessage) string {
	var text string
	_ = json.Unmarshal(raw, &text) // any other value counts as none
	return document.Plain(text)
}

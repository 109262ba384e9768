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
	// Items are all items in the order of the answer, without those that report that they were not saved. There may be
	// none.
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
	errNotAnArray = errors.New("the answer is not a JSON array")
	errNotAnItem  = errors.New("not an object with different members")
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
	order := document.NewOrder()
	decoded, err := order.Decode(body)
	elements, isArray := decoded.([]any)
	switch {
	case err != nil:
		return nil, err
	case !isArray:
		return nil, errNotAnArray
	}
	items := make([]DailyAttendanceResult, 0, len(elements))
	refusals := document.NewRefusals("comments", "checkIn", "checkOut")
	for at, element := range elements {
		fields, isObject := element.(map[string]any)
		student, err := document.ID(fields["studentId"])
		if !isObject || order.Repeats(fields) {
			err = errNotAnItem
		}
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", at, err)
		}
		item := DailyAttendanceResult{StudentID: student, Comments: document.JSON(fields["comments"]),
			CheckIn: document.JSON(fields["checkIn"]), CheckOut: document.JSON(fields["checkOut"])}
		item.AttendanceStatus, _ = fields["attendanceStatus"].(string) // any other value counts as none
		item.Date, _ = fields["date"].(string)
		if !refusals.Has(fields, item.AttendanceStatus) {
			items = append(items, item)
		}
	}
	return items, nil
}

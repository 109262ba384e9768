package apiclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Answer is the service's answer to a bulk save.
type Answer struct {
	// Items are in the answer's order, none left out. There may be none.
	Items []DailyAttendanceResult
	// Status is the HTTP status, 2xx.
	Status int
	// Exchange is what was sent and answered.
	Exchange Exchange
}

// DailyAttendanceResult is one item of the answer (service document, section 2.2).
type DailyAttendanceResult struct {
	// StudentID is a student id, not the enrolment id that was sent.
	StudentID int64
	// AttendanceStatus is the name of the status that was recorded, empty when the item has none or it
	// is not a string.
	AttendanceStatus string
	// Date is as the service wrote it, empty when the item has none or it is not a string.
	Date string
	// Comments, CheckIn and CheckOut are any JSON, nil when absent.
	Comments, CheckIn, CheckOut json.RawMessage
}

var errNotAnArray = errors.New("the answer is not a JSON array")

func (c *Client) readAnswer(r reply) (Answer, error) {
	if failure := r.statusError(saveCall); failure != nil {
		return Answer{}, failure
	}
	if r.broken != nil {
		return Answer{}, r.unreadable(saveCall, "the answer ends early", c.redactor.err(r.broken))
	}
	items, err := parseResults(r.body)
	if err != nil {
		return Answer{}, r.unreadable(saveCall, "the answer cannot be read", c.redactor.err(err))
	}
	return Answer{Items: items, Status: r.status, Exchange: r.exchange}, nil
}

func withoutByteOrderMark(body []byte) []byte {
	return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
}

func parseResults(body []byte) ([]DailyAttendanceResult, error) {
	body = withoutByteOrderMark(body)
	if !json.Valid(body) { // a decoder alone would not look at what follows the array
		return nil, errNotAnArray
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if start, err := decoder.Token(); err != nil || start != json.Delim('[') {
		return nil, errNotAnArray
	}
	items := []DailyAttendanceResult{}
	for decoder.More() {
		item, err := parseResult(decoder)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", len(items), err)
		}
		items = append(items, item)
	}
	return items, nil
}

func parseResult(decoder *json.Decoder) (DailyAttendanceResult, error) {
	members, err := parseMembers(decoder)
	if err != nil {
		return DailyAttendanceResult{}, err
	}
	student, err := parseRawID(members["studentId"])
	if err != nil {
		return DailyAttendanceResult{}, fmt.Errorf("studentId: %w", err)
	}
	return DailyAttendanceResult{
		StudentID:        student,
		AttendanceStatus: textOrNone(members["attendanceStatus"]),
		Date:             textOrNone(members["date"]),
		Comments:         members["comments"], CheckIn: members["checkIn"], CheckOut: members["checkOut"],
	}, nil
}

// parseMembers reads the next value, an object, exactly: encoding/json would take studentid for
// studentId and the last of two members with one name.
func parseMembers(decoder *json.Decoder) (map[string]json.RawMessage, error) {
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New("not an object")
	}
	members := map[string]json.RawMessage{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // a member's name is always a string
		if _, twice := members[name]; twice {
			return nil, errors.New("two members have the same name")
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		members[name] = value
	}
	_, err := decoder.Token()
	return members, err
}

func textOrNone(raw json.RawMessage) string {
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

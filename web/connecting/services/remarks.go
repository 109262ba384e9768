package services

import (
	"bytes"
	"encoding/json"
	"strings"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// remarkLimit limits the stored part of an answer about one student apart from the status, approximately in
// bytes.
const remarkLimit = 4 << 10

// leastText is the shortest beginning of a text that is worth keeping, in bytes.
const leastText = 40

// remarks returns, by enrolment, the other fields of the answer as a JSON object, without empty ones (service
// document, section 2.2: any JSON).
func remarks(attempt roll.Attempt, results []apiclient.DailyAttendanceResult) map[roll.EnrolmentID]string {
	byStudent := make(map[roll.StudentID]string)
	for _, result := range results {
		if text := remark(result); text != "" {
			byStudent[roll.StudentID(result.StudentID)] = text
		}
	}
	if len(byStudent) == 0 {
		return nil
	}
	found := make(map[roll.EnrolmentID]string)
	for _, mark := range attempt.Marks {
		if text, known := byStudent[mark.Student]; known && mark.Student != 0 {
			found[mark.Enrolment] = text
		}
	}
	return found
}

// freeFields returns the fields of a result that may be any JSON.
func freeFields(result apiclient.DailyAttendanceResult) []member {
	return []member{{"checkIn", result.CheckIn}, {"checkOut", result.CheckOut}, {"comments", result.Comments}}
}

type member struct {
	name  string
	value json.RawMessage
}

// remark returns the JSON stored for one result. It cuts a text that is too long and lists it under
// "shortened". It drops any other value that is too long and lists it under "leftOut".
func remark(result apiclient.DailyAttendanceResult) string {
	kept, room := make(map[string]any), remarkLimit
	for _, one := range freeFields(result) {
		if isEmpty(one.value) {
			continue
		}
		value, whole := fitting(one.value, room)
		list := "leftOut"
		if value != nil {
			list, kept[one.name], room = "shortened", value, room-len(value)
		}
		if !whole {
			names, _ := kept[list].([]string)
			kept[list] = append(names, one.name)
		}
	}
	text, err := json.Marshal(kept)
	if err != nil || len(kept) == 0 {
		return ""
	}
	return string(text)
}

// fitting returns the value cut to room bytes: whole, the beginning of a text, or nothing.
func fitting(value json.RawMessage, room int) (fits json.RawMessage, whole bool) {
	if len(value) <= room {
		return value, true
	}
	text := ""
	if room < leastText || json.Unmarshal(value, &text) != nil {
		return nil, false
	}
	// Some characters are longer in JSON.
	for text = text[:min(len(text), room)]; ; text = text[:len(text)/2] {
		cut, err := json.Marshal(strings.ToValidUTF8(text, ""))
		if err == nil && len(cut) <= room {
			return cut, false
		}
	}
}

// isEmpty reports whether JSON is empty in one of its forms.
func isEmpty(value json.RawMessage) bool {
	switch string(bytes.TrimSpace(value)) {
	case "", "null", `""`, "[]", "{}":
		return true
	}
	return false
}

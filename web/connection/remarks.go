package connection

import (
	"bytes"
	"encoding/json"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// remarkLimit is the most bytes that are kept of what an answer says of one student besides
// the status.
const remarkLimit = 4 << 10

// remarks is, by enrolment, what the answer says besides the status, as one JSON object of
// the members that say something (service document, section 2.2: any JSON).
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
		if text, said := byStudent[mark.Student]; said && mark.Student != 0 {
			found[mark.Enrolment] = text
		}
	}
	return found
}

func remark(result apiclient.DailyAttendanceResult) string {
	said := make(map[string]json.RawMessage)
	for name, value := range map[string]json.RawMessage{"comments": result.Comments, "checkIn": result.CheckIn, "checkOut": result.CheckOut} {
		if !saysNothing(value) {
			said[name] = value
		}
	}
	if len(said) == 0 {
		return ""
	}
	text, err := json.Marshal(said)
	if err != nil || len(text) > remarkLimit {
		return ""
	}
	return string(text)
}

// saysNothing is true for the ways in which JSON can be empty.
func saysNothing(value json.RawMessage) bool {
	switch string(bytes.TrimSpace(value)) {
	case "", "null", `""`, "[]", "{}":
		return true
	}
	return false
}

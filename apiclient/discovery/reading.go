package discovery

import (
	"encoding/json"
	"fmt"

	"rollbook/apiclient"
)

// Call is one of the reading calls, by its name in a mapping's file.
type Call string

// The calls, in the order in which one needs the answers of those before it.
const (
	Periods  Call = "periods"
	Classes  Call = "classes"
	Students Call = "students"
	Statuses Call = "statuses"
	Day      Call = "dailyAttendance"
)

// Calls are all calls in order.
func Calls() []Call { return []Call{Periods, Classes, Students, Statuses, Day} }

// Reading is how one call is made and read. Fields are by their names in a mapping's file; what the
// service does not give is left out.
type Reading struct {
	Path, List string
	Paging     apiclient.Paging
	Fields     map[string]string
	// PerClass tells that students are listed by class.
	PerClass bool
	// Absent tells that the service has no such call, or that none was found yet.
	Absent bool
}

// Roles are the fields that a call's items can have, by their names in a mapping's file.
func Roles(call Call) []string {
	switch call {
	case Periods:
		return []string{"id", "name", "from", "to", "current"}
	case Classes, Statuses:
		return []string{"id", "name"}
	case Students:
		return []string{"enrolmentId", "studentId", "givenName", "familyName", "fullName", "knownAs", "classId", "className", "photo"}
	case Day:
	}
	return []string{"studentId", "enrolmentId", "status", "statusId", "date", "comments", "checkIn", "checkOut"}
}

// Of is how the mapping reads the call.
func Of(m apiclient.Mapping, call Call) (Reading, error) {
	var made apiclient.Call
	var fields any
	switch call {
	case Periods:
		made, fields = m.Periods.Call, m.Periods.Fields
	case Students:
		made, fields = m.Students.Call, m.Students.Fields
	case Statuses:
		made, fields = m.Statuses.Call, m.Statuses.Fields
	case Classes:
		if m.Classes == nil {
			return Reading{Absent: true}, nil
		}
		made, fields = m.Classes.Call, m.Classes.Fields
	case Day:
		if m.DailyAttendance == nil {
			return Reading{Absent: true}, nil
		}
		made, fields = m.DailyAttendance.Call, m.DailyAttendance.Fields
	}
	reading := Reading{Path: made.Path, List: made.List, Paging: made.Paging, Absent: made.Absent}
	reading.PerClass = call == Students && m.Students.By == apiclient.ByClass
	text, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(text, &reading.Fields)
	}
	for role, path := range reading.Fields {
		if path == "" {
			delete(reading.Fields, role)
		}
	}
	return reading, err
}

// Set has the mapping read the call so.
func Set(m *apiclient.Mapping, call Call, r Reading) error {
	made := apiclient.Call{Path: r.Path, List: r.List, Paging: r.Paging}
	if r.Absent {
		made = apiclient.Call{Absent: true}
	}
	text, err := json.Marshal(r.Fields)
	if err != nil {
		return fmt.Errorf("write fields: %w", err)
	}
	switch call {
	case Periods:
		m.Periods = apiclient.PeriodsCall{Call: made}
		return json.Unmarshal(text, &m.Periods.Fields)
	case Students:
		m.Students = apiclient.StudentsCall{Call: made, By: apiclient.ByPeriod}
		if r.PerClass {
			m.Students.By = apiclient.ByClass
		}
		if r.Absent {
			m.Students.By = ""
			return nil
		}
		return json.Unmarshal(text, &m.Students.Fields)
	case Statuses:
		m.Statuses = apiclient.StatusesCall{Call: made}
		if r.Absent {
			return nil
		}
		return json.Unmarshal(text, &m.Statuses.Fields)
	case Classes:
		if m.Classes = nil; r.Absent {
			return nil
		}
		m.Classes = &apiclient.ClassesCall{Call: made}
		return json.Unmarshal(text, &m.Classes.Fields)
	case Day:
	}
	if m.DailyAttendance = nil; r.Absent {
		return nil
	}
	m.DailyAttendance = &apiclient.DailyAttendanceCall{Call: made}
	return json.Unmarshal(text, &m.DailyAttendance.Fields)
}

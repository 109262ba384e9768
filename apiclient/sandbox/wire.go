package sandbox

import (
	"encoding/json"
	"time"
)

// School is one customer of the service: its name, and the two codes that its calls carry beside the key (service
// document, section 5).
type School struct {
	Name   string `json:"name"`
	Tenant string `json:"tenant"`
	Code   string `json:"schoolCode"`
}

// SchoolPeriod is a school year or term. The service document (section 4.2) shows only that periods have ids.
type SchoolPeriod struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	StartDate string `json:"startDate"`
	EndDate   string `json:"endDate"`
}

// Student is a student's enrolment in one period. A save sends its id, studentSemesterInfoId.
type Student struct {
	EnrolmentID int64  `json:"studentSemesterInfoId"`
	StudentID   int64  `json:"studentId"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	ClassName   string `json:"className"`
}

// AttendanceStatus is one of the school's statuses.
type AttendanceStatus struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// APIKey describes a key after its creation, without its value (section 5, rule 3).
type APIKey struct {
	ID      int64
	Name    string
	Masked  string // only the last four characters are visible
	Created time.Time
	// LastUsed is exact to about a minute; nil means never used.
	LastUsed *time.Time
	// Revoked is nil while the key works.
	Revoked *time.Time
	owner   School
}

// mask shows the last characters of a key only.
func mask(value string) string { return "********" + value[max(0, len(value)-4):] }

// Result is one recorded mark as the service returns it (service document, section 2.2).
type Result struct {
	StudentID int64  `json:"studentId"`
	Status    string `json:"attendanceStatus"`
	Date      string `json:"date"` // YYYY-MM-DD
	// Comments, CheckIn and CheckOut are any JSON; null where there is none.
	Comments json.RawMessage `json:"comments"`
	CheckIn  json.RawMessage `json:"checkIn"`
	CheckOut json.RawMessage `json:"checkOut"`
}

// Mark is the service's record for one enrolment on one date.
type Mark struct {
	EnrolmentID int64 `json:"enrolment"`
	StatusID    int64 `json:"statusId"`
	Result
}

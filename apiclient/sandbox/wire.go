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
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Masked  string    `json:"masked"` // only the last four characters are visible
	Created time.Time `json:"created"`
	// LastUsed is exact to about a minute; nil means never used.
	LastUsed *time.Time `json:"lastUsed"`
	// Revoked is nil while the key works.
	Revoked *time.Time `json:"revoked"`
	// first is true for the key that FirstKey made.
	first bool
	owner School
}

// mask shows the last characters of a key only.
func mask(value string) string { return "********" + value[max(0, len(value)-4):] }

// Mark is the service's record for one enrolment on one date.
type Mark struct {
	EnrolmentID int64           `json:"enrolment"`
	StudentID   int64           `json:"studentId"`
	Date        string          `json:"date"` // YYYY-MM-DD
	StatusID    int64           `json:"statusId"`
	Status      string          `json:"attendanceStatus"`
	Comments    json.RawMessage `json:"comments"` // any JSON, as are the next two; null where there is none
	CheckIn     json.RawMessage `json:"checkIn"`
	CheckOut    json.RawMessage `json:"checkOut"`
}

// resultItem is one recorded mark as the service returns it (service document, section 2.2).
type resultItem struct {
	StudentID        int64           `json:"studentId"`
	AttendanceStatus string          `json:"attendanceStatus"`
	Date             string          `json:"date"`
	Comments         json.RawMessage `json:"comments"`
	CheckIn          json.RawMessage `json:"checkIn"`
	CheckOut         json.RawMessage `json:"checkOut"`
}

func (m Mark) item() resultItem {
	return resultItem{m.StudentID, m.Status, m.Date, m.Comments, m.CheckIn, m.CheckOut}
}

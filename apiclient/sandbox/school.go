package sandbox

import (
	"cmp"
	"encoding/json"
	"slices"
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
	owner *school
}

// mask shows the last characters of a key only.
func mask(value string) string { return "********" + value[max(0, len(value)-4):] }

// school is a School with everything that the service keeps for it.
type school struct {
	School
	sample     *generator
	periods    []SchoolPeriod
	statuses   []AttendanceStatus
	rosters    map[int64][]Student // by period, in the order of the enrolments' ids
	enrolments map[int64]enrolment
	marks      map[enrolmentDate]mark
	keys       []*APIKey
	webhooks   []Webhook
	deliveries []*Delivery
}

// enrolment is a Student and the period.
type enrolment struct {
	Student
	Period int64
}

// enrolmentDate is an enrolment on a date.
type enrolmentDate struct {
	enrolment int64
	date      string
}

// mark is what the service keeps for an enrolment on a date. Comments, in and out are any JSON, nil for none.
type mark struct {
	status            int64
	comments, in, out json.RawMessage
}

func newSchool(added School, sample *generator) *school {
	return &school{
		School: added, sample: sample, statuses: sample.statuses(), rosters: map[int64][]Student{},
		enrolments: map[int64]enrolment{}, marks: map[enrolmentDate]mark{},
	}
}

// addPeriod adds a period with its classes.
func (s *school) addPeriod(added termOfYear) {
	period := s.sample.describe(added)
	s.periods = append(s.periods, period)
	slices.SortFunc(s.periods, func(a, b SchoolPeriod) int { return cmp.Compare(a.ID, b.ID) })
	s.enrol(period.ID, s.sample.enrolled(added)...)
}

func (s *school) enrol(period int64, students ...Student) {
	for _, one := range students {
		s.enrolments[one.EnrolmentID] = enrolment{one, period}
	}
	s.rosters[period] = append(s.rosters[period], students...)
	slices.SortFunc(s.rosters[period], func(a, b Student) int { return cmp.Compare(a.EnrolmentID, b.EnrolmentID) })
}

// currentPeriod returns the period of a date (YYYY-MM-DD).
func (s *school) currentPeriod(date string) (SchoolPeriod, bool) {
	for _, period := range s.periods {
		if period.StartDate <= date && date <= period.EndDate {
			return period, true
		}
	}
	return SchoolPeriod{}, false
}

// status returns the name of a status, and "" for an unknown one.
func (s *school) status(id int64) string {
	for _, one := range s.statuses {
		if one.ID == id {
			return one.Name
		}
	}
	return ""
}

// activeKeys counts the keys that work.
func (s *school) activeKeys() int {
	active := 0
	for _, key := range s.keys {
		if key.Revoked == nil {
			active++
		}
	}
	return active
}

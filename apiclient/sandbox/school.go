package sandbox

import (
	"cmp"
	"slices"
)

// school is a School with everything that the service keeps for it.
type school struct {
	School
	sample     *generator
	periods    []SchoolPeriod
	statuses   []AttendanceStatus
	enrolments []enrolment // in the order of their ids
	marks      map[enrolmentDate]Mark
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

func newSchool(added School, sample *generator) *school {
	// Statuses have ids that do not follow their order.
	made := make([]AttendanceStatus, len(sample.Statuses))
	for i, name := range sample.Statuses {
		made[i] = AttendanceStatus{ID: sample.school*100 + int64(i*7%25) + 1, Name: name}
	}
	return &school{School: added, sample: sample, statuses: made, marks: map[enrolmentDate]Mark{}}
}

func (s *school) sort() {
	slices.SortFunc(s.enrolments, func(a, b enrolment) int { return cmp.Compare(a.EnrolmentID, b.EnrolmentID) })
}

// enrolment returns the enrolment with the id.
func (s *school) enrolment(id int64) (enrolment, bool) {
	at, known := slices.BinarySearchFunc(s.enrolments, id, func(one enrolment, id int64) int {
		return cmp.Compare(one.EnrolmentID, id)
	})
	if !known {
		return enrolment{}, false
	}
	return s.enrolments[at], true
}

// students returns the enrolments of a period.
func (s *school) students(period int64) []Student {
	students := []Student{}
	for _, one := range s.enrolments {
		if one.Period == period {
			students = append(students, one.Student)
		}
	}
	return students
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

// secret returns the secret of an address for webhooks.
func (s *school) secret(webhook int64) (string, error) {
	for _, one := range s.webhooks {
		if one.ID == webhook {
			return one.secret, nil
		}
	}
	return "", notFound("%s has no webhook %d", s.Code, webhook)
}

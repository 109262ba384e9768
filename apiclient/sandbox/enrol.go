package sandbox

import (
	"strings"
	"unicode/utf8"
)

const maxStudentName = 60

// Enrol adds a student to a class of the school's current period, like a user of the service itself, and
// reports the change. It creates a class that the period does not have. It returns KindInvalid for names
// outside 1 to 60 characters, KindNotFound for an unknown school or one without a current period.
func (s *Sandbox) Enrol(schoolCode, firstName, lastName, className string) (Student, error) {
	for _, name := range []*string{&firstName, &lastName, &className} {
		*name = strings.TrimSpace(*name)
		if *name == "" || utf8.RuneCountInString(*name) > maxStudentName || !utf8.ValidString(*name) {
			return Student{}, invalid("first name, last name and class have 1 to %d characters", maxStudentName)
		}
	}
	made, err := of(s, schoolCode, func(at *school) (enrolment, error) {
		period, found := at.currentPeriod(s.today())
		if !found {
			return enrolment{}, notFound("%s has no current period", schoolCode)
		}
		made := enrolment{Period: period.ID, Student: Student{
			StudentID: at.sample.nextStudent, EnrolmentID: at.sample.nextEnrolment,
			FirstName: firstName, LastName: lastName, ClassName: className,
		}}
		return made, s.make(at.School, change{Enrolled: &made})
	})
	if err == nil {
		s.report(schoolCode, EventStudents,
			map[string]any{"schoolPeriodId": made.Period, "studentSemesterInfoIds": []int64{made.EnrolmentID}})
	}
	return made.Student, err
}

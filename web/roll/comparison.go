package roll

import "time"

// Comparison is what reading a day showed beside the marks that Rollbook has settled.
type Comparison struct {
	// ReadAt is when the reading began.
	ReadAt time.Time
	// Same counts the students whose mark is the same in both.
	Same int
	// Differences are the students whose mark is not, in the order of the roster.
	Differences []Difference
}

// Difference is a student whose mark is not the same in both.
type Difference struct {
	Enrolment EnrolmentID
	Student   StudentID
	// Here is the status that the school system returned to Rollbook, There the one that
	// it has now; either is empty where there is none.
	Here, There string
}

// Compare holds the day as it was read beside the marks of the students. What is under way,
// was refused or has stopped is left out, for Rollbook does not say that the school system
// has it; so is what was answered after the reading began. same compares names of statuses.
func Compare(students []Enrolment, marks map[EnrolmentID]Mark, day []DayMark, readAt time.Time, same func(a, b string) bool) Comparison {
	comparison := Comparison{ReadAt: readAt}
	byEnrolment, byStudent := make(map[EnrolmentID]string), make(map[StudentID]string)
	for _, mark := range day {
		byEnrolment[mark.Enrolment], byStudent[mark.Student] = mark.Status, mark.Status
	}
	compared := make(map[EnrolmentID]bool, len(students))
	for _, student := range students {
		mark := marks[student.ID]
		if compared[student.ID] || !mark.comparable(readAt) {
			continue
		}
		compared[student.ID] = true
		there := byEnrolment[student.ID]
		if there == "" && student.Student != 0 {
			there = byStudent[student.Student]
		}
		switch {
		case mark.Returned == "" && there == "":
		case same(mark.Returned, there):
			comparison.Same++
		default:
			comparison.Differences = append(comparison.Differences, Difference{
				Enrolment: student.ID, Student: student.Student, Here: mark.Returned, There: there,
			})
		}
	}
	return comparison
}

// comparable tells whether a reading that began then can say something of the mark.
func (m Mark) comparable(readAt time.Time) bool {
	settled := m.Outcome == Saved || m.Outcome == Differs
	return m.Version == 0 || settled && m.AnsweredAt.Before(readAt)
}

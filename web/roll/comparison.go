package roll

import "time"

// Comparison compares a day read from the school system with the settled marks of Rollbook.
type Comparison struct {
	// ReadAt is when the reading began.
	ReadAt time.Time
	// Same counts the students whose mark is the same in both.
	Same int
	// Differences are the students whose mark differs, in roster order.
	Differences []Difference
	// Elsewhere are the school system's statuses of students without a mark in Rollbook.
	Elsewhere map[EnrolmentID]string
}

// Difference is a student whose mark differs between the two.
type Difference struct {
	Enrolment EnrolmentID
	Student   StudentID
	// Here is the status that the school system returned to Rollbook, There its present one. Either may be
	// empty.
	Here, There string
	// Version and AnsweredAt identify the compared mark; 0 and zero for none.
	Version    int64
	AnsweredAt time.Time
	// AsSent is true when the school system now has the status that was sent, but returned another one then.
	AsSent bool
}

// SameStatus reports whether a status name means the status that the school system returned for the mark, or
// the one that was sent.
type SameStatus func(mark Mark, there string) (asReturned, asSent bool)

// ChangedElsewhere returns the settled marks that were later changed in the school system. It skips a mark
// answered less than apply before the reading, which may not include it yet. It returns none when the reading
// contradicts many marks at once: then it probably uses other names for the statuses.
func (c *Comparison) ChangedElsewhere(apply time.Duration) []Difference {
	const few, share = 3, 5
	var changed []Difference
	for _, difference := range c.Differences {
		old := difference.AnsweredAt.Add(apply).Before(c.ReadAt)
		if difference.Version != 0 && difference.There != "" && old {
			changed = append(changed, difference)
		}
	}
	if len(changed) > few && len(changed)*share > c.Same {
		return nil
	}
	return changed
}

// Compare compares a day with the marks of the students. It leaves out marks that are being sent, refused or
// stopped, since Rollbook does not claim that the school system has them, and those answered after the
// reading began.
func Compare(students []Enrolment, marks map[EnrolmentID]Mark, day []DayMark, readAt time.Time,
	same SameStatus) Comparison {
	comparison := Comparison{ReadAt: readAt, Elsewhere: make(map[EnrolmentID]string)}
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
		comparison.add(student, mark, there, same)
	}
	return comparison
}

func (c *Comparison) add(student Enrolment, mark Mark, there string, same SameStatus) {
	asReturned, asSent := same(mark, there)
	switch {
	case mark.Version == 0 && there == "":
		return
	case mark.Version != 0 && asReturned:
		c.Same++
		return
	case mark.Version == 0:
		c.Elsewhere[student.ID] = there
	}
	c.Differences = append(c.Differences, Difference{
		Enrolment: student.ID, Student: student.Student, Here: mark.Returned, There: there,
		Version: mark.Version, AnsweredAt: mark.AnsweredAt, AsSent: there != "" && asSent,
	})
}

// comparable reports whether a reading that began at readAt can include the mark.
func (m Mark) comparable(readAt time.Time) bool {
	return m.Version == 0 || m.Outcome.Returned() && m.AnsweredAt.Before(readAt)
}

package roll

import "time"

// Comparison sets a day, as it was read, beside the marks that Rollbook has settled.
type Comparison struct {
	// ReadAt tells when the reading began.
	ReadAt time.Time
	// Same counts the students whose mark is the same in both.
	Same int
	// Differences are the students whose mark is not, in the order of the roster.
	Differences []Difference
	// Elsewhere holds the statuses in the school system of students without a mark of Rollbook's.
	Elsewhere map[EnrolmentID]string
}

// Difference is a student whose mark is not the same in both.
type Difference struct {
	Enrolment EnrolmentID
	Student   StudentID
	// Here is the status that the school system returned to Rollbook, There the one that
	// it has now; either is empty where there is none.
	Here, There string
	// Version and AnsweredAt name the mark that was compared; 0 and zero where there is none.
	Version    int64
	AnsweredAt time.Time
	// AsSent is true where the school system has by now what was sent and not what it
	// returned then.
	AsSent bool
}

// SameStatus tells whether a name that was read means the status that the school system
// returned for the mark, or the one that was sent.
type SameStatus func(mark Mark, there string) (asReturned, asSent bool)

// ChangedElsewhere lists the settled marks that somebody changed in the school system after
// they were settled. A mark answered less than apply before the reading may not have been
// in it yet. A reading that contradicts many marks at once is not believed: more likely its
// names are others than those of the statuses.
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

// Compare compares the day as it was read with the marks of the students. Marks that are under
// way, were refused or have stopped are left out, for Rollbook does not say that the school
// system has them; so are those answered after the reading began.
func Compare(students []Enrolment, marks map[EnrolmentID]Mark, day []DayMark, readAt time.Time, same SameStatus) Comparison {
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

// comparable tells whether a reading that began then can say something of the mark.
func (m Mark) comparable(readAt time.Time) bool {
	return m.Version == 0 || m.Outcome.Returned() && m.AnsweredAt.Before(readAt)
}

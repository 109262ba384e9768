package imports

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"

	"rollbook/web/roll"
)

// Changes are the differences between a new list and the previous one, by enrolment.
type Changes struct {
	// New, Gone and Changed follow the order of the lists. A student in several classes appears once.
	New, Gone []roll.Enrolment
	Changed   []Change
	// Same counts the unchanged students.
	Same int
}

// Change is a changed student.
type Change struct {
	Before, After roll.Enrolment
	// ClassesBefore and ClassesAfter are the names of the student's classes.
	ClassesBefore, ClassesAfter []string
}

// Students counts the students of the new list.
func (c Changes) Students() int { return len(c.New) + len(c.Changed) + c.Same }

// IsOther reports whether most students of the previous list are gone.
func (c Changes) IsOther() bool { return len(c.Gone) > len(c.Changed)+c.Same }

// Compare compares a new list with the previous one.
func Compare(before, after []roll.Enrolment) (changes Changes) {
	old, oldOrder := gather(before)
	fresh, freshOrder := gather(after)
	for _, id := range freshOrder {
		was, known := old[id]
		now := fresh[id]
		switch {
		case !known:
			changes.New = append(changes.New, now.Enrolment)
		case was.IsSame(now.Enrolment) && slices.Equal(was.classes, now.classes):
			changes.Same++
		default:
			changes.Changed = append(changes.Changed, Change{was.Enrolment, now.Enrolment, was.classes, now.classes})
		}
	}
	for _, id := range oldOrder {
		if fresh[id] == nil {
			changes.Gone = append(changes.Gone, old[id].Enrolment)
		}
	}
	return changes
}

// gathered is a student with all her classes.
type gathered struct {
	roll.Enrolment
	classes []string
}

func gather(all []roll.Enrolment) (map[roll.EnrolmentID]*gathered, []roll.EnrolmentID) {
	found := make(map[roll.EnrolmentID]*gathered, len(all))
	var order []roll.EnrolmentID
	for _, student := range all {
		if found[student.ID] == nil {
			found[student.ID], order = &gathered{Enrolment: student}, append(order, student.ID)
		}
		found[student.ID].classes = append(found[student.ID].classes, student.NameOfClass())
	}
	for _, one := range found {
		slices.Sort(one.classes)
	}
	return found, order
}

// Fingerprint identifies a set of changes, so that a confirmation applies only to the changes that the person
// saw.
func (c Changes) Fingerprint() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%#v", c))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

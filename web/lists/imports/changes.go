package imports

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

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
func Compare(before, after []roll.Enrolment) Changes {
	old, oldOrder := gather(before)
	fresh, freshOrder := gather(after)
	var changes Changes
	for _, id := range freshOrder {
		was, known := old[id]
		present := fresh[id]
		switch {
		case !known:
			changes.New = append(changes.New, present.Enrolment)
		case was.same(present):
			changes.Same++
		default:
			changes.Changed = append(changes.Changed, Change{was.Enrolment, present.Enrolment, was.classes, present.classes})
		}
	}
	for _, id := range oldOrder {
		if _, stays := fresh[id]; !stays {
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

func (g gathered) same(other gathered) bool {
	return g.IsSame(other.Enrolment) && slices.Equal(g.classes, other.classes)
}

func gather(all []roll.Enrolment) (map[roll.EnrolmentID]gathered, []roll.EnrolmentID) {
	found := make(map[roll.EnrolmentID]gathered, len(all))
	var order []roll.EnrolmentID
	for _, student := range all {
		one, known := found[student.ID]
		if !known {
			one.Enrolment = student
			order = append(order, student.ID)
		}
		one.classes = append(one.classes, student.NameOfClass())
		found[student.ID] = one
	}
	for id, one := range found {
		slices.Sort(one.classes)
		found[id] = one
	}
	return found, order
}

// Fingerprint identifies a set of changes, so that a confirmation applies only to the changes that the person
// saw.
func (c Changes) Fingerprint() string {
	var text strings.Builder
	for _, student := range c.New {
		fmt.Fprintf(&text, "+%d\n", student.ID)
	}
	for _, student := range c.Gone {
		fmt.Fprintf(&text, "-%d\n", student.ID)
	}
	for _, change := range c.Changed {
		fmt.Fprintf(&text, "~%d %d %q %q %q\n", change.After.ID, change.After.Student, change.After.Given,
			change.After.Family, change.ClassesAfter)
	}
	fmt.Fprintf(&text, "=%d", c.Same)
	sum := sha256.Sum256([]byte(text.String()))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

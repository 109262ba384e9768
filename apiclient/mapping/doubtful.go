package mapping

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// Why a list is not used before a person has decided about it.
var (
	ErrNotWhole    = errors.New("the list is not whole")
	ErrOtherPeriod = errors.New("the list holds students of another school period")
	ErrTwice       = errors.New("the list names students under two numbers")
)

// Doubtful returns the first reason for which the list is not to be used before a person has decided; nil for none.
func (l List) Doubtful() error {
	switch {
	case len(l.Gaps) > 0:
		return fmt.Errorf("%w: %s", ErrNotWhole, l.Gaps[0])
	case len(l.Foreign) > 0:
		return fmt.Errorf("%w: %d of %d", ErrOtherPeriod, len(l.Foreign), len(l.Items))
	case len(l.Twice) > 0:
		return fmt.Errorf("%w: %d of %d", ErrTwice, len(l.Twice), len(l.Items))
	}
	return nil
}

// twice returns the students who stand under a second number. Where no student has a number of her own, those of one
// name are meant if they are too many to be namesakes.
func twice(students []Item) []Item {
	const fewest, share = 3, 20
	identified := false
	for _, student := range students {
		identified = identified || student.Number(StudentID) != 0
	}
	var found []Item
	numbers := make(map[string]int64, len(students))
	for _, student := range students {
		who := FullNameOf(student)
		if identified {
			who = fmt.Sprint(cmp.Or(student.Number(StudentID), -student.Number(EnrolmentID)))
		}
		number := student.Number(EnrolmentID)
		if before, known := numbers[who]; known && before != number && who != "" {
			found = append(found, student)
			continue
		}
		numbers[who] = number
	}
	if !identified && (len(found) < fewest || share*len(found) < len(students)) {
		return nil
	}
	return found
}

// FullNameOf is the name of a student as far as the list says it; empty where it says none.
func FullNameOf(student Item) string {
	name := strings.TrimSpace(student.Text(GivenName) + " " + student.Text(FamilyName))
	return cmp.Or(name, student.Text(FullName))
}

// namesOther tells whether an item names a school period in another way than it was asked for.
func (c *compiled) namesOther(pages *pages, asked asked) bool {
	for _, item := range pages.items {
		for at, field := range c.fields {
			if field.name == SchoolPeriod && !asked.is(Value(c.paths[at].First(item, pages.order))) {
				return true
			}
		}
		for _, keeper := range c.keepers {
			if keeper.Asked && !keeper.keeps(item, pages.order, asked) {
				return true
			}
		}
	}
	return false
}

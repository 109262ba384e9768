package mapping

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The reasons why a person must decide about a list before it is used.
var (
	ErrNotWhole    = errors.New("the list is not whole")
	ErrOtherPeriod = errors.New("the list holds students of another school period")
	ErrTwice       = errors.New("the list names students under two numbers")
	ErrShared      = errors.New("the list names two students under one number")
)

// Doubtful returns the first reason why a person must decide about the list before it is used, or nil.
func (l *List) Doubtful() error {
	switch {
	case len(l.Gaps) > 0:
		return fmt.Errorf("%w: %s", ErrNotWhole, l.Gaps[0])
	case len(l.Foreign) > 0:
		return fmt.Errorf("%w: %d of %d", ErrOtherPeriod, len(l.Foreign), len(l.Items))
	case len(l.Shared) > 0:
		return fmt.Errorf("%w: %d of %d", ErrShared, len(l.Shared), len(l.Items))
	case len(l.Twice) > 0:
		return fmt.Errorf("%w: %d of %d", ErrTwice, len(l.Twice), len(l.Items))
	}
	return nil
}

// twice returns the students listed under a second number. When no student has an own number it compares names with
// days of birth. Without these, it compares names, if too many are equal to be namesakes.
func twice(students []Item) []Item {
	const fewest, share = 3, 20
	identified, sure := false, false
	for _, student := range students {
		identified = identified || student.Number(StudentID) != 0
	}
	var found []Item
	numbers := make(map[string]int64, len(students))
	for _, student := range students {
		who := FullNameOf(student)
		if who != "" {
			who += "\n" + student.born
		}
		if identified {
			who = fmt.Sprint(cmp.Or(student.Number(StudentID), -student.Number(EnrolmentID)))
		}
		number := student.Number(EnrolmentID)
		if before, known := numbers[who]; known && before != number && who != "" {
			found, sure = append(found, student), sure || student.born != ""
			continue
		}
		numbers[who] = number
	}
	if !identified && !sure && (len(found) < fewest || share*len(found) < len(students)) {
		return nil
	}
	return found
}

// shared returns the students who have the enrolment id of an earlier, other student: with another student id, or,
// when an id is missing, with a name that has no word in common.
func shared(students []Item) []Item {
	var found []Item
	first := make(map[int64]Item, len(students))
	for _, student := range students {
		before, known := first[student.Number(EnrolmentID)]
		switch {
		case !known:
			first[student.Number(EnrolmentID)] = student
		case isOther(before, student):
			found = append(found, student)
		}
	}
	return found
}

func isOther(one, other Item) bool {
	if one.Number(StudentID) != 0 && other.Number(StudentID) != 0 {
		return one.Number(StudentID) != other.Number(StudentID)
	}
	words, others := wordsOf(one), wordsOf(other)
	isCommon := func(word string) bool { return slices.Contains(others, word) }
	return len(words) > 0 && len(others) > 0 && !slices.ContainsFunc(words, isCommon)
}

func wordsOf(student Item) []string {
	return strings.FieldsFunc(strings.ToLower(FullNameOf(student)), func(r rune) bool { return r == ' ' || r == ',' })
}

// FullNameOf returns the full name of a student, or "" when the list gives none.
func FullNameOf(student Item) string {
	name := strings.TrimSpace(student.Text(GivenName) + " " + student.Text(FamilyName))
	return cmp.Or(name, student.Text(FullName))
}

// namesOther reports whether an item gives its school period by something other than the requested id.
func (c *compiled) namesOther(pages *pages, requested request) bool {
	for _, item := range pages.items {
		for at, field := range c.fields {
			if field.name == SchoolPeriod && !requested.isPeriod(Value(c.paths[at].First(item, pages.order))) {
				return true
			}
		}
		for _, keeper := range c.keepers {
			if keeper.OfPeriod && !keeper.keeps(item, pages.order, requested) {
				return true
			}
		}
	}
	return false
}

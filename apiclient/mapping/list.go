package mapping

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/document"
)

// List is a list that was read from the service.
type List struct {
	// Items are in the service's order, without repetitions. Sent are the same as they were sent.
	Items []Item
	Sent  []any
	// Duplicates counts the repeated items that were left out.
	Duplicates int
	// Problems are the unreadable items and fields, at most 1,000.
	Problems []Problem
	// LeftOut counts the items that the mapping's rules left out.
	LeftOut int
	// Foreign are the students of another school period, Twice those listed under a second number. Both are
	// among Items. Shared are those who have the number of another student.
	Foreign, Twice, Shared []Item
	// Unreadable counts the items left out because they could not be read. Unnumbered are the students among them
	// without a number.
	Unreadable int
	Unnumbered []Item
	// Gaps are the signs that the list is incomplete.
	Gaps []Gap
	// IsSilent is true when the list is one page and nothing says that it is whole, IsRound when its length is a usual
	// page size too.
	IsSilent, IsRound bool
	// Entries are the items of all pages as they were sent, including those that the list's filter leaves
	// out. Kept are those that the mapping's rules keep, and Left those that they leave out.
	Entries, Kept, Left []any
	// Exchange is the call of the last page.
	Exchange apiclient.Exchange
}

const maxProblems = 1000

// assemble reads the items of all pages. It fills requested values into empty fields last: of two items, one
// with a class and one without, neither repeats the other.
func (c *compiled) assemble(pages *pages, at Place, requested request) List {
	list := List{
		Items: make([]Item, 0, len(pages.items)), Exchange: pages.last.Exchange, Problems: pages.problems, Gaps: pages.gaps(),
		IsSilent: pages.isSilent(), IsRound: pages.isSilent() && document.IsRound(len(pages.entries)), Entries: pages.entries,
	}
	seen := make(map[string]string, len(pages.items))
	var read []Item
	for position, value := range pages.items {
		if !c.counts(value, pages.order, requested) {
			list.LeftOut++
			list.Left = append(list.Left, value)
			continue
		}
		list.Kept = append(list.Kept, value)
		item, problems, usable := c.read(position, value, pages.order)
		if room := maxProblems - len(list.Problems); room > 0 {
			list.Problems = append(list.Problems, problems[:min(room, len(problems))]...)
		}
		if !usable {
			list.Unreadable++
			if c.call == Students && item.Number(EnrolmentID) == 0 {
				c.fill(item, at)
				list.Unnumbered = append(list.Unnumbered, item)
			}
			continue
		}
		read = append(read, item)
		key := c.key(item)
		if name, twice := seen[key]; twice && name == item.Text(Name) {
			list.Duplicates++
			continue
		} else if twice { // the service has one id for two things
			list.Unreadable++
			continue
		}
		seen[key] = item.Text(Name)
		c.fill(item, at)
		list.Items, list.Sent = append(list.Items, item), append(list.Sent, value)
	}
	if c.call == Students {
		hold(&list, c.Reading, requested)
		list.Shared = shared(read)
	}
	return list
}

// hold finds the students of another school period and those with two numbers.
func hold(l *List, reading Reading, requested request) {
	for _, item := range l.Items {
		if !requested.isPeriod(item.Text(SchoolPeriod)) {
			l.Foreign = append(l.Foreign, item)
		}
	}
	if !reading.Twice {
		l.Twice = twice(l.Items)
	}
}

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
			who += "\n" + student.Text(born)
		}
		if identified {
			who = fmt.Sprint(cmp.Or(student.Number(StudentID), -student.Number(EnrolmentID)))
		}
		number := student.Number(EnrolmentID)
		if before, known := numbers[who]; known && before != number && who != "" {
			found, sure = append(found, student), sure || student.Text(born) != ""
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
			if field.name == SchoolPeriod && !requested.isPeriod(document.Written(c.paths[at].First(item, pages.order))) {
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

var (
	// birthdays matches names of the day of birth, persons those of objects about the student.
	birthdays = regexp.MustCompile(`^(birth|date[_ ]?of[_ ]?birth|dob|geb|naissance|date[_ ]?(de[_ ]?)?naissance|` +
		`fecha[_ ]?(de[_ ]?)?nacimiento|data[_ ]?(di[_ ]?)?nascita)`)
	persons = regexp.MustCompile(`^(student|pupil|learner|person|attributes|profile|details|data|node)`)
)

// Born returns the day of birth in an item, or "". It tells namesakes apart where students have no ids.
func Born(item any) string {
	object, _ := item.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		folded := strings.ToLower(name)
		if text, isText := object[name].(string); isText && birthdays.MatchString(folded) {
			return text
		}
		if inside, isObject := object[name].(map[string]any); isObject && persons.MatchString(folded) {
			if born := Born(inside); born != "" {
				return born
			}
		}
	}
	return ""
}

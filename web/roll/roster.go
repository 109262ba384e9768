package roll

import (
	"slices"
	"strings"
	"time"
)

// Period is a school year or a term of the school system.
type Period struct {
	ID   PeriodID
	Name string
	// Starts and Ends are empty where the school's data does not tell them.
	Starts, Ends Date
}

// Current tells whether the date lies in the period; a side that is not known
// does not limit it, and a period with neither side known is never current.
func (p Period) Current(today Date) bool {
	if p.Starts == "" && p.Ends == "" {
		return false
	}
	return (p.Starts == "" || p.Starts <= today) && (p.Ends == "" || today <= p.Ends)
}

// Enrolment is a student in a school period, with the names a roster shows.
type Enrolment struct {
	ID      EnrolmentID
	Student StudentID
	// Given and Family are the two parts of a name; either may be empty.
	Given, Family string
	Class         ClassID
	ClassName     string
	// Number is the place in the class's list, from 1.
	Number int
}

// Name is the whole name as one text; empty where the list does not tell it, or only spaces.
func (e Enrolment) Name() string { return strings.TrimSpace(e.Given + " " + e.Family) }

// IsSame tells whether a list names the same student under the number as another did: the same student
// id and name.
func (e Enrolment) IsSame(now Enrolment) bool {
	return e.Student == now.Student && e.Given == now.Given && e.Family == now.Family
}

// IsAnother tells whether a list that is read again names another student under the number: another
// student id; without ids, no word of the name the same. Where a list does not tell, nobody can say so.
func (e Enrolment) IsAnother(now Enrolment) bool {
	if e.Student != 0 && now.Student != 0 {
		return e.Student != now.Student
	}
	before, after := strings.Fields(strings.ToLower(e.Name())), strings.Fields(strings.ToLower(now.Name()))
	return len(before) > 0 && len(after) > 0 && !slices.ContainsFunc(before, func(word string) bool { return slices.Contains(after, word) })
}

// Lists are a school's lists as they were at one time.
type Lists struct {
	Periods  []Period
	Statuses []Status
	Students map[PeriodID][]Enrolment
}

// WholePeriod stands for the class where a school's data has no classes: all
// students of the period together.
const WholePeriod ClassID = "*"

// Unplaced stands for the class of the students who are in none, in a period that has classes.
const Unplaced ClassID = "**"

// Nameless tells whether the class is one that the school's data does not name.
func (id ClassID) Nameless() bool { return id == WholePeriod || id == Unplaced }

// ManyClasses stands for the class of a save whose students are of several. Its roster is
// everybody in the period; it has no roll of its own.
const ManyClasses ClassID = "classes:several"

// Class is a named group of enrolments in a period.
type Class struct {
	ID       ClassID
	Name     string
	Students int
	// Owner is the person whose own group it is, who alone may see it; empty for a class that all may see.
	Owner PersonID
}

// VisibleTo tells whether the person may see the class.
func (c Class) VisibleTo(person PersonID) bool { return c.Owner == "" || c.Owner == person }

// Roster is the enrolments of one class in one period.
type Roster struct {
	Period Period
	Class  Class
	Rows   []Enrolment
	Age    Age
}

// Age tells how current a list is.
type Age struct {
	// ReadAt tells when it was read from the school system or a file, or typed in; zero
	// when it never was.
	ReadAt time.Time
	// Stale is true when the last try to read it again failed, Problem names why.
	Stale   bool
	Problem string
	// Generation is the school's with which its numbers name students.
	Generation int64
}

// Shrinkage tells of the students whom a new list of a period lacks.
type Shrinkage struct {
	// Gone are the students of the list last approved who are in no class any more, Of counts that list.
	Gone []Enrolment
	Of   int
	// Emptied are the classes in use of which nobody is left, in order.
	Emptied []string
	// Others are students whose number now names another child.
	Others []Enrolment
}

// fewestGone is the number from which students who are gone are more than a school loses in a day.
const fewestGone = 5

// Held tells whether a person has to look at the new list before it is used: more than a tenth of the school is gone,
// or has come under other names, or a class is emptied.
func (s Shrinkage) Held() bool {
	many := func(students []Enrolment) bool { return len(students) >= fewestGone && 10*len(students) > s.Of }
	return many(s.Gone) || many(s.Others) || len(s.Emptied) > 0
}

// Shrinks holds a new list against the one last approved and the one in use. A student who changes class, or gets
// another number, has not left. Without a list that was approved nothing is missing.
func Shrinks(approved, used, read []Enrolment) Shrinkage {
	found := Shrinkage{}
	if len(approved) == 0 {
		return found // whatever comes next is taken
	}
	now := listing(read)
	counted := make(map[EnrolmentID]bool, len(approved))
	for _, student := range approved {
		if counted[student.ID] {
			continue
		}
		counted[student.ID] = true
		switch found.Of++; {
		case !now.has(student):
			found.Gone = append(found.Gone, student)
		case now.isAnother(student):
			found.Others = append(found.Others, student)
		}
	}
	lost := make(map[ClassID]string)
	for _, student := range used {
		if !student.Class.Nameless() && !now.classes[student.Class] && !now.has(student) {
			lost[student.Class] = student.ClassName
		}
	}
	for id, name := range lost {
		if name == "" {
			name = string(id)
		}
		found.Emptied = append(found.Emptied, name)
	}
	slices.Sort(found.Emptied)
	return found
}

// listed is a list by who is on it.
type listed struct {
	numbers  map[EnrolmentID]Enrolment
	students map[StudentID]bool
	classes  map[ClassID]bool
}

func listing(all []Enrolment) listed {
	by := listed{make(map[EnrolmentID]Enrolment, len(all)), make(map[StudentID]bool, len(all)), make(map[ClassID]bool)}
	for _, student := range all {
		by.numbers[student.ID], by.classes[student.Class] = student, true
		if student.Student != 0 {
			by.students[student.Student] = true
		}
	}
	return by
}

// has tells whether the student is on the list, under whichever number.
func (l listed) has(student Enrolment) bool {
	if student.Student != 0 && len(l.students) > 0 {
		return l.students[student.Student]
	}
	_, known := l.numbers[student.ID]
	return known
}

// isAnother tells whether the student's number names another child: another student id, or without ids a name of which
// no word is the same.
func (l listed) isAnother(student Enrolment) bool {
	is, known := l.numbers[student.ID]
	switch {
	case !known:
		return false
	case is.Student != 0 && student.Student != 0:
		return is.Student != student.Student
	case is.Name() == "" || student.Name() == "":
		return false
	}
	words := strings.Fields(strings.ToLower(is.Name()))
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(student.Name())), func(word string) bool { return slices.Contains(words, word) })
}

// HeldList is a list of a period's students that is not used before a person has taken it.
type HeldList struct {
	Period PeriodID
	// Print tells its content from that of every other list.
	Print    string
	Students []Enrolment
	Age      Age
	Shrinkage
}

// Namesakes returns the enrolments whose student has the name of another student of the list, however its
// words are ordered, accented or capitalised. A student who is in two classes is one student.
func Namesakes(students []Enrolment) map[EnrolmentID]bool {
	bearers := make(map[string][]EnrolmentID)
	for _, student := range students {
		words := strings.Fields(folded(student.Name()))
		slices.Sort(words)
		name := strings.Join(words, " ")
		if !slices.Contains(bearers[name], student.ID) {
			bearers[name] = append(bearers[name], student.ID)
		}
	}
	namesakes := make(map[EnrolmentID]bool)
	for _, enrolments := range bearers {
		for _, enrolment := range enrolments {
			if len(enrolments) > 1 {
				namesakes[enrolment] = true
			}
		}
	}
	return namesakes
}

package roll

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Enrolment is a student in a school period, with the names a roster shows.
type Enrolment struct {
	ID      EnrolmentID
	Student StudentID
	// Given and Family are the two parts of a name; either may be empty.
	Given, Family string
	Class         ClassID
	ClassName     string
	// Period is that of the list; a list that is only stored lacks it. Division is its name where classes of several
	// periods of a day have the name of this class, else "".
	Period   PeriodID `json:"-"`
	Division string   `json:"-"`
	// Teachers are those of the class as the school system names them, one a line. Only a list as it is read has them.
	Teachers string `json:",omitempty"`
	// Number is the position in the class's list, from 1.
	Number int
	// Namesake says whether the name alone means one student (MarkNamesakes).
	Namesake Namesake `json:"-"`
	// Left is true in the list of a past day for a student who is on the period's list no more, and in a list just read
	// for one who seems to have left, and about whom no person has decided.
	Left bool `json:"-"`
	// Past is not 0 in the list of a past day if the number names another student now: the generation in which it began
	// to. Marks of the number before it are this student's.
	Past int64 `json:"-"`
}

// ListedEnrolment is a student of a list, with the generation whose numbers the list used.
type ListedEnrolment struct {
	Enrolment
	Generation int64
}

// AsToday gives the students of a past day's list, in their order and classes, the numbers and names that they have
// today: those of the same number, else of the same student id. Who is not listed today has left.
func AsToday(day []ListedEnrolment, today []Enrolment) []Enrolment {
	numbers, students := make(map[EnrolmentID]Enrolment, len(today)), make(map[StudentID]Enrolment, len(today))
	for _, one := range today {
		numbers[one.ID] = one
		if one.Student != 0 {
			students[one.Student] = one
		}
	}
	type place struct {
		EnrolmentID
		ClassID
	}
	all, placed := make([]Enrolment, 0, len(day)), make(map[place]bool, len(day))
	for _, before := range day {
		now, listed := numbers[before.ID]
		if !listed || before.IsAnother(now) {
			now, listed = students[before.Student]
		}
		one := before.Enrolment
		if one.Left = !listed; listed {
			one.ID, one.Student, one.Given, one.Family = now.ID, now.Student, now.Given, now.Family
		}
		// A student whom the day's list had under two numbers of a class has one today.
		if at := (place{one.ID, one.Class}); !placed[at] {
			placed[at], all = true, append(all, one)
		}
	}
	return all
}

// Namesake classifies a student by the other students of the list with the same name.
type Namesake uint8

// A student without a namesake, with one in another class only, and with one in the same class.
const (
	NoNamesake Namesake = iota
	NamesakeElsewhere
	NamesakeInClass
)

// Name returns the full name, or "" when the list gives none.
func (e Enrolment) Name() string { return strings.TrimSpace(e.Given + " " + e.Family) }

// NameOfClass returns the name of the student's class for people, "" for students without a class.
func (e Enrolment) NameOfClass() string {
	if e.ClassName == "" && !e.Class.Nameless() {
		return string(e.Class)
	}
	return e.ClassName
}

// InClass returns the student's class.
func (e Enrolment) InClass() Class {
	return Class{ID: e.Class, Name: e.ClassName, Period: e.Period, Division: e.Division}
}

// IsSame reports whether two lists have the same student under the number: the same student id and name.
func (e Enrolment) IsSame(now Enrolment) bool {
	return e.Student == now.Student && e.Given == now.Given && e.Family == now.Family
}

// IsAnother reports whether a newer list has another student under the number: another student id, or without
// ids a name with no word in common. It returns false when a list lacks both.
func (e Enrolment) IsAnother(now Enrolment) bool {
	if e.Student != 0 && now.Student != 0 {
		return e.Student != now.Student
	}
	return e.HasOtherName(now)
}

// HasOtherName reports whether two names have no word in common. It returns false when one of them is missing.
func (e Enrolment) HasOtherName(now Enrolment) bool {
	before, after := strings.Fields(strings.ToLower(e.Name())), strings.Fields(strings.ToLower(now.Name()))
	return len(before) > 0 && len(after) > 0 &&
		!slices.ContainsFunc(before, func(word string) bool { return slices.Contains(after, word) })
}

// Lists are a school's lists at one time.
type Lists struct {
	Periods  []Period
	Statuses []Status
	Students map[PeriodID][]Enrolment
}

// WholePeriod is the class of all students of the period, when a school's data has no classes.
const WholePeriod ClassID = "*"

// Unplaced is the class of the students without a class, in a period that has classes.
const Unplaced ClassID = "**"

// Nameless reports whether the school's data does not name the class.
func (id ClassID) Nameless() bool { return id == WholePeriod || id == Unplaced }

// ManyClasses is the class of a save with students of several classes. Its roster is the whole period. It has
// no roll of its own.
const ManyClasses ClassID = "classes:several"

// ClassKey identifies a class of a school: two divisions may have classes of the same id.
type ClassKey struct {
	Period PeriodID
	Class  ClassID
}

// Means reports whether the key is the class's. A key without a period means the classes of every period.
func (k ClassKey) Means(class Class) bool {
	return k.Class == class.ID && (k.Period == "" || k.Period == class.Period)
}

// Class is a named group of enrolments in a period.
type Class struct {
	ID       ClassID
	Name     string
	Students int
	// Period and Division are those of its students (Enrolment). A class without its list lacks them.
	Period   PeriodID
	Division string
	// Owner is the only person who may see the class, for a personal group; empty for a class that all may
	// see.
	Owner PersonID
}

// Key identifies the class.
func (c Class) Key() ClassKey { return ClassKey{c.Period, c.ID} }

// VisibleTo reports whether the person may see the class.
func (c Class) VisibleTo(person PersonID) bool { return c.Owner == "" || c.Owner == person }

// Roster is the list of enrolments of one class in one period.
type Roster struct {
	Period Period
	Class  Class
	Rows   []Enrolment
	Age    Age
}

// Emptied returns the roster without its students.
func (r Roster) Emptied() Roster {
	r.Rows, r.Class.Students = nil, 0
	return r
}

// Age is how current a list is.
type Age struct {
	// ReadAt is when the list was read from the school system or a file, or typed in; zero for never.
	ReadAt time.Time
	// Stale is true when the last reading failed. Problem names the reason.
	Stale   bool
	Problem string
	// Generation is the school's generation whose numbers the list uses.
	Generation int64
}

// Shrinkage describes the students missing from a period's new list.
type Shrinkage struct {
	// Gone are the students of the last approved list who are in no class any more. Of is the length of that
	// list.
	Gone []Enrolment
	Of   int
	// Emptied are the classes in use without any remaining student, in order.
	Emptied []string
	// Reassigned are students whose number now belongs to another child.
	Reassigned []Enrolment
	// Missing are the students of the list in use who are not on the new one. A student of two classes is there twice.
	// NewlyLeftOver counts the items left over beyond those of the list in use: one of them may be a missing student.
	Missing       []Enrolment
	NewlyLeftOver int
}

// fewestGone is the number of missing students from which a list is suspicious: a school does not lose so
// many in a day.
const fewestGone = 5

// Held reports whether a person must check the new list before use: more than a tenth of the school is gone
// or has other names, a class is emptied, or anybody is missing while items are left over.
func (s Shrinkage) Held() bool {
	many := func(students []Enrolment) bool { return len(students) >= fewestGone && 10*len(students) > s.Of }
	return many(s.Gone) || many(s.Reassigned) || len(s.Emptied) > 0 ||
		len(s.Missing) > 0 && s.NewlyLeftOver > 0
}

// Shrinks compares a new list with the last approved one and the one in use. A student who changes class or
// gets another number has not left. Without an approved list nothing is missing.
func Shrinks(approved, used, read []Enrolment) Shrinkage {
	found := Shrinkage{}
	if len(approved) == 0 {
		return found // any list is accepted
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
			found.Reassigned = append(found.Reassigned, student)
		}
	}
	lost := make(map[ClassID]string)
	for _, student := range used {
		if now.has(student) {
			continue
		}
		found.Missing = append(found.Missing, student)
		if !student.Class.Nameless() && !now.classes[student.Class] {
			lost[student.Class] = student.ClassName
		}
	}
	for id, name := range lost {
		found.Emptied = append(found.Emptied, cmp.Or(name, string(id)))
	}
	slices.Sort(found.Emptied)
	return found
}

// WithoutNewLeavers leaves out students who seem to have left, unless the list in use has them already. They wait until
// a person has decided.
func WithoutNewLeavers(used, read []Enrolment) []Enrolment {
	now, all := listing(used), make([]Enrolment, 0, len(read))
	for _, student := range read {
		if !student.Left || now.has(student) {
			student.Left = false
			all = append(all, student)
		}
	}
	return all
}

// listed indexes a list by its students.
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

// has reports whether the student is on the list, under any number.
func (l listed) has(student Enrolment) bool {
	if student.Student != 0 && len(l.students) > 0 {
		return l.students[student.Student]
	}
	_, known := l.numbers[student.ID]
	return known
}

// isAnother reports whether the student's number belongs to another child.
func (l listed) isAnother(student Enrolment) bool {
	listed, known := l.numbers[student.ID]
	return known && listed.IsAnother(student)
}

// HeldList is a list of a period's students that a person must accept before use.
type HeldList struct {
	Period PeriodID
	// Print is a fingerprint of its content.
	Print string
	StudentList
	Age Age
	Shrinkage
}

// StudentList is a list of a period's students as it was read.
type StudentList struct {
	Students []Enrolment
	// Unnumbered are students without a number: nothing can be saved for them yet.
	Unnumbered []Enrolment
	// LeftOver counts the items that name no further student with a number: they lack one, cannot be read, or repeat
	// another.
	LeftOver int
	// LeftOut are students of a file who seem to have left: they are on no list.
	LeftOut []LeftOut
}

// LeftOut is a student in a file who seems to have left, and whom its list does not take. Why quotes the file.
type LeftOut struct {
	Enrolment
	Why string
}

// HasLeavers reports whether some seem to have left, and no person has decided about them.
func (l StudentList) HasLeavers() bool {
	return slices.ContainsFunc(l.Students, func(student Enrolment) bool { return student.Left })
}

// Listed returns the enrolments of a list: a student in two classes counts once.
func Listed(students []Enrolment) map[EnrolmentID]bool {
	listed := make(map[EnrolmentID]bool, len(students))
	for _, student := range students {
		listed[student.ID] = true
	}
	return listed
}

// MarkNamesakes sets Namesake of the students who share their name with another student of the list, whatever the word
// order, accents or case. A student in two classes is one student.
func MarkNamesakes(students []Enrolment) {
	bearers := make(map[string][]*Enrolment, len(students))
	for i := range students {
		if name := sorted(students[i].Name()); name != "" {
			bearers[name] = append(bearers[name], &students[i])
		}
	}
	for _, same := range bearers {
		for _, one := range same {
			one.Namesake = NoNamesake
			for _, other := range same {
				switch {
				case other.ID == one.ID || one.Student != 0 && other.Student == one.Student:
				case other.Class == one.Class && other.Period == one.Period:
					one.Namesake = NamesakeInClass
				default:
					one.Namesake = max(one.Namesake, NamesakeElsewhere)
				}
			}
		}
	}
}

// sorted returns the folded words of a name in order.
func sorted(name string) string {
	words := strings.Fields(folded(name))
	slices.Sort(words)
	return strings.Join(words, " ")
}

// SameName reports whether two names have the same words, whatever their order, accents or case.
func SameName(one, other string) bool { return sorted(one) == sorted(other) && sorted(one) != "" }

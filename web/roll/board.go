package roll

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Opening records who first opened a class's roll on a day, before any student was marked.
type Opening struct {
	Period PeriodID
	Class  ClassID
	By     Actor
	At     time.Time
}

// ClassState is the progress of a class's roll on a date.
type ClassState string

// The states of a class. Those that need attention come first.
const (
	// ClassUntouched: no student is marked, and the roll was not opened.
	ClassUntouched ClassState = "untouched"
	// ClassOpened: the roll was opened, and no student is marked.
	ClassOpened ClassState = "opened"
	// ClassPartly: some students have no mark.
	ClassPartly ClassState = "partly"
	// ClassNeeds: a mark needs a person.
	ClassNeeds ClassState = "need"
	// ClassDisputed: every student is marked, and people still decide between two marks of a student.
	ClassDisputed ClassState = "disputed"
	// ClassUnderWay: every student is marked, and some marks are still being sent.
	ClassUnderWay ClassState = "under_way"
	// ClassDone: every student has a mark, and nothing is left to do.
	ClassDone ClassState = "done"
)

// ClassStates returns all states, in the order in which a board lists classes.
func ClassStates() []ClassState {
	return []ClassState{ClassUntouched, ClassOpened, ClassPartly, ClassNeeds, ClassDisputed, ClassUnderWay, ClassDone}
}

// Missing reports whether a roll in this state still needs its teacher: a student has no mark, or a mark did not
// arrive.
func (s ClassState) Missing() bool {
	return s == ClassUntouched || s == ClassOpened || s == ClassPartly || s == ClassNeeds
}

// ClassDay is a class with the progress of its roll on a date.
type ClassDay struct { //nolint:recvcheck // Add counts, and pages hold values
	Class Class
	// Marked counts the students with a mark, whatever its outcome. UnderWay counts the marks that are still
	// being sent, Need the marks that need a person, and Held those of them that are well, but a later
	// press for the student waits for an answer.
	Marked, UnderWay, Need, Held int
	// Later counts the students without a mark who are expected later.
	Later int
	// Elsewhere counts the unmarked students who have a status in the school system, as read at ReadAt. Both
	// are zero when there are none or the day cannot be read.
	Elsewhere int
	ReadAt    time.Time
	// Opened records who opened the roll first. Its time is zero when that is unknown.
	Opened Opening
	// Taking is who took the roll, and who changed marks later.
	Taking ClassTaking
}

// Taken reports whether every student has a mark, made here or in the school system, or is expected later. It does not
// matter whether the marks made here have arrived: a class that was taken is never missing.
func (c ClassDay) Taken() bool { return c.begun()+c.Later >= c.Class.Students }

// begun counts the students with a mark, made here or in the school system.
func (c ClassDay) begun() int { return c.Marked + c.Elsewhere }

// State returns the progress of the class's roll. ClassNeeds comes before ClassPartly: a mark that needs a
// person matters more than students without one.
func (c ClassDay) State() ClassState {
	switch {
	case c.Need > 0 && c.Need == c.Held && c.Taken():
		return ClassDisputed
	case c.Need > 0:
		return ClassNeeds
	case !c.Taken() && c.begun() == 0 && c.Opened.At.IsZero():
		return ClassUntouched
	case !c.Taken() && c.begun() == 0:
		return ClassOpened
	case !c.Taken():
		return ClassPartly
	case c.UnderWay > 0:
		return ClassUnderWay
	}
	return ClassDone
}

// StudentDay is a student with her mark of a day.
type StudentDay struct { //nolint:recvcheck // Equal is handed on as a function of values
	Student Enrolment
	// Mark is the newest mark of all her classes; it has version 0 when there is none. One made in the school
	// system has no save.
	Mark  Mark
	Place Place
	// Moves are the movements of all her classes in the order of their times, removed ones too, with those that the
	// known absence plans.
	Moves []Movement
	// Known is her known absence of the day; nil if there is none.
	Known *KnownAbsence
}

// Equal reports whether the days are the same.
func (d StudentDay) Equal(other StudentDay) bool {
	same := func(a, b Movement) bool { return a.ID == b.ID && a.Time == b.Time && a.EndedAt.Equal(b.EndedAt) }
	return d.Student == other.Student && d.Mark == other.Mark && d.Place == other.Place &&
		(d.Known == nil) == (other.Known == nil) && (d.Known == nil || d.Known.ID == other.Known.ID) &&
		slices.EqualFunc(d.Moves, other.Moves, same)
}

// Board is a school's day: its classes and its students in list order, each student once, and the marks of
// students who are on no list any more. Today's has also the students whom the list names without a number.
type Board struct {
	Classes    []ClassDay
	Students   []StudentDay
	Gone       []StudentDay
	Unnumbered []Enrolment
	// Unlisted are the students on no list about whom teachers told the office. Only today's board has them.
	Unlisted []Unlisted
	// Checks are the teachers' answers about new lists. Only today's board has them.
	Checks []ClassCheck
}

// Unlisted is a student in a class whom the list does not name, as typed by a teacher. Nothing is sent for her.
type Unlisted struct {
	School    SchoolID
	ID        Token
	Date      Date
	Period    PeriodID
	Class     ClassID
	ClassName string
	Name      string
	By        Actor
	At        time.Time
	// Answer is the office's, given by AnsweredBy; AnsweredAt is zero while she waits for one.
	Answer     UnlistedAnswer
	AnsweredBy Actor
	AnsweredAt time.Time
}

// Waits reports whether the office has not answered.
func (u Unlisted) Waits() bool { return u.AnsweredAt.IsZero() }

// LongestName is the most characters of an unlisted student's name.
const LongestName = 80

// UnlistedAnswer is the office's answer about an unlisted student.
type UnlistedAnswer string

// The answers. Each takes the student from the board and the evacuation list.
const (
	// Matched: a list names her, perhaps that of another class.
	Matched UnlistedAnswer = "matched"
	// Entered: the office has entered her in the school system; the next list names her.
	Entered UnlistedAnswer = "entered"
	// Dismissed: the list is right, no student is missing from it.
	Dismissed UnlistedAnswer = "dismissed"
)

// UnlistedAnswers returns all answers.
func UnlistedAnswers() []UnlistedAnswer { return []UnlistedAnswer{Matched, Entered, Dismissed} }

// Introduction says when a class's list came into use, and whether the school had a list before.
type Introduction struct {
	// Since is the list's first day. First is true if the school had no list before that day.
	Since Date
	First bool
}

// IntroductionDays is the number of days for which a list counts as new. In a week each teacher opens it once.
const IntroductionDays = 7

// Asks reports whether the day's roll asks its teachers about the list. On the day of the school's first list the
// office has just looked at it.
func (i Introduction) Asks(day Date) bool {
	begins := i.Since
	if i.First {
		begins = begins.AddDays(1)
	}
	return i.Since != "" && begins <= day && day < begins.AddDays(IntroductionDays)
}

// ClassCheck is a teacher's answer to "Is this your class?", which the roll of a new list asks.
type ClassCheck struct {
	School    SchoolID
	Period    PeriodID
	Class     ClassID
	ClassName string
	By        Actor
	// Since is the first day of the list that she looked at.
	Since  Date
	Answer ClassCheckAnswer
	At     time.Time
}

// ClassCheckAnswer is one of the answers.
type ClassCheckAnswer string

// The answers.
const (
	ClassRight     ClassCheckAnswer = "right"
	StudentMissing ClassCheckAnswer = "missing"
	OtherClass     ClassCheckAnswer = "other"
)

// ClassCheckAnswers returns all answers.
func ClassCheckAnswers() []ClassCheckAnswer {
	return []ClassCheckAnswer{ClassRight, StudentMissing, OtherClass}
}

// Marks are all known marks of a school's students on a date.
type Marks struct {
	Of map[EnrolmentID]Mark
	// Held are the students with a row that waits for a person's decision.
	Held map[EnrolmentID]bool
	// Movements are those of the date, Known the known absences (KnownAmong).
	Movements map[EnrolmentID][]Movement
	Known     map[EnrolmentID]KnownAbsence
	Openings  map[ClassKey]Opening
	// Changes are the last changes of the marks, which students may share.
	Changes map[EnrolmentID]*LastChange
	// Elsewhere are the statuses of students without a mark here, as read from the school system at ReadAt.
	Elsewhere map[EnrolmentID]string
	ReadAt    time.Time
	// Statuses are the school's, for the families of the statuses elsewhere.
	Statuses []Status
}

// at returns the student's mark: the one made here, or else the one in the school system.
func (m Marks) at(student EnrolmentID) Mark {
	if mark := m.Of[student]; mark.Version != 0 {
		return mark
	}
	there := m.Elsewhere[student]
	if there == "" {
		return Mark{}
	}
	mark := MadeElsewhere(there, m.ReadAt)
	for _, status := range m.Statuses {
		if strings.EqualFold(status.Name, strings.TrimSpace(there)) {
			mark.Status.Family = status.Family
		}
	}
	return mark
}

// opened returns the first opening of the class's roll. The version before knows no period.
func (m Marks) opened(class ClassKey) Opening {
	return cmp.Or(m.Openings[class], m.Openings[ClassKey{Class: class.Class}])
}

// NewBoard sorts the marks by class and by student.
func NewBoard(students []Enrolment, marks Marks) Board {
	board := Board{Students: studentDays(students, marks)}
	position := make(map[ClassKey]int)
	listed := make(map[EnrolmentID]bool, len(students))
	changes := ChangesByClass(students, marks.Changes)
	for i := range students {
		student := &students[i]
		listed[student.ID] = true
		key := ClassKey{student.Period, student.Class}
		at, known := position[key]
		if !known {
			at = len(board.Classes)
			position[key] = at
			board.Classes = append(board.Classes, ClassDay{
				Class: student.InClass(), Opened: marks.opened(key), Taking: TakingOf(changes[key]),
			})
		}
		class := &board.Classes[at]
		mark := marks.Of[student.ID]
		class.Add(mark.Outcome, mark.KeyedBy != "", marks.Held[student.ID])
		if absence := marks.Known[student.ID]; mark.Version == 0 {
			class.AddUnmarked(marks.Elsewhere[student.ID], absence.ComesLater())
		}
		if class.Elsewhere > 0 {
			class.ReadAt = marks.ReadAt
		}
	}
	for id, mark := range marks.Of {
		if !listed[id] {
			board.Gone = append(board.Gone, StudentDay{Student: Enrolment{ID: id}, Mark: mark, Place: mark.Place()})
		}
	}
	slices.SortFunc(board.Gone, func(a, b StudentDay) int { return cmp.Compare(a.Student.ID, b.Student.ID) })
	return board
}

// studentDays returns each student once, under the first class that lists her.
func studentDays(students []Enrolment, marks Marks) []StudentDay {
	type person struct {
		student StudentID
		number  EnrolmentID
	}
	personOf := func(student *Enrolment) person {
		if student.Student == 0 {
			return person{number: student.ID}
		}
		return person{student: student.Student}
	}
	days, position := make([]StudentDay, 0, len(students)), make(map[person]int, len(students))
	for i := range students {
		student := &students[i]
		at, listed := position[personOf(student)]
		if !listed {
			at = len(days)
			position[personOf(student)] = at
			days = append(days, StudentDay{Student: *student, Place: Unaccounted})
		}
		day := &days[at]
		if own := marks.Movements[student.ID]; len(own) > 0 {
			day.Moves = slices.Concat(day.Moves, own)
		}
		if known, is := marks.Known[student.ID]; is {
			day.Known = new(known)
		}
		day.add(marks.at(student.ID))
	}
	for i := range days {
		day := &days[i]
		slices.SortStableFunc(day.Moves, byTime)
		day.Place = placeAfter(day.Place, day.Mark.MarkedAt, day.Moves)
		if day.Known != nil {
			day.Moves = WithPlans(day.Moves, *day.Known, day.Place == In)
		}
	}
	return days
}

// add adds a mark of the student. The newest counts, and marks made at the same time must agree about her place.
func (d *StudentDay) add(mark Mark) {
	switch {
	case mark.Version == 0:
	case d.Mark.Version == 0, mark.MarkedAt.After(d.Mark.MarkedAt):
		d.Mark, d.Place = mark, mark.Place()
	case mark.MarkedAt.Equal(d.Mark.MarkedAt) && mark.Place() != d.Place:
		d.Place = Unaccounted
	}
}

func byTime(a, b Movement) int { return cmp.Compare(a.Time, b.Time) }

// Add counts one more student with the outcome of her mark, empty without one. A stopped mark that was keyed in by hand
// no longer needs a person.
func (c *ClassDay) Add(outcome Outcome, keyed, held bool) {
	c.Class.Students++
	if outcome == "" {
		return
	}
	c.Marked++
	if outcome == Saved && !held {
		return
	}
	isLost := outcome.NeedsPerson() && !keyed
	if held && !isLost {
		c.Held++
	}
	switch {
	case held, isLost:
		c.Need++
	case outcome.UnderWay():
		c.UnderWay++
	}
}

// AddUnmarked counts that the student who was added without a mark has a status in the school system, or else that she
// is expected later.
func (c *ClassDay) AddUnmarked(elsewhere string, later bool) {
	switch {
	case elsewhere != "":
		c.Elsewhere++
	case later:
		c.Later++
	}
}

// Overdue returns the minutes since RollsDue at now. It is 0 before that time, on any other day than today,
// when the school has no RollsDue, and when the clock skips that time.
func (s School) Overdue(date Date, now time.Time) (minutes int) {
	if s.RollsDue == "" || date != s.Today(now) {
		return 0
	}
	due, err := s.RollsDue.Instant(date, s.Zone)
	if err != nil {
		return 0
	}
	return max(0, int(now.Sub(due)/time.Minute))
}

package roll

import "time"

// Opening records who first opened a class's roll on a day, before any student was marked.
type Opening struct {
	Class ClassID
	By    Actor
	At    time.Time
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
	// ClassUnderWay: every student is marked, and some marks are still being sent.
	ClassUnderWay ClassState = "under_way"
	// ClassDone: every student has a mark, and nothing is left to do.
	ClassDone ClassState = "done"
)

// ClassStates returns all states, in the order in which a board lists classes.
func ClassStates() []ClassState {
	return []ClassState{ClassUntouched, ClassOpened, ClassPartly, ClassNeeds, ClassUnderWay, ClassDone}
}

// Missing reports whether a roll in this state still needs somebody: a student has no mark, or a mark needs a
// person.
func (s ClassState) Missing() bool {
	return s == ClassUntouched || s == ClassOpened || s == ClassPartly || s == ClassNeeds
}

// ClassDay is a class with the progress of its roll on a date.
type ClassDay struct {
	Class Class
	// Marked counts the students with a mark, whatever its outcome. UnderWay counts the marks that are still
	// being sent, Need the marks that need a person.
	Marked, UnderWay, Need int
	// Elsewhere counts the unmarked students who have a status in the school system, as read at ReadAt. Both
	// are zero when there are none or the day cannot be read.
	Elsewhere int
	ReadAt    time.Time
	// Opened records who opened the roll first. Its time is zero when that is unknown.
	Opened Opening
	// Taking is who took the roll, and who changed marks later.
	Taking RollTaking
}

// Taken reports whether every student has a mark, made here or in the school system. It does not matter
// whether the marks made here have arrived: a class that was taken is never missing.
func (c ClassDay) Taken() bool { return c.begun() >= c.Class.Students }

// begun counts the students with a mark, made here or in the school system.
func (c ClassDay) begun() int { return c.Marked + c.Elsewhere }

// State returns the progress of the class's roll. ClassNeeds comes before ClassPartly: a mark that needs a
// person matters more than students without one.
func (c ClassDay) State() ClassState {
	switch {
	case c.Need > 0:
		return ClassNeeds
	case c.begun() == 0 && c.Opened.At.IsZero():
		return ClassUntouched
	case c.begun() == 0:
		return ClassOpened
	case !c.Taken():
		return ClassPartly
	case c.UnderWay > 0:
		return ClassUnderWay
	}
	return ClassDone
}

// MarkKind is a group of marks that a chart counts together.
type MarkKind struct {
	// Outcome is Saved for every mark with a returned status, None for no mark, Waiting for a mark that is
	// being sent, and Stopped for one without a status that needs a person.
	Outcome Outcome
	// Returned is the status's name as the school system returned it, Status the requested one. Both are set
	// only when the outcome is Saved.
	Returned string
	Status   StatusID
}

// kindOf returns the kind under which the mark is counted.
func kindOf(mark Mark) MarkKind {
	if mark.Version == 0 {
		return MarkKind{Outcome: None}
	}
	switch mark.Outcome {
	case Saved:
		return MarkKind{Outcome: Saved, Returned: mark.Returned, Status: mark.Status}
	case Differs:
		return MarkKind{Outcome: Saved, Returned: mark.Returned}
	case Waiting, Confirming:
		return MarkKind{Outcome: Waiting}
	case None, Refused, Conflict, Stopped, Superseded:
	}
	return MarkKind{Outcome: Stopped}
}

// StudentDay is a student with the mark of a day.
type StudentDay struct {
	Student Enrolment
	Kind    MarkKind
	// Requested is the requested status, at the time At. Both are zero for a mark made in the school system.
	Requested StatusID
	At        time.Time
}

// Board is a school's day: its classes in list order, the number of students with each kind of mark, each
// student counted once, and all marked students in list order.
type Board struct {
	Classes []ClassDay
	Counts  map[MarkKind]int
	Marked  []StudentDay
}

// Marks are all known marks of a school's students on a date.
type Marks struct {
	Of map[EnrolmentID]Mark
	// Held are the students with a row that waits for a person's decision.
	Held     map[EnrolmentID]bool
	Openings map[ClassID]Opening
	// Changes are the last changes of the marks.
	Changes []LastChange
	// Elsewhere are the statuses of students without a mark here, as read from the school system at ReadAt.
	Elsewhere map[EnrolmentID]string
	ReadAt    time.Time
}

// NewBoard counts the marks of the students by class.
func NewBoard(students []Enrolment, marks Marks) Board {
	board := Board{Counts: make(map[MarkKind]int)}
	position := make(map[ClassID]int)
	counted := make(map[EnrolmentID]bool, len(students))
	changes := ChangesByClass(students, marks.Changes)
	for i := range students {
		student := &students[i]
		at, known := position[student.Class]
		if !known {
			at = len(board.Classes)
			position[student.Class] = at
			board.Classes = append(board.Classes, ClassDay{
				Class:  Class{ID: student.Class, Name: student.ClassName},
				Opened: marks.Openings[student.Class], Taking: TakingOf(changes[student.Class]),
			})
		}
		mark := marks.Of[student.ID]
		kind := kindOf(mark)
		board.Classes[at] = board.Classes[at].with(mark, marks.Held[student.ID])
		if there := marks.Elsewhere[student.ID]; there != "" && mark.Version == 0 {
			kind = MarkKind{Outcome: Saved, Returned: there}
			board.Classes[at].Elsewhere, board.Classes[at].ReadAt = board.Classes[at].Elsewhere+1, marks.ReadAt
		}
		if !counted[student.ID] {
			counted[student.ID] = true
			board.Counts[kind]++
			if kind.Outcome != None {
				board.Marked = append(board.Marked, StudentDay{Student: *student, Kind: kind, Requested: mark.Status, At: mark.MarkedAt})
			}
		}
	}
	return board
}

// with returns the class with one more student and her mark. A stopped mark that was keyed in by hand no
// longer needs a person.
func (c ClassDay) with(mark Mark, held bool) ClassDay {
	c.Class.Students++
	if mark.Version == 0 {
		return c
	}
	c.Marked++
	switch {
	case held, mark.Outcome.NeedsPerson() && mark.KeyedBy == "":
		c.Need++
	case mark.Outcome.UnderWay():
		c.UnderWay++
	}
	return c
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

package roll

import "time"

// Opening records the person who opened a class's roll first on a day, before anybody was marked.
type Opening struct {
	Class ClassID
	By    Actor
	At    time.Time
}

// ClassState tells how far the roll of a class is on a date.
type ClassState string

// The states of a class; those that somebody has to look at come first.
const (
	// ClassUntouched: nobody is marked, and nobody opened the roll.
	ClassUntouched ClassState = "untouched"
	// ClassOpened: somebody opened the roll, and nobody is marked.
	ClassOpened ClassState = "opened"
	// ClassPartly: some students have no mark.
	ClassPartly ClassState = "partly"
	// ClassNeeds: a mark needs a person.
	ClassNeeds ClassState = "need"
	// ClassUnderWay: everybody is marked, and some marks go through by themselves.
	ClassUnderWay ClassState = "under_way"
	// ClassDone: everybody has a mark, and nothing is left to do.
	ClassDone ClassState = "done"
)

// ClassStates are all states, in the order in which a board lists classes.
func ClassStates() []ClassState {
	return []ClassState{ClassUntouched, ClassOpened, ClassPartly, ClassNeeds, ClassUnderWay, ClassDone}
}

// ClassDay is a class with the progress of its roll on a date.
type ClassDay struct {
	Class Class
	// Marked counts the students with a mark, whatever has become of it. UnderWay counts those
	// whose mark goes through by itself, Need those whose mark needs a person.
	Marked, UnderWay, Need int
	// Elsewhere counts those of the others that have a status in the school system, as it was read
	// at ReadAt; both zero where there are none, or where the day cannot be read.
	Elsewhere int
	ReadAt    time.Time
	// Opened tells who opened the roll first; its instant is zero where nobody is known.
	Opened Opening
	// By is the person who marked last, at At; zero where nobody is marked.
	By Actor
	At time.Time
}

// Taken tells whether everybody has a mark, made here or in the school system itself. Whether
// the school system has those made here too is another matter: a class that was taken is never
// missing.
func (c ClassDay) Taken() bool { return c.begun() >= c.Class.Students }

// begun counts the students with a mark, wherever it was made.
func (c ClassDay) begun() int { return c.Marked + c.Elsewhere }

// State tells how far the class's roll is. A mark that needs a person comes before the students
// without a mark: it is ClassNeeds then, not ClassPartly.
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

// MarkKind is a kind of marks that a chart counts together.
type MarkKind struct {
	// Outcome is Saved for everything that the school system returned a status for, else
	// None, Waiting for what is under way, or Stopped for what has no status and needs a
	// person.
	Outcome Outcome
	// Returned is the status's name as the school system returned it, Status what was
	// asked for; both only where the outcome is Saved.
	Returned string
	Status   StatusID
}

// kindOf returns the kind as which the mark is counted.
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
	// Asked is the status that was asked for, at the time At; both are zero where the mark was made in the
	// school system itself.
	Asked StatusID
	At    time.Time
}

// Board is a school's day: its classes in the order of its list, the number of students
// with each kind of mark, each student counted once, and all who have a mark, in the order of the list.
type Board struct {
	Classes []ClassDay
	Counts  map[MarkKind]int
	Marked  []StudentDay
}

// Marks holds all that is known of a school's students on a date.
type Marks struct {
	Of map[EnrolmentID]Mark
	// Held are the students with a row that waits for somebody's word.
	Held     map[EnrolmentID]bool
	Openings map[ClassID]Opening
	// Elsewhere holds the statuses that the school system had at ReadAt for students without a mark here.
	Elsewhere map[EnrolmentID]string
	ReadAt    time.Time
}

// NewBoard counts the marks of the students by class.
func NewBoard(students []Enrolment, marks Marks) Board {
	board := Board{Counts: make(map[MarkKind]int)}
	position := make(map[ClassID]int)
	counted := make(map[EnrolmentID]bool, len(students))
	for i := range students {
		student := &students[i]
		at, known := position[student.Class]
		if !known {
			at = len(board.Classes)
			position[student.Class] = at
			board.Classes = append(board.Classes, ClassDay{
				Class:  Class{ID: student.Class, Name: student.ClassName},
				Opened: marks.Openings[student.Class],
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
				board.Marked = append(board.Marked, StudentDay{Student: *student, Kind: kind, Asked: mark.Status, At: mark.MarkedAt})
			}
		}
	}
	return board
}

// with returns the class with one more student and her mark. A stopped mark that somebody keyed
// in by hand needs nobody any more.
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
	if mark.MarkedAt.After(c.At) {
		c.By, c.At = mark.By, mark.MarkedAt
	}
	return c
}

// Overdue counts the minutes by which a roll that nobody has taken is overdue at now; 0 where
// it is not, on any other day than today, and where the school does not say by when rolls are
// taken. Where the clock jumps over that time, nothing is overdue.
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

package roll

import "time"

// Place is where a student is presumed to be when the school is evacuated.
type Place string

// The places, in the order in which their students must be looked for.
const (
	// Unaccounted: the student has no mark today, or the marks disagree.
	Unaccounted Place = "unaccounted"
	// Away: not in the building, for any reason.
	Away Place = "away"
	// In: seen in the building today.
	In Place = "in"
)

// MadeElsewhere returns a mark for a student who has none here, from the status that the school system had at
// readAt.
func MadeElsewhere(status string, readAt time.Time) Mark {
	return Mark{Version: 1, Outcome: Saved, Returned: status, Intent: Intent{Status: Status{Family: GuessFamily(status)}},
		MarkedAt: readAt}
}

// Places returns all places.
func Places() []Place { return []Place{Unaccounted, Away, In} }

// Place returns the place of the student according to the mark. A person's observation counts even before the
// school system has it. If the school system has a status of another place, the result is Unaccounted.
func (m Mark) Place() Place {
	if m.Version == 0 {
		return Unaccounted
	}
	place := placeOf(m.Status.Family)
	if !meanings[m.Outcome].otherThere {
		return place
	}
	if placeOf(GuessFamily(m.Returned)) != place {
		return Unaccounted
	}
	return place
}

func placeOf(family Family) Place {
	switch family {
	case Present, Late:
		return In
	case Absent, Excused, LeftEarly, Remote:
		return Away
	case Other:
	}
	return Unaccounted
}

// placeAfter returns the place of a student with movements: a later mark counts, but a student who left is not in the
// building because of it. A planned movement moves nobody.
func placeAfter(place Place, marked time.Time, moves []Movement) Place {
	var last *Movement
	for i := range moves {
		if moves[i].EndedAt.IsZero() && !moves[i].Planned {
			last = &moves[i]
		}
	}
	switch {
	case last == nil:
		return place
	case !marked.After(last.MadeAt) && last.Kind == MoveOut:
		return Away
	case !marked.After(last.MadeAt):
		return In
	case last.Kind == MoveOut && place == In:
		return Unaccounted
	}
	return place
}

// Move is a kind of movement.
type Move string

// The movements: a student comes late, leaves, and comes back.
const (
	MoveIn   Move = "in"
	MoveOut  Move = "out"
	MoveBack Move = "back"
)

// Moves returns all kinds of movements.
func Moves() []Move { return []Move{MoveIn, MoveOut, MoveBack} }

// Check returns the check that sends the movement to the school system.
func (m Move) Check() Check {
	if m == MoveOut {
		return CheckOut
	}
	return CheckIn
}

// Movement is a student's coming or going on a date. It stands beside the mark, and no mark changes it.
type Movement struct {
	// ID is the token of the press that kept it.
	ID     Token
	School SchoolID
	// Generation is that of the school's lists in which Enrolment names the student.
	Generation int64
	Enrolment  EnrolmentID
	Student    StudentID
	Date       Date
	Kind       Move
	Time       TimeOfDay
	// Planned is true if it was kept before its time, Sent if the save with its ID has its time.
	Planned, Sent bool
	// Sealed holds the reason, as the office's vault sealed it. Only the office reads it.
	Sealed []byte
	// MadeBy kept it at MadeAt. Replaces is the planned movement that it carries out, or empty.
	MadeBy   Actor
	MadeAt   time.Time
	Replaces Token
	// EndedBy removed it at EndedAt; the time is zero while it holds.
	EndedBy Actor
	EndedAt time.Time
}

package roll

import "time"

// Place is where a student is taken to be when the school is evacuated.
type Place string

// The places, those first who must be looked for first.
const (
	// Unaccounted: nobody marked the student today, or what is known does not agree.
	Unaccounted Place = "unaccounted"
	// Away: not in the building, for whatever reason.
	Away Place = "away"
	// In: seen in the building today.
	In Place = "in"
)

// MadeElsewhere is the mark of a student for whom nobody made one here, but whom the school
// system had with the status when it was read.
func MadeElsewhere(status string, readAt time.Time) Mark {
	return Mark{Version: 1, Outcome: Saved, Returned: status, Family: GuessFamily(status), MarkedAt: readAt}
}

// Places are all of them.
func Places() []Place { return []Place{Unaccounted, Away, In} }

// Place is where the mark says that its student is. What a person saw counts, whether or
// not the school system has it yet; where that system says something else, neither does.
func (m Mark) Place() Place {
	if m.Version == 0 {
		return Unaccounted
	}
	place := placeOf(m.Family)
	if !m.Outcome.OtherThere() {
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

// PlaceFrom is where all marks of one student of the same day say that she is: the newest
// counts, and of several made at once those must agree.
func PlaceFrom(marks []Mark) Place {
	var newest time.Time
	place := Unaccounted
	for _, mark := range marks {
		switch {
		case mark.Version == 0:
		case mark.MarkedAt.After(newest):
			newest, place = mark.MarkedAt, mark.Place()
		case mark.MarkedAt.Equal(newest) && mark.Place() != place:
			place = Unaccounted
		}
	}
	return place
}

package roll

import "time"

// Place tells where a student is taken to be when the school is evacuated.
type Place string

// The places, in the order in which their students must be looked for.
const (
	// Unaccounted: nobody marked the student today, or what is known does not agree.
	Unaccounted Place = "unaccounted"
	// Away: not in the building, for whatever reason.
	Away Place = "away"
	// In: seen in the building today.
	In Place = "in"
)

// MadeElsewhere returns a mark for a student for whom nobody made one here, but for whom the
// school system had the status when it was read.
func MadeElsewhere(status string, readAt time.Time) Mark {
	return Mark{Version: 1, Outcome: Saved, Returned: status, Family: GuessFamily(status), MarkedAt: readAt}
}

// Places lists all of them.
func Places() []Place { return []Place{Unaccounted, Away, In} }

// Place tells where the student is by the mark. What a person saw counts, whether or not the
// school system has it yet; where that system has a status of another place, neither counts.
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

// PlaceFrom tells where a student is by all her marks of one day: the newest counts, and
// several that were made at once must agree.
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

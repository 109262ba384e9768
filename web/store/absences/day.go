package absences

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// daysInMemory limits the cached days, about 10 KB each.
const daysInMemory = 64

// keptFor is how long a cached day is used. A program of an earlier version does not raise the version.
const keptFor = 2 * time.Second

// days caches who is known to be absent, each day with the version of the school's marks at which it was read.
type days struct {
	engine.Memory[schoolDay, known]
}

type schoolDay struct {
	school     roll.SchoolID
	generation int64
	date       roll.Date
}

type known struct {
	version int64
	readAt  time.Time
	of      map[roll.EnrolmentID]roll.KnownAbsence
}

// KnownOn returns who is known to be absent on the date, by the numbers of the generation, at the version of the
// school's marks or later; 0 is the present. Of several absences of a student it returns the last one told. The caller
// does not change the map.
func (s *Store) KnownOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
	date roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error) {
	now, day := time.Now(), schoolDay{school, generation, date}
	if kept, cached := s.days.Get(day); cached && version != 0 && kept.version == version && now.Sub(kept.readAt) <= keptFor {
		return kept.of, nil
	}
	all, err := engine.All(ctx, s.Database, scan, `SELECT `+columns+` FROM known_absences
		WHERE school = $1 AND last_date >= $2 AND first_date <= $2 AND generation = $3 AND ended_at = 0
		ORDER BY made_at, id`, school, date, generation)
	if err != nil {
		return nil, err
	}
	of := make(map[roll.EnrolmentID]roll.KnownAbsence, len(all))
	for _, one := range all {
		if one.On(date) {
			of[one.Enrolment] = one
		}
	}
	if version != 0 {
		s.days.Keep(day, known{version, now, of}, daysInMemory)
	}
	return of, nil
}

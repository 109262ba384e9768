package absences

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// daysInMemory limits the cached days of a table, about 10 KB each.
const daysInMemory = 64

type schoolDay struct {
	school     roll.SchoolID
	generation int64
	date       roll.Date
}

// KnownOn returns who is known to be absent on the date, without the details, at the version of the school's absences
// or later; 0 is the present. It leaves out numbers that name another student since. Generation is the school's. Of
// several absences of a student it returns the last one told. The caller does not change the map.
func (s *Store) KnownOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
	date roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error) {
	return s.known.At(version, schoolDay{school, generation, date}, daysInMemory, time.Now(),
		func() (map[roll.EnrolmentID]roll.KnownAbsence, error) {
			all, err := engine.All(ctx, s.Database, scan, `SELECT `+withoutDetails+ofKnown+`
			WHERE school = $1 AND last_date >= $2 AND first_date <= $2 AND ended_at = 0 ORDER BY made_at, id`, school, date)
			of := make(map[roll.EnrolmentID]roll.KnownAbsence, len(all))
			for _, one := range all {
				if one.On(date) {
					of[one.Enrolment] = one
				}
			}
			return of, err
		})
}

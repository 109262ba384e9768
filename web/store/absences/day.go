package absences

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// daysInMemory limits the cached days of a table, about 10 KB each.
const daysInMemory = 64

// keptFor is how long a cached day is used. A program of an earlier version does not raise the version.
const keptFor = 2 * time.Second

// days caches what a table has of each day's students, with the version of the school's marks at which it was read.
type days[T any] struct {
	engine.Memory[schoolDay, day[T]]
}

type schoolDay struct {
	school     roll.SchoolID
	generation int64
	date       roll.Date
}

type day[T any] struct {
	version int64
	readAt  time.Time
	of      map[roll.EnrolmentID]T
}

// at returns the cached day if it is of the version, and otherwise reads it; version 0 is the present.
func (d *days[T]) at(version int64, on schoolDay, read func() (map[roll.EnrolmentID]T, error)) (map[roll.EnrolmentID]T, error) {
	now := time.Now()
	if kept, cached := d.Get(on); cached && version != 0 && kept.version == version && now.Sub(kept.readAt) <= keptFor {
		return kept.of, nil
	}
	of, err := read()
	if err == nil && version != 0 {
		d.Keep(on, day[T]{version, now, of}, daysInMemory)
	}
	return of, err
}

// KnownOn returns who is known to be absent on the date, without the details, at the version of the school's marks or
// later; 0 is the present. It leaves out numbers that name another student since. Generation is the school's. Of several
// absences of a student it returns the last one told. The caller does not change the map.
func (s *Store) KnownOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
	date roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error) {
	return s.known.at(version, schoolDay{school, generation, date}, func() (map[roll.EnrolmentID]roll.KnownAbsence, error) {
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

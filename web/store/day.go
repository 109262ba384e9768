package store

import (
	"context"

	"rollbook/web/roll"
)

// Day calls each with every mark of the school on the date.
func (s *Store) Day(ctx context.Context, school roll.SchoolID, date roll.Date, each func(roll.Mark)) error {
	return eachMark(ctx, s.query, each, `m.school = $1 AND m.date = $2`, school, date)
}

// EachMark calls each with every mark of the school.
func (s *Store) EachMark(ctx context.Context, school roll.SchoolID, each func(roll.Mark)) error {
	return eachMark(ctx, s.query, each, `m.school = $1`, school)
}

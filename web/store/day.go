package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// Day calls each with every mark of the school on the date.
func (s *Store) Day(ctx context.Context, school roll.SchoolID, date roll.Date, each func(roll.Mark)) error {
	return s.query(ctx, func(rows *sql.Rows) error {
		var mark roll.Mark
		if err := scanMark(rows, &mark); err != nil {
			return err
		}
		each(mark)
		return nil
	}, `SELECT `+markColumns+` FROM `+markTables+` WHERE m.school = $1 AND m.date = $2`, school, date)
}

// EachMark calls each with every mark of the school.
func (s *Store) EachMark(ctx context.Context, school roll.SchoolID, each func(roll.Mark)) error {
	return s.query(ctx, func(rows *sql.Rows) error {
		var mark roll.Mark
		if err := scanMark(rows, &mark); err != nil {
			return err
		}
		each(mark)
		return nil
	}, `SELECT `+markColumns+` FROM `+markTables+` WHERE m.school = $1`, school)
}

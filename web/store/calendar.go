package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// Calendar is when the school is closed.
func (s *Store) Calendar(ctx context.Context, school roll.SchoolID) (roll.Calendar, error) {
	var calendar roll.Calendar
	err := s.query(ctx, func(rows *sql.Rows) error {
		var day time.Weekday
		err := rows.Scan(&day)
		calendar.Weekdays = append(calendar.Weekdays, day)
		return err
	}, `SELECT weekday FROM closed_weekdays WHERE school = $1 ORDER BY weekday`, school)
	if err != nil {
		return calendar, err
	}
	err = s.query(ctx, func(rows *sql.Rows) error {
		var days roll.ClosedDays
		err := rows.Scan(&days.ID, &days.Name, &days.Starts, &days.Ends)
		calendar.Ranges = append(calendar.Ranges, days)
		return err
	}, `SELECT id, name, starts, ends FROM closed_days WHERE school = $1 ORDER BY starts, ends, id`, school)
	return calendar, err
}

// Closing is whether the school is closed on the date. A range with a name says why.
func (s *Store) Closing(ctx context.Context, school roll.SchoolID, date roll.Date) (roll.Closing, error) {
	var closing roll.Closing
	err := s.query(ctx, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		closing.Closed, closing.Name = true, max(closing.Name, name)
		return err
	}, `SELECT name FROM closed_days WHERE school = $1 AND ends >= $2 AND starts <= $3
		UNION ALL SELECT '' FROM closed_weekdays WHERE school = $4 AND weekday = $5`,
		school, date, date, school, int64(date.Noon(time.UTC).Weekday()))
	return closing, err
}

// SetClosedWeekdays replaces the days of the week on which the school is closed.
func (s *Store) SetClosedWeekdays(ctx context.Context, school roll.SchoolID, weekdays []time.Weekday) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if _, err := tx.exec(ctx, `DELETE FROM closed_weekdays WHERE school = $1`, school); err != nil {
			return err
		}
		for _, day := range weekdays {
			if _, err := tx.exec(ctx, `INSERT INTO closed_weekdays (school, weekday) VALUES ($1, $2)`, school, int64(day)); err != nil {
				return err
			}
		}
		return nil
	})
}

// AddClosedDays adds a range of closed days.
func (s *Store) AddClosedDays(ctx context.Context, school roll.SchoolID, days roll.ClosedDays) error {
	_, err := s.exec(ctx, `INSERT INTO closed_days (school, id, name, starts, ends) VALUES `+tuples(1, 5), school, days.ID, days.Name, days.Starts, days.Ends)
	return err
}

// DropClosedDays removes a range. One that is gone already is what was asked for.
func (s *Store) DropClosedDays(ctx context.Context, school roll.SchoolID, id string) error {
	_, err := s.exec(ctx, `DELETE FROM closed_days WHERE school = $1 AND id = $2`, school, id)
	return err
}

package lists

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/schools"
)

// PutPeriods replaces the school's periods.
func (s *Store) PutPeriods(ctx context.Context, school roll.SchoolID, source string, periods []roll.Period) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return putPeriods(ctx, tx, school, source, periods) })
}

// TakePeriods is PutPeriods for an answer of the service. It returns the error of schools.OfConnection.
func (s *Store) TakePeriods(ctx context.Context, school roll.School, periods []roll.Period) error {
	return schools.OfConnection(ctx, s.Database, school,
		func(tx *engine.Transaction) error { return putPeriods(ctx, tx, school.ID, FromService, periods) })
}

func putPeriods(ctx context.Context, t *engine.Transaction, school roll.SchoolID, source string,
	periods []roll.Period) error {
	t.Require(t.Do(ctx, `DELETE FROM periods WHERE school = $1`, school))
	t.Require(engine.DoEach(ctx, t, periods, `INSERT INTO periods (school, id, name, starts, ends, position)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (school, id) DO NOTHING`,
		func(i int, period roll.Period) []any {
			return []any{school, period.ID, period.Name, period.Starts, period.Ends, i}
		}))
	return noteList(ctx, t, school, PeriodList, source)
}

// Periods returns the school's periods, in its order.
func (s *Store) Periods(ctx context.Context, school roll.SchoolID) ([]roll.Period, error) {
	return periodsOf(ctx, s.Database, school)
}

func periodsOf(ctx context.Context, read engine.Reader, school roll.SchoolID) ([]roll.Period, error) {
	periods, err := engine.Rows[roll.Period](ctx, read,
		`SELECT id, name, starts, ends FROM periods WHERE school = $1 ORDER BY position`, school)
	if err != nil {
		return nil, err
	}
	opened, err := engine.Groups[roll.PeriodID, roll.OpenedDays](ctx, read,
		`SELECT period, starts, ends FROM opened_periods WHERE school = $1 ORDER BY starts`, school)
	for i := range periods {
		periods[i].Opened = opened[periods[i].ID]
	}
	return periods, err
}

// OpenPeriod opens the period for the days, in place of what was opened for them before.
func (s *Store) OpenPeriod(ctx context.Context, school roll.SchoolID, period roll.PeriodID,
	days roll.OpenedDays) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.Do(ctx, `INSERT INTO opened_periods (school, period, starts, ends)
			SELECT school, period, CAST($1 AS TEXT), ends FROM opened_periods
			WHERE school = $2 AND starts <= $3 AND ends > $4
			ON CONFLICT (school, starts) DO NOTHING`, days.Ends.AddDays(1), school, days.Ends, days.Ends))
		tx.Require(tx.Do(ctx, `DELETE FROM opened_periods WHERE school = $1 AND starts BETWEEN $2 AND $3`,
			school, days.Starts, days.Ends))
		tx.Require(tx.Do(ctx, `UPDATE opened_periods SET ends = $1 WHERE school = $2 AND starts < $3 AND ends >= $4`,
			days.Starts.AddDays(-1), school, days.Starts, days.Starts))
		return tx.Do(ctx, `INSERT INTO opened_periods (school, period, starts, ends) VALUES ($1, $2, $3, $4)`,
			school, period, days.Starts, days.Ends)
	})
}

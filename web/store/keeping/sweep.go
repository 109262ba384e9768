package keeping

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
	"rollbook/web/store/engine"
)

// step is the number of rows that one statement deletes, so that no save waits long.
const step = "500"

// Sweep deletes data that is older than its rule, in small steps, until the context ends.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	for _, rule := range Rules() {
		periods, err := s.periods(ctx, rule)
		if err != nil {
			return err
		}
		for _, period := range periods {
			for _, aged := range rule.aged {
				if err := s.forget(ctx, aged, period, now); err != nil {
					return err
				}
			}
			if rule.Kind == History {
				if err := s.forgetHistory(ctx, period.School, cutDate(now, period.Days)); err != nil {
					return err
				}
			}
		}
	}
	return ctx.Err()
}

// period is how long a school keeps data; school is empty for all of them.
type period struct {
	School roll.SchoolID
	Days   int
}

func (s *Store) periods(ctx context.Context, rule Rule) ([]period, error) {
	if !rule.Ours() {
		return []period{{"", rule.Days}}, nil
	}
	return engine.Rows[period](ctx, s.Database,
		`SELECT c.slug AS school, COALESCE((SELECT r.days FROM retentions r WHERE r.school = c.slug
			AND r.kind = $1), CAST($2 AS BIGINT)) AS days FROM schools c ORDER BY c.slug`,
		rule.Kind, rule.Days)
}

// cutDate is the date before which rows go. It is the same in every time zone, at most a day too early.
func cutDate(now time.Time, days int) roll.Date { return roll.DateOf(now, time.UTC).AddDays(-days) }

// before returns the instant or date before which the rows go.
func (a aged) before(now time.Time, days int) any {
	switch {
	case a.dated:
		return cutDate(now, days)
	case a.ends:
		return engine.Milliseconds(now)
	case a.stamped:
		return audit.FirstID(now.AddDate(0, 0, -days))
	}
	return engine.Milliseconds(now.AddDate(0, 0, -days))
}

// forget deletes the rows in steps. It first reads whether there are any, so that nothing to do needs no lock.
func (s *Store) forget(ctx context.Context, aged aged, period period, now time.Time) error {
	args := []any{aged.before(now, period.Days), period.School}
	rows := ` FROM ` + aged.table + ` WHERE ` + aged.condition() + ` AND school = $2`
	if period.School == "" {
		rows = ` FROM ` + aged.table + ` WHERE ` + aged.condition() + ` AND $2 = CAST('' AS TEXT)`
	}
	change := `DELETE FROM ` + aged.table
	if aged.set != "" {
		change = `UPDATE ` + aged.table + ` SET ` + aged.set
	}
	for ctx.Err() == nil {
		found, err := engine.Exists(ctx, s.Database, `SELECT 1`+rows+` LIMIT 1`, args...)
		if err != nil || !found {
			return err
		}
		err = s.Database.Do(ctx, change+` WHERE (`+aged.key+`) IN (SELECT `+aged.key+rows+` LIMIT `+step+
			`)`, append(args, aged.args...)...)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Retention returns how many days the school keeps a kind of data.
func (s *Store) Retention(ctx context.Context, school roll.SchoolID, kind Kind) (int, error) {
	days, err := engine.Rows[int](ctx, s.Database, `SELECT days FROM retentions WHERE school = $1 AND kind = $2`,
		school, kind)
	if err != nil || len(days) == 0 {
		return Of(kind).Days, err
	}
	return days[0], nil
}

// SetRetention stores how many days the school keeps a kind of data.
func (s *Store) SetRetention(ctx context.Context, school roll.SchoolID, kind Kind, days int) error {
	return s.Database.Do(ctx, `INSERT INTO retentions (school, kind, days) VALUES ($1, $2, $3)
		ON CONFLICT (school, kind) DO UPDATE SET days = excluded.days`, school, kind, days)
}

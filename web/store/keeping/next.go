package keeping

import (
	"context"
	"strconv"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// Next counts the rows of a kind of data that are deleted next.
type Next struct {
	// On is the date of the deletion, empty if there is none. Rows counts the rows.
	On   roll.Date
	Rows int
	// Unsettled counts the marks that are older, and stay because they are not settled.
	Unsettled int
}

// NextToGo returns the school's next deletion of a kind of data.
func (s *Store) NextToGo(ctx context.Context, school roll.School, rule Rule, days int,
	now time.Time) (next Next, err error) {
	all := rule.aged
	if rule.Kind == History {
		all = []aged{{table: "marks", column: "date", dated: true, more: ` AND NOT ` + saves.Unsettled}}
		if next.Unsettled, err = s.count(ctx, `FROM marks m WHERE school = $1 AND date < $2 AND `+
			saves.Unsettled, school.ID, cutDate(now, days)); err != nil {
			return next, err
		}
	}
	for _, aged := range all {
		if aged.column == "" || aged.everywhere {
			continue
		}
		if err := s.addNext(ctx, &next, aged, school, days); err != nil {
			return next, err
		}
	}
	if today := roll.DateOf(now, school.Zone); next.On != "" && next.On < today {
		next.On = today
	}
	return next, nil
}

func (s *Store) count(ctx context.Context, from string, args ...any) (int, error) {
	return engine.Value[int](ctx, s.Database, `SELECT COUNT(*) `+from, args...)
}

// addNext adds the rows of the oldest day.
func (s *Store) addNext(ctx context.Context, next *Next, aged aged, school roll.School, days int) error {
	from := ` FROM ` + aged.table + ` m WHERE school = $1` + aged.more
	first, err := engine.Rows[string](ctx, s.Database, `SELECT CAST(`+aged.column+` AS TEXT)`+from+` ORDER BY `+
		aged.column+` LIMIT 1`, school.ID)
	if err != nil || len(first) == 0 {
		return err
	}
	oldest, until, err := aged.day(first[0], school.Zone)
	if err != nil {
		return err
	}
	if aged.ends {
		days = 0
	}
	rows, err := s.count(ctx, from+` AND `+aged.column+` < $2`, school.ID, until)
	switch on := oldest.AddDays(days + 1); {
	case next.On == "" || on < next.On:
		next.On, next.Rows = on, rows
	case on == next.On:
		next.Rows += rows
	}
	return err
}

// day returns the date of a value of the column, and the value with which the next date begins.
func (a aged) day(value string, zone *time.Location) (date roll.Date, next any, err error) {
	if a.dated {
		return roll.Date(value), roll.Date(value).AddDays(1), nil
	}
	const digits = 13
	at, err := strconv.ParseInt(value[:min(digits, len(value))], 10, 64)
	date = roll.DateOf(engine.Instant(at), zone)
	if a.stamped {
		return date, audit.FirstID(date.End(zone)), err
	}
	return date, engine.Milliseconds(date.End(zone)), err
}

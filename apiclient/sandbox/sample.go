package sandbox

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// addSample fills an empty data file with the two sample schools. It adds the current period to every school
// whose periods have all ended.
func (s *Sandbox) addSample(ctx context.Context) error {
	return inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		var schools int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM schools`).Scan(&schools); err != nil {
			return fmt.Errorf("count schools: %w", err)
		}
		if schools > 0 {
			return s.addCurrentPeriods(ctx, tx)
		}
		if _, err := s.addSchool(ctx, tx, harbourSchool(), shapeHarbour); err != nil {
			return err
		}
		second, err := s.addSchool(ctx, tx, tilleulsSchool(), shapeTilleuls)
		if err != nil {
			return err
		}
		_, err = s.insertKey(ctx, tx, second, "Kiosk, before the new keys", OlderKey, originOlder)
		return err
	})
}

// AddSchool adds a school like the first sample school, without its difficult names, for tests that need
// many: 12 classes in each of two periods, six statuses, ids of its own. CreateKey makes its keys. It returns
// KindTaken for a code that exists.
func (s *Sandbox) AddSchool(ctx context.Context, added School) error {
	if added.Name == "" || added.Tenant == "" || added.Code == "" {
		return errorf(KindInvalid, "a school has a name, a tenant and a code")
	}
	if _, err := s.schoolByCode(ctx, added.Code); KindOf(err) != KindNotFound {
		if err != nil {
			return err
		}
		return errorf(KindTaken, "a school with the code %q exists", added.Code)
	}
	return inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		_, err := s.addSchool(ctx, tx, added, "plain")
		return err
	})
}

// addSchool makes a school with its statuses and two periods, including the current one.
func (s *Sandbox) addSchool(ctx context.Context, tx *sql.Tx, added School, shapeName string) (school, error) {
	now := s.now()
	owner := school{School: added}
	row := tx.QueryRowContext(ctx, `INSERT INTO schools (code, tenant, name, shape, base_year) VALUES (?1, ?2, ?3, ?4, ?5)
		RETURNING id`, added.Code, added.Tenant, added.Name, shapeName, schoolYearOf(now))
	if err := row.Scan(&owner.id); err != nil {
		return owner, fmt.Errorf("add school: %w", err)
	}
	made := newGenerator(tx, owner.id, shapeOf(shapeName), schoolYearOf(now))
	if err := made.addStatuses(ctx); err != nil {
		return owner, err
	}
	current := made.current(now)
	// The current period comes first, so that its enrolment ids overlap with the student ids.
	for _, period := range []termOfYear{current, made.other(current)} {
		if err := made.addPeriod(ctx, period); err != nil {
			return owner, err
		}
	}
	return owner, nil
}

func (s *Sandbox) addCurrentPeriods(ctx context.Context, tx *sql.Tx) error {
	today := s.now().Format(time.DateOnly)
	type stale struct {
		ID       int64
		Shape    string
		BaseYear int
	}
	found, err := collect[stale](tx.QueryContext(ctx, `SELECT json_object('id', id, 'shape', shape, 'baseYear', base_year)
		FROM schools s WHERE NOT EXISTS (SELECT 1 FROM periods p WHERE p.school = s.id AND p.end_date >= ?1)`, today))
	if err != nil {
		return fmt.Errorf("find ended periods: %w", err)
	}
	for _, one := range found {
		made := newGenerator(tx, one.ID, shapeOf(one.Shape), one.BaseYear)
		if err := made.load(ctx); err != nil {
			return err
		}
		if err := made.addPeriod(ctx, made.current(s.now())); err != nil {
			return err
		}
	}
	return nil
}

// schoolYearOf returns the calendar year in which the current school year began.
func schoolYearOf(now time.Time) int {
	if now.Month() < schoolYearBegins {
		return now.Year() - 1
	}
	return now.Year()
}

func (g *generator) current(now time.Time) termOfYear {
	period := termOfYear{year: schoolYearOf(now)}
	if g.shape.terms == 2 && now.Month() < schoolYearBegins && now.Month() > time.January {
		period.term = 1
	}
	return period
}

// other returns the other term of the same year, or last year for a school without terms.
func (g *generator) other(period termOfYear) termOfYear {
	if g.shape.terms == 2 {
		return termOfYear{period.year, 1 - period.term}
	}
	return termOfYear{period.year - 1, 0}
}

// addStatuses gives the statuses ids that do not follow their order.
func (g *generator) addStatuses(ctx context.Context) error {
	for i, name := range g.shape.statuses {
		id := g.school*100 + int64(i*7%25) + 1
		if err := g.insert(ctx, `INSERT INTO statuses VALUES (?1, ?2, ?3, ?4)`, g.school, id, name, i); err != nil {
			return err
		}
	}
	return nil
}

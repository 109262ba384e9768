package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/schools"
)

// reconnect changes the address, the codes or the mapping of the school's service, and stores the remaining
// proof. If the change affects how or where students are identified, it begins the next generation and ends a
// pause because of other students. Every change of a connection uses it, in the transaction that writes the
// change.
func reconnect(ctx context.Context, t *engine.Transaction, id roll.SchoolID, change func(*roll.School) error) error {
	if err := schools.Lock(ctx, t, id); err != nil {
		return err
	}
	before, err := schools.Read(ctx, t, id)
	if err != nil {
		return err
	}
	after := before
	if err := change(&after); err != nil {
		return err
	}
	after, changed := proof.Moved(before, after)
	if changed {
		if err := beginConnection(ctx, t, id); err != nil {
			return err
		}
		if err := endOthers(ctx, t, before); err != nil {
			return err
		}
	}
	return schools.SetConnection(ctx, t, after)
}

// beginConnection begins a generation with a new connection. Waiting marks become moved and are never sent
// automatically. Open attempts close as unknown. The service's lists are read again.
func beginConnection(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	if err := keepFormerLists(ctx, t, school); err != nil {
		return err
	}
	if err := schools.NextConnection(ctx, t, school); err != nil {
		return err
	}
	if err := closeOpen(ctx, t, school); err != nil {
		return err
	}
	if err := stopMarks(ctx, t, `m.past = 0`, school); err != nil {
		return err
	}
	if err := unapprove(ctx, t, school); err != nil {
		return err
	}
	for _, text := range []string{
		`UPDATE guided_marks SET subject = '' WHERE school = $1`,
		`DELETE FROM students_gone WHERE school = $1`,
	} {
		if _, err := t.Exec(ctx, text, school); err != nil {
			return err
		}
	}
	return readListsAnew(ctx, t, school)
}

// closeOpen closes the school's open attempts as unknown, at the end of their leases. Their replies only
// enter the history.
func closeOpen(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	_, err := t.Exec(ctx, `UPDATE attempts SET state = `+literal.Unknown+`, closed_at = lease_until, problem = `+literal.LeaseEnded+` WHERE school = $1 AND state = `+literal.Open, school)
	return err
}

// readListsAnew deletes the lists from the service. The school's own lists stay, with their numbers.
func readListsAnew(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	own := make(map[roll.PeriodID]bool)
	err := t.Query(ctx, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		if period, of := strings.CutPrefix(name, studentLists); of {
			own[roll.PeriodID(period)] = true
		}
		return err
	}, `SELECT name FROM lists WHERE school = $1 AND source <> $2`, school, FromService)
	if err != nil {
		return err
	}
	students, err := studentsByPeriod(ctx, t, school)
	if err != nil {
		return err
	}
	for period, all := range students {
		if own[period] {
			err = listNumbers(ctx, t, school, period, all)
		} else {
			_, err = t.Exec(ctx, `DELETE FROM enrolments WHERE school = $1 AND period = $2`, school, period)
		}
		if err != nil {
			return err
		}
	}
	_, err = t.Exec(ctx, `DELETE FROM lists WHERE school = $1 AND source = $2`, school, FromService)
	return err
}

func studentsByPeriod(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (map[roll.PeriodID][]roll.Enrolment, error) {
	students := make(map[roll.PeriodID][]roll.Enrolment)
	err := t.Query(ctx, func(rows *sql.Rows) error {
		var period roll.PeriodID
		var one roll.Enrolment
		err := rows.Scan(&period, &one.ID, &one.Student, &one.Given, &one.Family, &one.Class, &one.ClassName)
		students[period] = append(students[period], one)
		return err
	}, `SELECT period, enrolment, student, given, family, class, class_name FROM enrolments WHERE school = $1 ORDER BY period, position`, school)
	return students, err
}

// keepFormerLists stores the lists of the ending connection, for pages made from them.
func keepFormerLists(ctx context.Context, t *engine.Transaction, school roll.SchoolID) error {
	var lists roll.Lists
	var err error
	if lists.Students, err = studentsByPeriod(ctx, t, school); err != nil {
		return err
	}
	if lists.Periods, err = periodsOf(ctx, t, school); err != nil {
		return err
	}
	if lists.Statuses, err = statusesOf(ctx, t, school); err != nil {
		return err
	}
	text, err := json.Marshal(lists)
	if err != nil {
		return fmt.Errorf("write the lists of school %s: %w", school, err)
	}
	_, err = t.Exec(ctx, `INSERT INTO former_lists (school, connected, lists) SELECT slug, connected, CAST($1 AS TEXT) FROM schools WHERE slug = $2`, string(text), school)
	return err
}

// FormerLists returns the last lists of the connection with the generation. It returns roll.NotFound for the
// present connection.
func (s *Store) FormerLists(ctx context.Context, school roll.SchoolID, generation int64) (roll.Lists, error) {
	var lists roll.Lists
	text := ""
	err := s.Database.One(ctx, []any{&text}, `SELECT f.lists FROM former_lists f JOIN schools c ON c.slug = f.school
		WHERE f.school = $1 AND f.connected <= $2 AND c.connected > $2 ORDER BY f.connected DESC LIMIT 1`, school, generation)
	if err != nil {
		return lists, err
	}
	if err := json.Unmarshal([]byte(text), &lists); err != nil {
		return lists, fmt.Errorf("read the former lists of school %s: %w", school, err)
	}
	return lists, nil
}

// moved is true for a pending mark m of a save s in the school c that comes from an earlier connection, from
// before the database was copied, or from a number that names another student now.
const moved = `(s.generation < c.connected OR m.past > 0)`

// Moved returns the school's marks that wait for a person's decision after a change of the connection or the
// number. They are never sent automatically. The oldest come first.
func (s *Store) Moved(ctx context.Context, school roll.SchoolID) ([]roll.MovedMark, error) {
	var found []roll.MovedMark
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var stored storedSave
		var mark roll.MovedMark
		err := scanSave(rows, &stored, &mark.Enrolment, &mark.Student, &mark.Version, &mark.Outcome, &mark.Given, &mark.Family, &mark.Period)
		mark.Save = stored.save
		found = append(found, mark)
		return err
	}, `SELECT `+prefixed("s.", saveColumns)+`, m.enrolment, m.student, m.seq, m.state,
		COALESCE((SELECT MAX(n.given) FROM numbers n WHERE n.school = m.school AND n.enrolment = m.enrolment AND n.past = m.past), ''),
		COALESCE((SELECT MAX(n.family) FROM numbers n WHERE n.school = m.school AND n.enrolment = m.enrolment AND n.past = m.past), ''),
		CASE WHEN m.past > 0 THEN '' ELSE COALESCE((SELECT MAX(n.period) FROM numbers n WHERE n.school = m.school AND n.enrolment = m.enrolment
			AND n.past = 0 AND n.generation >= c.connected AND n.student = m.student), '') END
		FROM schools c CROSS JOIN marks m JOIN saves s ON s.token = m.save
		WHERE c.slug = $1 AND m.school = c.slug AND `+pending+` AND m.keyed = 0 AND `+moved+`
		ORDER BY m.marked_at, s.token, m.enrolment`, school)
	return found, err
}

// SettleMoved records that a moved mark will not be sent. By is the name of the person who keyed it in by
// hand, or empty when it was dropped.
func (s *Store) SettleMoved(ctx context.Context, school roll.SchoolID, mark roll.MovedMark, by string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return tx.MustChange(ctx, `UPDATE marks AS m SET keyed = $1, keyed_by = $2
			WHERE m.school = $3 AND m.save = $4 AND m.enrolment = $5 AND m.keyed = 0 AND m.state = `+literal.Stopped,
			engine.Milliseconds(tx.Now), by, school, mark.Save.Token, mark.Enrolment)
	})
}

// Connect stores the address, tenant and code of the school's service, always with a new key. It deletes the
// school's other keys: they belong to another place and must not be sent to this one.
func (s *Store) Connect(ctx context.Context, school roll.School, key schools.Key) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		err := reconnect(ctx, tx, school.ID, func(stored *roll.School) error {
			stored.BaseURL, stored.Tenant, stored.Code = school.BaseURL, school.Tenant, school.Code
			return nil
		})
		if err != nil {
			return err
		}
		if err := unapprove(ctx, tx, school.ID); err != nil {
			return err
		}
		if err := schools.ReplaceKeys(ctx, tx, school.ID, key); err != nil {
			return err
		}
		return schools.ProbeNow(ctx, tx, school.ID)
	})
}

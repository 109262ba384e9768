package absences

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

const moveColumns = `school, id, generation, enrolment, student, date, kind, time, planned, sent, sealed, replaces,
	made_by, maker, maker_role, made_at`

// scanMovement scans the columns of movementsWith and those after them.
func scanMovement(rows *sql.Rows, m *roll.Movement, after ...any) error {
	return rows.Scan(append([]any{&m.School, &m.ID, &m.Generation, &m.Enrolment, &m.Student, &m.Date, &m.Kind, &m.Time,
		engine.ToBool(&m.Planned), engine.ToBool(&m.Sent), &m.Sealed, &m.Replaces, &m.MadeBy.Person, &m.MadeBy.Name,
		&m.MadeBy.Role, engine.ToTime(&m.MadeAt), &m.EndedBy.Person, &m.EndedBy.Name, &m.EndedBy.Role,
		engine.ToTime(&m.EndedAt)}, after...)...)
}

// AddMovement stores a movement whose time is not sent, once, and ends the planned one that it carries out.
func (s *Store) AddMovement(ctx context.Context, m roll.Movement) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return addMovement(ctx, tx, m) })
}

func addMovement(ctx context.Context, tx *engine.Transaction, m roll.Movement) error {
	stored, err := stored(ctx, tx, ofMovements, m.School, m.ID)
	if err != nil || stored {
		return err
	}
	if m.Replaces != "" {
		tx.Require(endMovement(ctx, tx, m.School, m.Replaces, m.MadeBy))
	}
	return tx.Do(ctx, `INSERT INTO movements (`+moveColumns+`) VALUES `+engine.Tuples(1, 16),
		m.School, m.ID, m.Generation, m.Enrolment, m.Student, m.Date, m.Kind, m.Time, engine.Flag(m.Planned),
		engine.Flag(m.Sent), m.Sealed, m.Replaces, m.MadeBy.Person, m.MadeBy.Name, m.MadeBy.Role,
		engine.Milliseconds(tx.Now))
}

// EndMovement removes a movement whose time is not cleared; its history stays. It does nothing for a removed one, and
// returns roll.NotFound for a movement that the school does not have.
func (s *Store) EndMovement(ctx context.Context, school roll.SchoolID, id roll.Token, by roll.Actor) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return endMovement(ctx, tx, school, id, by) })
}

func endMovement(ctx context.Context, tx *engine.Transaction, school roll.SchoolID, id roll.Token,
	by roll.Actor) error {
	err := end(ctx, tx, ofMovements, school, id, by)
	if roll.KindOf(err) == roll.Stale {
		return nil
	}
	return err
}

// FollowSave stores what belongs to an accepted save: its known absences, and what it does to movements. The school
// system gets, or loses, a time with the kept marks only: a held mark sends nothing before a person decides.
func FollowSave(ctx context.Context, tx *engine.Transaction, save roll.Save, kept []roll.EnrolmentID) error {
	for _, known := range save.Absences {
		tx.Require(add(ctx, tx, known))
	}
	sends := len(kept) > 0
	if save.Movement != nil {
		m := *save.Movement
		m.ID, m.MadeBy, m.Sent = save.Token, save.By, m.Sent && sends
		tx.Require(addMovement(ctx, tx, m))
	}
	if save.Removes != "" {
		tx.Require(endMovement(ctx, tx, save.School, save.Removes, save.By))
	}
	switch {
	case sends && save.Check == roll.CheckClear:
		return engine.DoAmong(ctx, tx, kept, `UPDATE movements AS a SET sent = 0
			WHERE school = $1 AND date = $2 AND enrolment IN ($ids) AND NOT `+renumbered, save.School, save.Date)
	case sends && save.Decides != "":
		return tx.Do(ctx, `UPDATE movements SET sent = 1 WHERE school = $1 AND id = $2`, save.School, save.Decides)
	}
	return nil
}

// MovementsOn returns the movements of the date in the order of their times, removed ones too, at the version of the
// school's absences or later; 0 is the present. It leaves out numbers that name another student since. Generation is
// the school's. The caller does not change the map.
func (s *Store) MovementsOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
	date roll.Date) (map[roll.EnrolmentID][]roll.Movement, error) {
	return s.moves.At(version, schoolDay{school, generation, date}, daysInMemory, time.Now(),
		func() (map[roll.EnrolmentID][]roll.Movement, error) {
			all, err := engine.All(ctx, s.Database,
				func(rows *sql.Rows, one *roll.Movement) error { return scanMovement(rows, one) },
				movementsWith+` FROM movements a WHERE school = $1 AND NOT `+renumbered+` AND date = $2`+inOrder, school, date)
			of := make(map[roll.EnrolmentID][]roll.Movement)
			for _, one := range all {
				of[one.Enrolment] = append(of[one.Enrolment], one)
			}
			return of, err
		})
}

// Number is a student's number in the school's lists. Past is the generation at which it came to name another student,
// 0 for the present student.
type Number struct {
	roll.EnrolmentID
	Past int64
}

// MadeOn returns the movements of the date that were made and not removed, in the order of their times, by the number
// that named the student then.
func MadeOn(ctx context.Context, read engine.Reader, school roll.SchoolID,
	date roll.Date) (map[Number][]roll.Movement, error) {
	of := make(map[Number][]roll.Movement)
	err := read.Query(ctx, func(rows *sql.Rows) error {
		var one roll.Movement
		var past int64
		err := scanMovement(rows, &one, &past)
		number := Number{one.Enrolment, past}
		of[number] = append(of[number], one)
		return err
	}, movementsWith+`, `+placeOfRow+` FROM movements a WHERE school = $1 AND date = $2 AND `+
		Made+inOrder, school, date)
	return of, err
}

// Made is true for a movement that was made and not removed.
const Made = `planned = 0 AND ended_at = 0`

const (
	movementsWith = `SELECT ` + moveColumns + `, ended_by, ender, ender_role, ended_at`
	inOrder       = ` ORDER BY time, made_at, id`
)

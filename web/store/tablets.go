package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// AddTablet keeps a new tablet with its classes. One that is there stays as it is: the same press
// came twice.
func (s *Store) AddTablet(ctx context.Context, tablet roll.Tablet) error {
	return s.inTransaction(ctx, func(tx *transaction) error { return tx.addTablet(ctx, tablet) })
}

func (t *transaction) addTablet(ctx context.Context, tablet roll.Tablet) error {
	added, err := t.exec(ctx, `INSERT INTO tablets (id, school, name, mode, made_at) VALUES `+tuples(1, 5)+` ON CONFLICT (id) DO NOTHING`,
		tablet.ID, tablet.School, tablet.Name, tablet.Mode, milliseconds(tablet.MadeAt))
	if err != nil || added == 0 {
		return err
	}
	return t.addTabletClasses(ctx, tablet)
}

func (t *transaction) addTabletClasses(ctx context.Context, tablet roll.Tablet) error {
	for place, class := range tablet.Classes {
		if _, err := t.exec(ctx, `INSERT INTO tablet_classes (tablet, place, class, class_name) VALUES `+tuples(1, 4), tablet.ID, place, class.ID, class.Name); err != nil {
			return err
		}
	}
	return nil
}

const tabletQuery = `SELECT t.id, t.school, t.name, t.mode, t.version, t.edition, t.made_at, t.paired_at, t.paired_by, t.seen_at, t.waiting, t.rolls, t.revoked_at, c.class, c.class_name
	FROM tablets t LEFT JOIN tablet_classes c ON c.tablet = t.id `

// addTo adds the row to the list: each row is a tablet with one of its classes, and the rows of one
// tablet follow each other.
func addTo(list *[]roll.Tablet, rows *sql.Rows) error {
	var one roll.Tablet
	var made, paired, seen, revoked int64
	var class, name sql.NullString
	if err := rows.Scan(&one.ID, &one.School, &one.Name, &one.Mode, &one.Version, &one.Edition, &made, &paired, &one.PairedBy, &seen, &one.Waiting, &one.Rolls, &revoked, &class, &name); err != nil {
		return err
	}
	one.MadeAt, one.PairedAt, one.SeenAt, one.RevokedAt = instant(made), instant(paired), instant(seen), instant(revoked)
	if last := len(*list) - 1; last < 0 || (*list)[last].ID != one.ID {
		*list = append(*list, one)
	}
	if class.Valid {
		last := &(*list)[len(*list)-1]
		last.Classes = append(last.Classes, roll.TabletClass{ID: roll.ClassID(class.String), Name: name.String})
	}
	return nil
}

// Tablet is the tablet with the id, of whatever school; a missing one is a roll.NotFound.
func (s *Store) Tablet(ctx context.Context, id roll.TabletID) (roll.Tablet, error) {
	return oneTablet(ctx, s.query, id)
}

func oneTablet(ctx context.Context, read reading, id roll.TabletID) (roll.Tablet, error) {
	var found []roll.Tablet
	err := read(ctx, func(rows *sql.Rows) error { return addTo(&found, rows) }, tabletQuery+`WHERE t.id = $1 ORDER BY c.place`, id)
	if err == nil && len(found) == 0 {
		err = notFound()
	}
	if err != nil {
		return roll.Tablet{}, err
	}
	return found[0], nil
}

// Tablets are the school's tablets, by name; those of every school where it is empty.
func (s *Store) Tablets(ctx context.Context, school roll.SchoolID) ([]roll.Tablet, error) {
	var found []roll.Tablet
	condition, args := ``, []any(nil)
	if school != "" {
		condition, args = `WHERE t.school = $1 `, []any{school}
	}
	err := s.query(ctx, func(rows *sql.Rows) error { return addTo(&found, rows) }, tabletQuery+condition+`ORDER BY t.school, t.name, t.id, c.place`, args...)
	return found, err
}

// ChangeTablet gives the school's tablet another name, mode and classes; open pages of it end. One
// that the school does not have is a roll.NotFound.
func (s *Store) ChangeTablet(ctx context.Context, tablet roll.Tablet) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE tablets SET name = $1, mode = $2, edition = edition + 1 WHERE school = $3 AND id = $4`,
			tablet.Name, tablet.Mode, tablet.School, tablet.ID)
		if err == nil && changed == 0 {
			err = notFound()
		}
		if err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM tablet_classes WHERE tablet = $1`, tablet.ID); err != nil {
			return err
		}
		return tx.addTabletClasses(ctx, tablet)
	})
}

// RevokeTablet unpairs the school's tablet at the instant, and closes its codes. One that was
// revoked before stays so; one that the school does not have is a roll.NotFound.
func (s *Store) RevokeTablet(ctx context.Context, school roll.SchoolID, id roll.TabletID, at time.Time) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE tablets SET revoked_at = CASE WHEN revoked_at = 0 THEN $1 ELSE revoked_at END WHERE school = $2 AND id = $3`,
			milliseconds(at), school, id)
		if err == nil && changed == 0 {
			err = notFound()
		}
		if err != nil {
			return err
		}
		return tx.closePairings(ctx, id, at)
	})
}

// NoteTabletSeen keeps the time at which the tablet last asked for something.
func (s *Store) NoteTabletSeen(ctx context.Context, id roll.TabletID, at time.Time) error {
	_, err := s.exec(ctx, `UPDATE tablets SET seen_at = $1 WHERE id = $2 AND seen_at < $1`, milliseconds(at), id)
	return err
}

// NoteTapsWaiting keeps the number of the tablet's taps that were not sent.
func (s *Store) NoteTapsWaiting(ctx context.Context, id roll.TabletID, count int) error {
	_, err := s.exec(ctx, `UPDATE tablets SET waiting = $1 WHERE id = $2`, count, id)
	return err
}

// NoteRollsKept keeps the rolls on the tablet that nobody has saved.
func (s *Store) NoteRollsKept(ctx context.Context, id roll.TabletID, kept roll.KeptRolls) error {
	_, err := s.exec(ctx, `UPDATE tablets SET rolls = $1 WHERE id = $2`, kept, id)
	return err
}

// ForgetTablets drops the codes that ended before the instant, and the tablets that were revoked
// before it or never paired since. The names on saves stay.
func (s *Store) ForgetTablets(ctx context.Context, before time.Time) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		ended := milliseconds(before)
		const over = `revoked_at > 0 AND revoked_at < $1 OR version = 0 AND made_at < $1`
		for _, statement := range []string{
			`DELETE FROM pairings WHERE ends_at < $1`,
			`DELETE FROM tablet_classes WHERE tablet IN (SELECT id FROM tablets WHERE ` + over + `)`,
			`DELETE FROM tablets WHERE ` + over,
		} {
			if _, err := tx.exec(ctx, statement, ended); err != nil {
				return err
			}
		}
		return nil
	})
}

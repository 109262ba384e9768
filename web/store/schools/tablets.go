package schools

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// AddTablet stores a new tablet with its classes. It does not change an existing one: the same press came
// twice.
func (s *Store) AddTablet(ctx context.Context, tablet roll.Tablet) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return addTablet(ctx, tx, tablet) })
}

func addTablet(ctx context.Context, t *engine.Transaction, tablet roll.Tablet) error {
	added, err := t.Exec(ctx, `INSERT INTO tablets (id, school, name, mode, language, sounds, made_at) VALUES `+
		engine.Tuples(1, 7)+` ON CONFLICT (id) DO NOTHING`,
		tablet.ID, tablet.School, tablet.Name, tablet.Mode, tablet.Language, engine.Flag(tablet.Sounds),
		engine.Milliseconds(tablet.MadeAt))
	if err != nil || added == 0 {
		return err
	}
	return addTabletClasses(ctx, t, tablet)
}

func addTabletClasses(ctx context.Context, t *engine.Transaction, tablet roll.Tablet) error {
	return engine.DoEach(ctx, t, tablet.Classes, `INSERT INTO tablet_classes (tablet, place, class, class_name) VALUES `+
		engine.Tuples(1, 4),
		func(place int, class roll.TabletClass) []any { return []any{tablet.ID, place, class.ID, class.Name} })
}

const tabletQuery = `SELECT t.id, t.school, t.name, t.mode, t.language, t.sounds, t.version, t.edition, t.made_at,
	t.paired_at, t.paired_by, t.seen_at, t.waiting, t.rolls, t.fault, t.revoked_at, COALESCE(c.class, '') AS class,
	COALESCE(c.class_name, '') AS class_name
	FROM tablets t LEFT JOIN tablet_classes c ON c.tablet = t.id `

// readTablets reads the tablets of the condition. Each row is a tablet with one of its classes, and the rows of one
// tablet are adjacent.
func readTablets(ctx context.Context, read engine.Reader, text string, args ...any) (list []roll.Tablet, err error) {
	rows, err := engine.Rows[struct {
		roll.Tablet
		Class, ClassName string
	}](ctx, read, tabletQuery+text, args...)
	for _, row := range rows {
		if last := len(list) - 1; last < 0 || list[last].ID != row.ID {
			list = append(list, row.Tablet)
		}
		if row.Class != "" {
			last := &list[len(list)-1]
			last.Classes = append(last.Classes, roll.TabletClass{ID: roll.ClassID(row.Class), Name: row.ClassName})
		}
	}
	return list, err
}

// Tablet returns the tablet with the id, of any school, or roll.NotFound.
func (s *Store) Tablet(ctx context.Context, id roll.TabletID) (roll.Tablet, error) {
	return oneTablet(ctx, s.Database, id)
}

func oneTablet(ctx context.Context, read engine.Reader, id roll.TabletID) (roll.Tablet, error) {
	found, err := readTablets(ctx, read, `WHERE t.id = $1 ORDER BY c.place`, id)
	if err == nil && len(found) == 0 {
		err = engine.NotFound()
	}
	if err != nil {
		return roll.Tablet{}, err
	}
	return found[0], nil
}

// Tablets returns the school's tablets, by name; those of every school for an empty id.
func (s *Store) Tablets(ctx context.Context, school roll.SchoolID) ([]roll.Tablet, error) {
	condition, args := ``, []any(nil)
	if school != "" {
		condition, args = `WHERE t.school = $1 `, []any{school}
	}
	return readTablets(ctx, s.Database, condition+`ORDER BY t.school, t.name, t.id, c.place`, args...)
}

// ChangeTablet changes the name, mode, language, sounds and classes of the school's tablet, and ends its open pages. It
// returns roll.NotFound for a tablet that the school does not have.
func (s *Store) ChangeTablet(ctx context.Context, tablet roll.Tablet) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE tablets
			SET name = $1, mode = $2, language = $3, sounds = $4, edition = edition + 1 WHERE school = $5 AND id = $6`,
			tablet.Name, tablet.Mode, tablet.Language, engine.Flag(tablet.Sounds), tablet.School, tablet.ID))
		tx.Require(tx.Do(ctx, `DELETE FROM tablet_classes WHERE tablet = $1`, tablet.ID))
		return addTabletClasses(ctx, tx, tablet)
	})
}

// RevokeTablet unpairs the school's tablet at the instant, and closes its codes. It does not change an
// already revoked one. It returns roll.NotFound for a tablet that the school does not have.
func (s *Store) RevokeTablet(ctx context.Context, school roll.SchoolID, id roll.TabletID, at time.Time) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE tablets SET revoked_at = CASE WHEN revoked_at = 0 THEN $1 ELSE revoked_at END
			WHERE school = $2 AND id = $3`,
			engine.Milliseconds(at), school, id))
		return closePairings(ctx, tx, id, at)
	})
}

// NoteTabletSeen records the tablet's last request.
func (s *Store) NoteTabletSeen(ctx context.Context, id roll.TabletID, at time.Time) error {
	return s.Database.Do(ctx, `UPDATE tablets SET seen_at = $1 WHERE id = $2 AND seen_at < $1`,
		engine.Milliseconds(at), id)
}

// lateReport is the longest travel time of a tablet's report, in milliseconds. A report that seems older than
// the last one by more comes from a tablet whose clock was set back.
const lateReport = 60_000

// NoteTapsWaiting records the number of the tablet's unsent taps. A report with a smaller number than the
// last report's was overtaken, and changes nothing.
func (s *Store) NoteTapsWaiting(ctx context.Context, id roll.TabletID, count int, report int64) error {
	return s.Database.Do(ctx, `UPDATE tablets SET waiting = $1, reported = $2
		WHERE id = $3 AND (reported <= $2 OR reported > $4)`, count, report, id, report+lateReport)
}

// NoteRollsKept records the unsaved rolls on the tablet.
func (s *Store) NoteRollsKept(ctx context.Context, id roll.TabletID, kept roll.KeptRolls) error {
	return s.Database.Do(ctx, `UPDATE tablets SET rolls = $1 WHERE id = $2`, kept, id)
}

// NoteTabletFault records the fault that the tablet reports.
func (s *Store) NoteTabletFault(ctx context.Context, id roll.TabletID, fault roll.TabletFault) error {
	return s.Database.Do(ctx, `UPDATE tablets SET fault = $1 WHERE id = $2`, fault, id)
}

// openPairing is true for the codes that can be used at $1.
const openPairing = `used_at = 0 AND refused_at = 0 AND ends_at > $1`

// AddPairing stores a code, and closes earlier codes of the same tablet or device. It returns roll.Stale for a code
// that exists, since the same press came twice, and roll.Meaningless when the school has too many.
func (s *Store) AddPairing(ctx context.Context, pairing roll.Pairing) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		_, err := onePairing(ctx, tx, `id = $1`, pairing.ID)
		if err == nil {
			return roll.Problem(roll.Stale, "tablets.problem.shown")
		}
		if roll.KindOf(err) != roll.NotFound {
			return err
		}
		tx.Require(closeBefore(ctx, tx, pairing))
		return tx.Do(ctx, `INSERT INTO pairings (id, tablet, school, device, number, address, made_by, made_at, ends_at)
			VALUES `+engine.Tuples(1, 9),
			pairing.ID, pairing.Tablet, pairing.School, pairing.Device, pairing.Number, pairing.Address, pairing.MadeBy,
			engine.Milliseconds(pairing.MadeAt), engine.Milliseconds(pairing.Ends))
	})
}

// closeBefore closes the codes that the new one replaces.
func closeBefore(ctx context.Context, t *engine.Transaction, pairing roll.Pairing) error {
	if pairing.Device != "" {
		// Anybody may ask: codes that no staff approved are kept only as long as a page may ask what became of them.
		t.Require(t.Do(ctx, `DELETE FROM pairings WHERE tablet = '' AND ends_at < $1`,
			engine.Milliseconds(pairing.MadeAt.Add(-time.Hour))))
		return t.Do(ctx, `UPDATE pairings SET refused_at = $1 WHERE device = $2 AND `+
			openPairing, engine.Milliseconds(pairing.MadeAt), pairing.Device)
	}
	t.Require(closePairings(ctx, t, pairing.Tablet, pairing.MadeAt))
	open, err := engine.Value[int](ctx, t, `SELECT COUNT(*) FROM pairings WHERE school = $2 AND device = '' AND `+
		openPairing, engine.Milliseconds(pairing.MadeAt), pairing.School)
	if err == nil && open >= roll.MostOpenCodes {
		err = roll.Problem(roll.Meaningless, "tablets.problem.codes")
	}
	return err
}

func closePairings(ctx context.Context, t *engine.Transaction, tablet roll.TabletID, at time.Time) error {
	return t.Do(ctx, `UPDATE pairings SET refused_at = $1 WHERE tablet = $2 AND `+
		openPairing, engine.Milliseconds(at), tablet)
}

const pairingQuery = `SELECT id, tablet, school, device, number, address, made_by, made_at, ends_at AS ends, used_at,
	used_by, refused_at, tried_at, tried_from FROM pairings WHERE `

// onePairing returns the pairing that meets the condition, or roll.NotFound.
func onePairing(ctx context.Context, read engine.Reader, condition string,
	args ...any) (pairing roll.Pairing, err error) {
	return engine.Row[roll.Pairing](ctx, read, pairingQuery+condition, args...)
}

// Pairing returns the pairing with the id, or roll.NotFound.
func (s *Store) Pairing(ctx context.Context, id roll.PairingID) (roll.Pairing, error) {
	return onePairing(ctx, s.Database, `id = $1`, id)
}

// PairingOfDevice returns the device's last pairing, or roll.NotFound.
func (s *Store) PairingOfDevice(ctx context.Context, device string) (roll.Pairing, error) {
	return onePairing(ctx, s.Database, `device = $1 ORDER BY made_at DESC, id LIMIT 1`, device)
}

// PairByCode uses a code from staff at the instant and returns the tablet that the device becomes. Of two
// simultaneous devices one succeeds. The device that used the code gets the same tablet again, while it is
// still that tablet. It returns roll.NotFound for an unknown or expired code, and roll.Stale for a used one,
// with its tablet.
func (s *Store) PairByCode(ctx context.Context, id roll.PairingID, device string,
	at time.Time) (tablet roll.Tablet, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		used, err := tx.Exec(ctx, `UPDATE pairings SET used_at = $1, used_by = $2 WHERE id = $3 AND device = '' AND `+
			openPairing, engine.Milliseconds(at), device, id)
		if err != nil {
			return err
		}
		pairing, err := onePairing(ctx, tx, `id = $1 AND device = ''`, id)
		if err != nil {
			return err
		}
		if used == 1 {
			tx.Require(pair(ctx, tx, pairing, at))
		}
		tablet, err = oneTablet(ctx, tx, pairing.Tablet)
		again := pairing.UsedBy == device && tablet.PairedAt.Equal(pairing.UsedAt) && tablet.State() == roll.TabletPaired
		switch {
		case err != nil || used == 1 || again:
			return err
		case pairing.UsedAt.IsZero():
			return engine.NotFound()
		}
		return roll.Problem(roll.Stale, "pair.problem.wrong")
	})
	return tablet, err
}

// PairDevice completes an approved pairing of the device, once. Otherwise it returns roll.NotFound.
func (s *Store) PairDevice(ctx context.Context, device string, at time.Time) (tablet roll.Tablet, err error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (tablet roll.Tablet, err error) {
		pairing, err := onePairing(ctx, tx, `device = $2 AND tablet <> '' AND `+openPairing, engine.Milliseconds(at), device)
		if err != nil {
			return tablet, err
		}
		tx.Require(tx.MustChange(ctx, `UPDATE pairings SET used_at = $1
			WHERE id = $2 AND `+openPairing, engine.Milliseconds(at), pairing.ID))
		tx.Require(pair(ctx, tx, pairing, at))
		return oneTablet(ctx, tx, pairing.Tablet)
	})
}

// pair makes the device the tablet, replacing any other device.
func pair(ctx context.Context, t *engine.Transaction, pairing roll.Pairing, at time.Time) error {
	return t.MustChange(ctx, `UPDATE tablets SET version = version + 1, revoked_at = 0, paired_at = $1, seen_at = $1,
		paired_by = $2 WHERE id = $3`,
		engine.Milliseconds(at), pairing.MadeBy, pairing.Tablet)
}

// ApprovePairing makes the device that shows the code a new tablet. It returns roll.NotFound for a code that
// is unknown, expired or already decided.
func (s *Store) ApprovePairing(ctx context.Context, id roll.PairingID, tablet roll.Tablet, by string,
	at time.Time) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE pairings SET tablet = $2, school = $3, made_by = $4
			WHERE id = $5 AND device <> '' AND tablet = '' AND `+openPairing,
			engine.Milliseconds(at), tablet.ID, tablet.School, by, id))
		return addTablet(ctx, tx, tablet)
	})
}

// RefusePairing refuses the device that shows the code. It returns the errors of ApprovePairing.
func (s *Store) RefusePairing(ctx context.Context, id roll.PairingID, at time.Time) error {
	return s.Database.MustChange(ctx, `UPDATE pairings SET refused_at = $1 WHERE id = $2 AND device <> '' AND tablet = ''
		AND `+openPairing, engine.Milliseconds(at), id)
}

// NotePairingTried records when and from where a used code was tried again.
func (s *Store) NotePairingTried(ctx context.Context, id roll.PairingID, from string, at time.Time) error {
	return s.Database.MustChange(ctx, `UPDATE pairings SET tried_at = $1, tried_from = $2 WHERE id = $3 AND used_at > 0`,
		engine.Milliseconds(at), from, id)
}

// PairingsTriedAgain returns the codes of the school that were tried after their use, the latest first.
func (s *Store) PairingsTriedAgain(ctx context.Context, school roll.SchoolID) ([]roll.Pairing, error) {
	return engine.Rows[roll.Pairing](ctx, s.Database, pairingQuery+
		`school = $1 AND tried_at > 0 ORDER BY tried_at DESC, id`, school)
}

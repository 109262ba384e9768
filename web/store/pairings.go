package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// openPairing is true for the codes that can be used at $1.
const openPairing = `used_at = 0 AND refused_at = 0 AND ends_at > $1`

// AddPairing keeps a code. One that is there stays as it is: the same press came twice. Earlier
// codes of the same tablet or device are closed. The error is a roll.Meaningless where the school
// has too many.
func (s *Store) AddPairing(ctx context.Context, pairing roll.Pairing) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if _, err := onePairing(ctx, tx.query, `id = $1`, pairing.ID); roll.KindOf(err) != roll.NotFound {
			return err
		}
		if err := tx.closeBefore(ctx, pairing); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `INSERT INTO pairings (id, tablet, school, device, number, address, made_by, made_at, ends_at) VALUES `+tuples(1, 9),
			pairing.ID, pairing.Tablet, pairing.School, pairing.Device, pairing.Number, pairing.Address, pairing.MadeBy, milliseconds(pairing.MadeAt), milliseconds(pairing.Ends))
		return err
	})
}

// closeBefore closes the codes that the new one replaces.
func (t *transaction) closeBefore(ctx context.Context, pairing roll.Pairing) error {
	if pairing.Device != "" {
		_, err := t.exec(ctx, `UPDATE pairings SET refused_at = $1 WHERE device = $2 AND `+openPairing, milliseconds(pairing.MadeAt), pairing.Device)
		return err
	}
	if err := t.closePairings(ctx, pairing.Tablet, pairing.MadeAt); err != nil {
		return err
	}
	open := 0
	err := t.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&open) },
		`SELECT COUNT(*) FROM pairings WHERE school = $2 AND device = '' AND `+openPairing, milliseconds(pairing.MadeAt), pairing.School)
	if err == nil && open >= roll.MostOpenCodes {
		err = roll.Problem(roll.Meaningless, "tablets.problem.codes")
	}
	return err
}

func (t *transaction) closePairings(ctx context.Context, tablet roll.TabletID, at time.Time) error {
	_, err := t.exec(ctx, `UPDATE pairings SET refused_at = $1 WHERE tablet = $2 AND `+openPairing, milliseconds(at), tablet)
	return err
}

const pairingQuery = `SELECT id, tablet, school, device, number, address, made_by, made_at, ends_at, used_at, used_by, refused_at, tried_at, tried_from FROM pairings WHERE `

func scanPairing(rows *sql.Rows, pairing *roll.Pairing) error {
	var made, ends, used, refused, tried int64
	err := rows.Scan(&pairing.ID, &pairing.Tablet, &pairing.School, &pairing.Device, &pairing.Number, &pairing.Address, &pairing.MadeBy, &made, &ends, &used, &pairing.UsedBy, &refused, &tried, &pairing.TriedFrom)
	pairing.MadeAt, pairing.Ends, pairing.UsedAt, pairing.RefusedAt = instant(made), instant(ends), instant(used), instant(refused)
	pairing.TriedAt = instant(tried)
	return err
}

// onePairing returns the pairing that the condition finds; a missing one is a roll.NotFound.
func onePairing(ctx context.Context, read reading, condition string, args ...any) (pairing roll.Pairing, err error) {
	found := false
	err = read(ctx, func(rows *sql.Rows) error {
		found = true
		return scanPairing(rows, &pairing)
	}, pairingQuery+condition, args...)
	if err == nil && !found {
		err = notFound()
	}
	return pairing, err
}

// Pairing returns the pairing with the id; a missing one is a roll.NotFound.
func (s *Store) Pairing(ctx context.Context, id roll.PairingID) (roll.Pairing, error) {
	return onePairing(ctx, s.query, `id = $1`, id)
}

// PairingOfDevice returns the pairing that the device asked for last; a missing one is a
// roll.NotFound.
func (s *Store) PairingOfDevice(ctx context.Context, device string) (roll.Pairing, error) {
	return onePairing(ctx, s.query, `device = $1 ORDER BY made_at DESC, id LIMIT 1`, device)
}

// PairByCode uses the code of staff at the instant and returns the tablet that the device becomes;
// of two devices that come at once, one does. The device that used the code gets the same tablet
// again, as long as it is that one. The errors are a roll.NotFound for a code that does not exist
// or is over, and a roll.Stale for one that was used, with the tablet that it was used for.
func (s *Store) PairByCode(ctx context.Context, id roll.PairingID, device string, at time.Time) (tablet roll.Tablet, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) error {
		used, err := tx.exec(ctx, `UPDATE pairings SET used_at = $1, used_by = $2 WHERE id = $3 AND device = '' AND `+openPairing, milliseconds(at), device, id)
		if err != nil {
			return err
		}
		pairing, err := onePairing(ctx, tx.query, `id = $1 AND device = ''`, id)
		if err != nil {
			return err
		}
		if used == 1 {
			if err := tx.pair(ctx, pairing, at); err != nil {
				return err
			}
		}
		tablet, err = oneTablet(ctx, tx.query, pairing.Tablet)
		again := pairing.UsedBy == device && tablet.PairedAt.Equal(pairing.UsedAt) && tablet.State() == roll.TabletPaired
		switch {
		case err != nil || used == 1 || again:
			return err
		case pairing.UsedAt.IsZero():
			return notFound()
		}
		return roll.Problem(roll.Stale, "pair.problem.wrong")
	})
	return tablet, err
}

// PairDevice finishes what staff approved for the device, once. Where nothing is approved, or it
// was finished before, the error is a roll.NotFound.
func (s *Store) PairDevice(ctx context.Context, device string, at time.Time) (tablet roll.Tablet, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) error {
		pairing, err := onePairing(ctx, tx.query, `device = $2 AND tablet <> '' AND `+openPairing, milliseconds(at), device)
		if err != nil {
			return err
		}
		used, err := tx.exec(ctx, `UPDATE pairings SET used_at = $1 WHERE id = $2 AND `+openPairing, milliseconds(at), pairing.ID)
		if err == nil && used == 0 {
			err = notFound()
		}
		if err != nil {
			return err
		}
		if err := tx.pair(ctx, pairing, at); err != nil {
			return err
		}
		tablet, err = oneTablet(ctx, tx.query, pairing.Tablet)
		return err
	})
	return tablet, err
}

// pair makes the device the tablet, in place of any other device.
func (t *transaction) pair(ctx context.Context, pairing roll.Pairing, at time.Time) error {
	changed, err := t.exec(ctx, `UPDATE tablets SET version = version + 1, revoked_at = 0, paired_at = $1, seen_at = $1, paired_by = $2 WHERE id = $3`,
		milliseconds(at), pairing.MadeBy, pairing.Tablet)
	if err == nil && changed == 0 {
		err = notFound()
	}
	return err
}

// ApprovePairing lets the device that shows the code in as a new tablet. The error for a code that
// does not exist, is over, or was decided before is a roll.NotFound.
func (s *Store) ApprovePairing(ctx context.Context, id roll.PairingID, tablet roll.Tablet, by string, at time.Time) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE pairings SET tablet = $2, school = $3, made_by = $4 WHERE id = $5 AND device <> '' AND tablet = '' AND `+openPairing,
			milliseconds(at), tablet.ID, tablet.School, by, id)
		if err == nil && changed == 0 {
			err = notFound()
		}
		if err != nil {
			return err
		}
		return tx.addTablet(ctx, tablet)
	})
}

// RefusePairing turns away the device that shows the code. The errors are those of ApprovePairing.
func (s *Store) RefusePairing(ctx context.Context, id roll.PairingID, at time.Time) error {
	return s.mustChange(ctx, `UPDATE pairings SET refused_at = $1 WHERE id = $2 AND device <> '' AND tablet = '' AND `+openPairing, milliseconds(at), id)
}

// NotePairingTried keeps when and from where a used code was tried again.
func (s *Store) NotePairingTried(ctx context.Context, id roll.PairingID, from string, at time.Time) error {
	return s.mustChange(ctx, `UPDATE pairings SET tried_at = $1, tried_from = $2 WHERE id = $3 AND used_at > 0`, milliseconds(at), from, id)
}

// PairingsTriedAgain lists the codes of the school that were tried after they were used, the last
// first.
func (s *Store) PairingsTriedAgain(ctx context.Context, school roll.SchoolID) ([]roll.Pairing, error) {
	var tried []roll.Pairing
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one roll.Pairing
		err := scanPairing(rows, &one)
		tried = append(tried, one)
		return err
	}, pairingQuery+`school = $1 AND tried_at > 0 ORDER BY tried_at DESC, id`, school)
	return tried, err
}

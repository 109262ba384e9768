package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// SetPIN keeps the hash of the person's new PIN, in place of an earlier one. Earlier wrong PINs no
// longer count, on any tablet.
func (s *Store) SetPIN(ctx context.Context, person roll.PersonID, hash string, at time.Time) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO pins (person, hash, set_at) VALUES ($1, $2, $3)
			ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`, person, hash, milliseconds(at))
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `DELETE FROM pin_tries WHERE person = $1`, person)
		return err
	})
}

// RenewPIN replaces the hash by another one of the same PIN. A PIN that was set anew or removed
// meanwhile stays as it is.
func (s *Store) RenewPIN(ctx context.Context, person roll.PersonID, before, after string) error {
	_, err := s.exec(ctx, `UPDATE pins SET hash = $1 WHERE person = $2 AND hash = $3`, after, person, before)
	return err
}

// RemovePIN tells whether the person had a PIN.
func (s *Store) RemovePIN(ctx context.Context, person roll.PersonID) (had bool, err error) {
	removed, err := s.exec(ctx, `DELETE FROM pins WHERE person = $1`, person)
	return removed > 0, err
}

// RemoveMemberPIN takes away the PIN of a member of the school, if they have one, as one of its
// admins. The error for somebody who does not belong to the school is a roll.NotFound.
func (s *Store) RemoveMemberPIN(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *transaction) error {
		there, err := tx.exec(ctx, `UPDATE memberships SET role = role WHERE school = $1 AND person = $2`, school, member)
		if err == nil && there == 0 {
			err = notFound()
		}
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `DELETE FROM pins WHERE person = $1`, member)
		return err
	})
}

// PINSetAt returns the time at which the person set their PIN, zero where there is none.
func (s *Store) PINSetAt(ctx context.Context, person roll.PersonID) (at time.Time, err error) {
	err = s.query(ctx, func(rows *sql.Rows) error {
		var set int64
		err := rows.Scan(&set)
		at = instant(set)
		return err
	}, `SELECT set_at FROM pins WHERE person = $1`, person)
	return at, err
}

// holdsPIN limits memberships m of people p to those with a PIN, n, and a role that counts.
const holdsPIN = ` FROM memberships m JOIN people p ON p.id = m.person JOIN pins n ON n.person = p.id
	WHERE m.school = $1 AND m.disabled = 0 AND p.disabled = 0`

// PIN returns the person as a holder of a PIN in the school, and its hash. The error for somebody
// who has none, has no role there or is disabled is a roll.NotFound.
func (s *Store) PIN(ctx context.Context, school roll.SchoolID, person roll.PersonID) (holder roll.PINHolder, hash string, err error) {
	err = s.one(ctx, []any{&holder.Person, &holder.Name, &holder.Role, &hash},
		`SELECT p.id, p.name, m.role, n.hash`+holdsPIN+` AND m.person = $2`, school, person)
	return holder, hash, err
}

// PINHolders lists the people with a PIN and a role in the school: first those who have used the
// tablet, the last user at the top, then the others by name.
func (s *Store) PINHolders(ctx context.Context, school roll.SchoolID, tablet string) ([]roll.PINHolder, error) {
	var holders []roll.PINHolder
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one roll.PINHolder
		err := rows.Scan(&one.Person, &one.Name, &one.Role)
		holders = append(holders, one)
		return err
	}, `SELECT p.id, p.name, m.role`+holdsPIN+`
		ORDER BY COALESCE((SELECT u.used_at FROM pin_uses u WHERE u.tablet = $2 AND u.person = p.id), 0) DESC, p.name, p.id`, school, tablet)
	return holders, err
}

// NotePINUse keeps the time at which the person last used the tablet.
func (s *Store) NotePINUse(ctx context.Context, tablet string, person roll.PersonID, at time.Time) error {
	_, err := s.exec(ctx, `INSERT INTO pin_uses (tablet, person, used_at) VALUES ($1, $2, $3)
		ON CONFLICT (tablet, person) DO UPDATE SET used_at = excluded.used_at`, tablet, person, milliseconds(at))
	return err
}

// ChangePINTries reads the counters and writes what change makes of them; nil leaves them. Nobody
// else changes any of them in between, in whichever process. Callers name several counters in the
// same order of kinds, so that no two wait for each other. change may be called again.
func (s *Store) ChangePINTries(ctx context.Context, counters []roll.PINCounter, change func([]roll.PINTries) []roll.PINTries) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		before := make([]roll.PINTries, len(counters))
		for i, counter := range counters {
			var err error
			if before[i], err = tx.holdPINTries(ctx, counter); err != nil {
				return err
			}
		}
		after := change(before)
		for i := range after {
			_, err := tx.exec(ctx, `UPDATE pin_tries SET tries = $1, last_at = $2 WHERE place = $3 AND person = $4`,
				after[i].Count, milliseconds(after[i].Last), counters[i].Place, counters[i].Person)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// holdPINTries reads a counter and locks it until the end of the transaction.
func (t *transaction) holdPINTries(ctx context.Context, counter roll.PINCounter) (tries roll.PINTries, err error) {
	// Changes nothing where there is a row, and takes its lock all the same.
	_, err = t.exec(ctx, `INSERT INTO pin_tries (place, person, tries, last_at) VALUES ($1, $2, 0, 0)
		ON CONFLICT (place, person) DO UPDATE SET tries = pin_tries.tries`, counter.Place, counter.Person)
	if err != nil {
		return tries, err
	}
	err = t.query(ctx, func(rows *sql.Rows) error {
		var last int64
		err := rows.Scan(&tries.Count, &last)
		tries.Last = instant(last)
		return err
	}, `SELECT tries, last_at FROM pin_tries WHERE place = $1 AND person = $2`, counter.Place, counter.Person)
	return tries, err
}

// ForgetPINs forgets wrong PINs and uses of tablets from before the instants.
func (s *Store) ForgetPINs(ctx context.Context, triesBefore, usesBefore time.Time) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if _, err := tx.exec(ctx, `DELETE FROM pin_tries WHERE last_at < $1`, milliseconds(triesBefore)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `DELETE FROM pin_uses WHERE used_at < $1`, milliseconds(usesBefore))
		return err
	})
}

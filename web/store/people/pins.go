package people

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// SetPIN stores the hash of the person's new PIN, replacing an earlier one. Earlier wrong PINs no longer
// count, on any tablet.
func (s *Store) SetPIN(ctx context.Context, person roll.PersonID, hash string, at time.Time) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.Do(ctx, `INSERT INTO pins (person, hash, set_at) VALUES ($1, $2, $3)
			ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`, person, hash,
			engine.Milliseconds(at)))
		return tx.Do(ctx, `DELETE FROM pin_tries WHERE person = $1`, person)
	})
}

// RenewPIN replaces the hash by another one of the same PIN. It skips a PIN that was changed or removed
// meanwhile.
func (s *Store) RenewPIN(ctx context.Context, person roll.PersonID, before, after string) error {
	return s.Database.Do(ctx, `UPDATE pins SET hash = $1 WHERE person = $2 AND hash = $3`, after, person, before)
}

// RemovePIN removes the person's PIN and reports whether there was one.
func (s *Store) RemovePIN(ctx context.Context, person roll.PersonID) (had bool, err error) {
	removed, err := s.Database.Exec(ctx, `DELETE FROM pins WHERE person = $1`, person)
	return removed > 0, err
}

// RemoveMemberPIN removes the PIN of a member of the school, if any, as one of its admins. It returns
// roll.NotFound for a person who does not belong to the school.
func (s *Store) RemoveMemberPIN(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE memberships SET role = role WHERE school = $1 AND person = $2`, school, member))
		return tx.Do(ctx, `DELETE FROM pins WHERE person = $1`, member)
	})
}

// PINSetAt returns when the person set their PIN; zero for none.
func (s *Store) PINSetAt(ctx context.Context, person roll.PersonID) (at time.Time, err error) {
	return engine.Value[time.Time](ctx, s.Database, `SELECT set_at FROM pins WHERE person = $1`, person)
}

// holdsPIN limits memberships m of people p to those with a PIN, n, and a valid role.
const holdsPIN = ` FROM memberships m JOIN people p ON p.id = m.person JOIN pins n ON n.person = p.id
	WHERE m.school = $1 AND m.disabled = 0 AND p.disabled = 0`

// PIN returns the person as a holder of a PIN in the school, and its hash. It returns roll.NotFound for a
// person without a PIN or a role there, or who is disabled.
func (s *Store) PIN(ctx context.Context, school roll.SchoolID,
	person roll.PersonID) (holder roll.PINHolder, hash string, err error) {
	found, err := engine.Row[struct {
		roll.PINHolder
		Hash string
	}](ctx, s.Database, `SELECT p.id AS person, p.name, m.role, n.hash`+holdsPIN+` AND m.person = $2`, school, person)
	return found.PINHolder, found.Hash, err
}

// PINHolders returns the people with a PIN and a role in the school, by name.
func (s *Store) PINHolders(ctx context.Context, school roll.SchoolID) ([]roll.PINHolder, error) {
	return engine.Rows[roll.PINHolder](ctx, s.Database, `SELECT p.id AS person, p.name, m.role`+holdsPIN+
		` ORDER BY p.name, p.id`, school)
}

// LockedPINs returns the people whose counters at the places have reached their limits, by name.
func (s *Store) LockedPINs(ctx context.Context, limits map[string]int) ([]roll.PINLock, error) {
	found, err := engine.RowsAmong[struct {
		roll.PINLock
		Place string
		Tries int
	}](ctx, s.Database, slices.Sorted(maps.Keys(limits)),
		`SELECT p.id AS person, p.name, t.last_at AS at, t.place, t.tries FROM pin_tries t JOIN people p ON p.id = t.person
			WHERE t.place IN ($ids)`)
	if err != nil {
		return nil, err
	}
	locks := make(map[roll.PersonID]roll.PINLock)
	for _, one := range found {
		if one.Tries >= limits[one.Place] && one.At.After(locks[one.Person].At) {
			locks[one.Person] = one.PINLock
		}
	}
	return slices.SortedFunc(maps.Values(locks), func(a, b roll.PINLock) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Person, b.Person))
	}), nil
}

// LiftPINs deletes the wrong PINs for the person at the places.
func (s *Store) LiftPINs(ctx context.Context, person roll.PersonID, places ...string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return engine.DoAmong(ctx, tx, places, `DELETE FROM pin_tries WHERE person = $1 AND place IN ($ids)`, person)
	})
}

// ChangeTries reads counters of wrong PINs or passwords and writes the result of change; nil leaves them. It locks them
// meanwhile against all processes. Callers name several counters in the same order of kinds, so that no two block each
// other. It may call change again.
func (s *Store) ChangeTries(ctx context.Context, counters []roll.Counter,
	change func([]roll.Tries) []roll.Tries) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		before := make([]roll.Tries, len(counters))
		for i, counter := range counters {
			var err error
			// This does not change an existing row, but locks it.
			before[i], err = engine.Value[roll.Tries](ctx, tx,
				`INSERT INTO pin_tries (place, person, tries, last_at) VALUES ($1, $2, 0, 0)
				ON CONFLICT (place, person) DO UPDATE SET tries = pin_tries.tries RETURNING tries AS count, last_at AS last`,
				counter.Place, counter.Person)
			tx.Require(err)
		}
		return engine.DoEach(ctx, tx, change(before),
			`UPDATE pin_tries SET tries = $1, last_at = $2 WHERE place = $3 AND person = $4`,
			func(i int, tries roll.Tries) []any {
				return []any{tries.Count, engine.Milliseconds(tries.Last), counters[i].Place, counters[i].Person}
			})
	})
}

package schools

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// Key is a school's sealed credential.
type Key struct {
	ID       string
	Sealed   []byte
	LastFour string
	AddedAt  time.Time
	// Place is the service of the key. Only KeyInUse sets it.
	Place Place
}

// Place is the address of a school's service, with the tenant and code for it.
type Place struct{ BaseURL, Tenant, Code string }

// KeyInUse returns the key for the school's calls.
func (s *Store) KeyInUse(ctx context.Context, school roll.SchoolID) (Key, error) {
	return engine.Row[Key](ctx, s.Database, `SELECT k.id, k.sealed, k.last_four, k.created_at AS added_at,
			s.base_url AS place_base_url, s.tenant AS place_tenant, s.school_code AS place_code FROM school_keys k
		JOIN schools s ON s.slug = k.school WHERE k.school = $1 AND k.in_use = 1`, school)
}

// KeysInUse returns when the key of each school's calls was added.
func (s *Store) KeysInUse(ctx context.Context) (added map[roll.SchoolID]time.Time, err error) {
	return engine.Pairs[roll.SchoolID, time.Time](ctx, s.Database,
		`SELECT school, created_at FROM school_keys WHERE in_use = 1`)
}

// SealedKeys returns all stored keys of the school, oldest first.
func (s *Store) SealedKeys(ctx context.Context, school roll.SchoolID) ([]Key, error) {
	return engine.Rows[Key](ctx, s.Database, `SELECT id, sealed, last_four, created_at AS added_at FROM school_keys
		WHERE school = $1 ORDER BY created_at, id`, school)
}

// Keys describes the school's keys: the one in use, then those not used yet, then former ones, the latest
// first.
func (s *Store) Keys(ctx context.Context, school roll.SchoolID) ([]roll.Key, error) {
	return engine.Rows[roll.Key](ctx, s.Database,
		`SELECT id, last_four, created_at AS added_at, used_from, used_until, last_used_at AS last_used, tried_at, tried,
			CASE WHEN in_use = 1 THEN `+literal.KeyInUse+` WHEN used_until = 0 THEN `+literal.KeyNext+` ELSE `+literal.KeyFormer+
			` END AS state
		FROM school_keys WHERE school = $1 ORDER BY in_use DESC, CASE WHEN used_until = 0 THEN 0 ELSE 1 END, used_until DESC,
		created_at, id`, school)
}

// AddKey stores another key of the school, which is not used yet, and returns its id. It returns
// roll.Meaningless when the school has as many keys as its school system allows.
func (s *Store) AddKey(ctx context.Context, school roll.SchoolID, key Key) (id string, err error) {
	err = Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		kept, err := engine.Value[int](ctx, tx, `SELECT count(*) FROM school_keys WHERE school = $1`, school)
		if err != nil {
			return err
		}
		if kept >= roll.MostKeys {
			return roll.Problem(roll.Meaningless, "school_keys.full")
		}
		id, err = insertKey(ctx, tx, school, key, false)
		return err
	})
	return id, err
}

// UseKey makes the key the one for the school's calls. A pause because of another key is probed at once.
// Running attempts finish with their old key. It returns roll.NotFound for a removed key, and changes
// nothing.
func (s *Store) UseKey(ctx context.Context, school roll.SchoolID, id string) error {
	return Locked(ctx, s.Database, school, func(tx *engine.Transaction) error { return useKey(ctx, tx, school, id) })
}

func useKey(ctx context.Context, t *engine.Transaction, school roll.SchoolID, id string) error {
	now := engine.Milliseconds(t.Now)
	t.Require(t.Do(ctx, `UPDATE school_keys SET in_use = 0, used_until = $1 WHERE school = $2 AND in_use = 1
		AND id <> $3`, now, school, id))
	t.Require(t.MustChange(ctx, `UPDATE school_keys SET used_from = CASE WHEN in_use = 1 THEN used_from ELSE $1 END,
		used_until = 0, in_use = 1
		WHERE school = $2 AND id = $3`, now, school, id))
	return ProbeNow(ctx, t, school)
}

// ReplaceKey adds the key and uses it at once. If there is no room, it deletes the oldest unused key.
func (s *Store) ReplaceKey(ctx context.Context, school roll.SchoolID, key Key) error {
	return Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		id, err := insertKey(ctx, tx, school, key, false)
		if err != nil {
			return err
		}
		tx.Require(useKey(ctx, tx, school, id))
		return tx.Do(ctx, `DELETE FROM school_keys WHERE school = $1 AND in_use = 0 AND id NOT IN (
			SELECT k.id FROM school_keys k WHERE k.school = $1 ORDER BY k.in_use DESC, k.created_at DESC, k.used_until DESC
			LIMIT $2)`, school, roll.MostKeys)
	})
}

// RemoveKey deletes an unused key. It returns roll.Stale for the key in use, and roll.NotFound for one that
// is gone.
func (s *Store) RemoveKey(ctx context.Context, school roll.SchoolID, id string) error {
	return Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		removed, err := tx.Exec(ctx, `DELETE FROM school_keys WHERE school = $1 AND id = $2 AND in_use = 0`, school, id)
		if err != nil || removed > 0 {
			return err
		}
		stays, err := engine.Exists(ctx, tx, `SELECT id FROM school_keys WHERE school = $1 AND id = $2`, school, id)
		if err == nil && stays {
			return roll.Problem(roll.Stale, "school_keys.stays")
		}
		return cmp.Or(err, engine.NotFound())
	})
}

// NoteKeyTried records the result of trying a key: roll.KeyWorks, or the name of a problem.
func (s *Store) NoteKeyTried(ctx context.Context, school roll.SchoolID, id, result string) error {
	return s.Database.MustChange(ctx, `UPDATE school_keys SET tried_at = $1, tried = $2 WHERE school = $3 AND id = $4`,
		engine.Now, result, school, id)
}

// keyUseStep is the precision of a key's last use.
const keyUseStep = time.Hour

// NoteKeyUsed records recent calls with the key. It writes at most once an hour, for any number of processes.
func (s *Store) NoteKeyUsed(ctx context.Context, school roll.SchoolID, id string) error {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return err
	}
	before := engine.Milliseconds(now.Add(-keyUseStep))
	due, err := engine.Exists(ctx, s.Database,
		`SELECT 1 FROM school_keys WHERE school = $1 AND id = $2 AND last_used_at <= $3`, school, id, before)
	if err != nil || !due {
		return err
	}
	return s.Database.Do(ctx, `UPDATE school_keys SET last_used_at = $4 WHERE school = $1 AND id = $2
		AND last_used_at <= $3`, school, id, before, engine.Milliseconds(now))
}

func insertKey(ctx context.Context, t *engine.Transaction, school roll.SchoolID, key Key,
	inUse bool) (id string, err error) {
	id = rand.Text()
	from := time.Time{}
	if inUse {
		from = t.Now
	}
	err = t.Do(ctx, `INSERT INTO school_keys (school, id, sealed, last_four, in_use, created_at, used_from) VALUES `+
		engine.Tuples(1, 7),
		school, id, key.Sealed, key.LastFour, engine.Flag(inUse), engine.Milliseconds(t.Now), engine.Milliseconds(from))
	return id, err
}

// ReplaceKeys deletes the school's keys and uses the given one.
func ReplaceKeys(ctx context.Context, t *engine.Transaction, school roll.SchoolID, key Key) error {
	t.Require(t.Do(ctx, `DELETE FROM school_keys WHERE school = $1`, school))
	_, err := insertKey(ctx, t, school, key, true)
	return err
}

// sealedTables returns the tables with values that the vault sealed, each with the column of the owner for whom a value
// is sealed. They have the columns id and sealed.
func sealedTables() map[string]string {
	return map[string]string{"school_keys": "school", "webhook_secrets": "school", "known_absences": "school",
		"movements": "school", "providers": "school", "factors": "person"}
}

// Sealed is a sealed value with its place in the database.
type Sealed struct {
	// School is the school for which it is sealed, or the id of a person.
	School roll.SchoolID
	Value  []byte
	table  string
	id     string
}

// sealedHeader selects the beginning of a sealed value, which identifies its key.
const sealedHeader = `substr(sealed, 1, 9)`

// SealedBy counts the sealed values by their header, which identifies their key.
func (s *Store) SealedBy(ctx context.Context) (map[string]int, error) {
	counts := make(map[string]int)
	for table := range sealedTables() {
		found, err := engine.Pairs[string, int](ctx, s.Database, `SELECT `+sealedHeader+`, count(*) FROM `+table+` GROUP BY `+
			sealedHeader)
		if err != nil {
			return nil, err
		}
		for header, count := range found {
			counts[header] += count
		}
	}
	return counts, nil
}

// SealedOtherwise returns the sealed values with another header.
func (s *Store) SealedOtherwise(ctx context.Context, header []byte) ([]Sealed, error) {
	var all []Sealed
	for table, owner := range sealedTables() {
		found, err := engine.All(ctx, s.Database, func(rows *sql.Rows, found *Sealed) error {
			found.table = table
			return rows.Scan(&found.School, &found.id, &found.Value)
		}, `SELECT `+owner+`, id, sealed FROM `+table+` WHERE `+sealedHeader+` <> $1`, header)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Reseal replaces the value by the same secret sealed again. It skips a value that was changed or removed
// meanwhile.
func (s *Store) Reseal(ctx context.Context, value Sealed, anew []byte) error {
	return s.Database.Do(ctx, `UPDATE `+value.table+` SET sealed = $1 WHERE `+sealedTables()[value.table]+
		` = $2 AND id = $3 AND sealed = $4`, anew, value.School, value.id, value.Value)
}

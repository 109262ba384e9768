package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// KeyPrefix begins the value of every new key. Keys issued before its introduction have no prefix and stay
// valid (service document, section 5, rule 5).
const KeyPrefix = "sbx_live_"

// MaxActiveKeys is the number of active keys that one school may have (section 8).
const MaxActiveKeys = 5

const maxKeyName = 100

// APIKey describes a key after its creation, without its value (section 5, rule 3).
type APIKey struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Masked  string    `json:"masked"` // only the last four characters are visible
	Created time.Time `json:"created"`
	// LastUsed is exact to about a minute; nil means never used.
	LastUsed *time.Time `json:"lastUsed"`
	// Revoked is nil while the key works.
	Revoked *time.Time `json:"revoked"`
}

// The origins of a key.
const (
	originMade  = "made"  // on request
	originFirst = "first" // by FirstKey
	originOlder = "older" // before the prefix was introduced
)

const (
	sqlKeysOfSchool = `SELECT id, name, last_four, created_at, last_used_at, revoked_at FROM api_keys
		WHERE school = ?1 ORDER BY id`
	sqlActiveKeyCount = `SELECT count(*) FROM api_keys WHERE school = ?1 AND revoked_at IS NULL`
	sqlInsertKey      = `INSERT INTO api_keys (school, name, hash, last_four, origin, created_at)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id`
)

// CreateKey makes a key for a school and returns its value, which is shown only once: the service stores only
// a hash. The name (1 to 100 characters) describes the integration. It returns KindTooManyKeys when the
// school has five active keys, KindNotFound for an unknown school, KindInvalid for a bad name.
func (s *Sandbox) CreateKey(ctx context.Context, schoolCode, name string) (APIKey, string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxKeyName || !utf8.ValidString(name) {
		return APIKey{}, "", errorf(KindInvalid, "a key's name has 1 to %d characters", maxKeyName)
	}
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return APIKey{}, "", err
	}
	value := KeyPrefix + rand.Text()
	var key APIKey
	err = inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		key, err = s.insertKey(ctx, tx, owner, name, value, originMade)
		return err
	})
	if err != nil {
		return APIKey{}, "", fmt.Errorf("create key: %w", err)
	}
	return key, value, nil
}

// FirstKey makes the first key of a school on a new data file, for a command that prints it at its start.
// When the data file already had a first key, it returns KindKeyNotShownAgain and the key in its masked form.
// With five active keys it returns KindTooManyKeys.
func (s *Sandbox) FirstKey(ctx context.Context, schoolCode string) (APIKey, string, error) {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return APIKey{}, "", err
	}
	value := KeyPrefix + rand.Text()
	var key APIKey
	err = inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, `SELECT id, name, last_four, created_at, last_used_at, revoked_at
			FROM api_keys WHERE school = ?1 AND origin = ?2`, owner.id, originFirst)
		err := scanKey(row, &key)
		if errors.Is(err, sql.ErrNoRows) {
			key, err = s.insertKey(ctx, tx, owner, "First key", value, originFirst)
			return err
		}
		if err == nil {
			err = errorf(KindKeyNotShownAgain, "the first key of %s was shown when it was made", schoolCode)
		}
		return err
	})
	if err != nil {
		return key, "", fmt.Errorf("first key: %w", err)
	}
	return key, value, nil
}

func (s *Sandbox) insertKey(ctx context.Context, tx *sql.Tx, owner school, name, value, origin string) (APIKey, error) {
	var active int
	if err := tx.StmtContext(ctx, s.sql[sqlActiveKeyCount]).QueryRowContext(ctx, owner.id).Scan(&active); err != nil {
		return APIKey{}, fmt.Errorf("count keys: %w", err)
	}
	if active >= MaxActiveKeys {
		return APIKey{}, errorf(KindTooManyKeys, "%s has its %d active keys: revoke one first", owner.Code, MaxActiveKeys)
	}
	lastFour := value[len(value)-4:]
	key := APIKey{Name: name, Masked: mask(lastFour), Created: s.now().UTC().Truncate(time.Millisecond)}
	row := tx.QueryRowContext(ctx, sqlInsertKey, owner.id, name, hashKey(value), lastFour, origin, key.Created.UnixMilli())
	if err := row.Scan(&key.ID); err != nil {
		return APIKey{}, fmt.Errorf("insert key: %w", err)
	}
	return key, nil
}

// Keys lists a school's keys, revoked ones included, oldest first.
func (s *Sandbox) Keys(ctx context.Context, schoolCode string) ([]APIKey, error) {
	return listOf(ctx, s, schoolCode, sqlKeysOfSchool, func(r *sql.Rows, key *APIKey) error { return scanKey(r, key) })
}

// RevokeKey ends a key at once: the next request with it is refused. Revoking a revoked key does nothing. It
// returns KindNotFound for a key that the school does not have.
func (s *Sandbox) RevokeKey(ctx context.Context, schoolCode string, id int64) error {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return err
	}
	missing := errorf(KindNotFound, "%s has no key %d", schoolCode, id)
	return s.changeOne(ctx, missing, `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?3)
		WHERE school = ?1 AND id = ?2`, owner.id, id, s.now().UnixMilli())
}

func hashKey(value string) []byte {
	sum := sha256.Sum256([]byte(value))
	return sum[:]
}

func mask(lastFour string) string { return "********" + lastFour }

// scanKey reads a row of id, name, last_four, created_at, last_used_at, revoked_at.
func scanKey(row interface{ Scan(...any) error }, key *APIKey) error {
	var lastFour string
	var created int64
	var lastUsed, revoked sql.NullInt64
	if err := row.Scan(&key.ID, &key.Name, &lastFour, &created, &lastUsed, &revoked); err != nil {
		return err
	}
	key.Masked, key.Created = mask(lastFour), time.UnixMilli(created).UTC()
	key.LastUsed, key.Revoked = optionalTime(lastUsed), optionalTime(revoked)
	return nil
}

func optionalTime(milliseconds sql.NullInt64) *time.Time {
	if !milliseconds.Valid {
		return nil
	}
	at := time.UnixMilli(milliseconds.Int64).UTC()
	return &at
}

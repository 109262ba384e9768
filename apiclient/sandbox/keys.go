package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
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

// maskPrefix stands for the characters of a key that are not shown.
const maskPrefix = "********"

// sqlKeysOfSchool returns the query for a school's keys of one origin, or of all for an empty one.
func sqlKeysOfSchool() string {
	return `SELECT json_object('id', id, 'name', name, 'masked', '` + maskPrefix + `' || last_four,
		'created', ` + sqlTime("created_at") + `, 'lastUsed', ` + sqlTime("last_used_at") + `,
		'revoked', ` + sqlTime("revoked_at") + `) FROM api_keys
		WHERE school = ?1 AND (?2 = '' OR origin = ?2) ORDER BY id`
}

const (
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
	return s.makeKey(ctx, schoolCode, name, originMade)
}

func (s *Sandbox) makeKey(ctx context.Context, schoolCode, name, origin string) (key APIKey, value string, err error) {
	value = KeyPrefix + rand.Text()
	err = s.change(ctx, schoolCode, "make a key", func(tx *sql.Tx, owner school) error {
		key, err = s.insertKey(ctx, tx, owner, name, value, origin)
		return err
	})
	if err != nil {
		return APIKey{}, "", err
	}
	return key, value, nil
}

// FirstKey makes the first key of a school on a new data file, for a command that prints it at its start.
// When the data file already had a first key, it returns KindKeyNotShownAgain and the key in its masked form.
// With five active keys it returns KindTooManyKeys.
func (s *Sandbox) FirstKey(ctx context.Context, schoolCode string) (APIKey, string, error) {
	made, err := listOf[APIKey](ctx, s, schoolCode, sqlKeysOfSchool(), originFirst)
	switch {
	case err != nil:
		return APIKey{}, "", err
	case len(made) > 0:
		return made[0], "", errorf(KindKeyNotShownAgain, "the first key of %s was shown when it was made", schoolCode)
	}
	return s.makeKey(ctx, schoolCode, "First key", originFirst)
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
	return listOf[APIKey](ctx, s, schoolCode, sqlKeysOfSchool(), "")
}

// RevokeKey ends a key at once: the next request with it is refused. Revoking a revoked key does nothing. It
// returns KindNotFound for a key that the school does not have.
func (s *Sandbox) RevokeKey(ctx context.Context, schoolCode string, id int64) error {
	missing := errorf(KindNotFound, "%s has no key %d", schoolCode, id)
	return s.changeOne(ctx, schoolCode, missing, `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?3)
		WHERE school = ?1 AND id = ?2`, id, s.now().UnixMilli())
}

func hashKey(value string) []byte {
	sum := sha256.Sum256([]byte(value))
	return sum[:]
}

func mask(lastFour string) string { return maskPrefix + lastFour }

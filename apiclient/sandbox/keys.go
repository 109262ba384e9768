package sandbox

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
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

// firstKey is the name of the key that FirstKey makes.
const firstKey = "First key"

// CreateKey makes a key for a school and returns its value, which is shown only once: the service stores only
// a hash. The name (1 to 100 characters) describes the integration. It returns KindTooManyKeys when the
// school has five active keys, KindNotFound for an unknown school, KindInvalid for a bad name.
func (s *Sandbox) CreateKey(schoolCode, name string) (APIKey, string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxKeyName || !utf8.ValidString(name) {
		return APIKey{}, "", invalid("a key's name has 1 to %d characters", maxKeyName)
	}
	value := KeyPrefix + rand.Text()
	key, err := s.addKey(schoolCode, value, addedKey{Name: name})
	if err != nil {
		return APIKey{}, "", err
	}
	return key, value, nil
}

// FirstKey makes the first key of a school on a new data file, for a command that prints it at its start. When the
// data file already had a first key, it returns that in its masked form, and "" when the school has five active keys.
func (s *Sandbox) FirstKey(schoolCode string) (shown string, err error) {
	keys, err := s.Keys(schoolCode)
	if err != nil {
		return "", err
	}
	if at := slices.IndexFunc(keys, func(key APIKey) bool { return key.Name == firstKey }); at >= 0 {
		return keys[at].Masked, nil
	}
	value := KeyPrefix + rand.Text()
	_, err = s.addKey(schoolCode, value, addedKey{Name: firstKey})
	switch {
	case KindOf(err) == KindTooManyKeys:
		return "", nil
	case err != nil:
		return "", err
	}
	return value, nil
}

func (s *Sandbox) addKey(schoolCode, value string, added addedKey) (APIKey, error) {
	added.Hash, added.Masked = hashKey(value), mask(value)
	return of(s, schoolCode, func(at *school) (APIKey, error) {
		active := 0
		for _, key := range at.keys {
			if key.Revoked == nil {
				active++
			}
		}
		if active >= MaxActiveKeys {
			return APIKey{}, errorf(KindTooManyKeys, http.StatusConflict,
				"%s has its %d active keys: revoke one first", at.Code, MaxActiveKeys)
		}
		if err := s.make(at.School, change{Key: &added}); err != nil {
			return APIKey{}, err
		}
		return *s.data.state.keys[added.Hash], nil
	})
}

// Keys lists a school's keys, revoked ones included, oldest first.
func (s *Sandbox) Keys(schoolCode string) ([]APIKey, error) {
	return of(s, schoolCode, func(at *school) ([]APIKey, error) {
		keys := make([]APIKey, len(at.keys))
		for i, key := range at.keys {
			keys[i] = *key
		}
		return keys, nil
	})
}

// RevokeKey ends a key at once: the next request with it is refused. Revoking a revoked key does nothing. It
// returns KindNotFound for a key that the school does not have.
func (s *Sandbox) RevokeKey(schoolCode string, id int64) error {
	_, err := of(s, schoolCode, func(at *school) (any, error) {
		if !slices.ContainsFunc(at.keys, func(key *APIKey) bool { return key.ID == id }) {
			return nil, notFound("%s has no key %d", at.Code, id)
		}
		return nil, s.make(at.School, change{KeyRevoked: id})
	})
	return err
}

// lastUsedStep is the precision of a key's last use: one change a minute instead of one a request.
const lastUsedStep = time.Minute

func hashKey(value string) string {
	sum := sha256.Sum256([]byte(value))
	return base64.StdEncoding.EncodeToString(sum[:])
}

package vault

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// MasterKeySize is the length of a master key in bytes.
const MasterKeySize = 32

// MasterKey is the operator's key, the source of all other keys. It cannot print itself. The zero MasterKey
// is no key.
type MasterKey struct {
	redacted
	key *[MasterKeySize]byte
}

// ParseMasterKey reads 32 bytes in base64 (RFC 4648, section 4). It ignores surrounding white space, such as
// a file's last newline. It returns ErrNoMasterKey for an empty text and ErrMasterKey for an invalid one;
// neither repeats any of the text.
func ParseMasterKey(text string) (MasterKey, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return MasterKey{}, ErrNoMasterKey
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return MasterKey{}, fmt.Errorf("%w: it must be %d bytes in base64", ErrMasterKey, MasterKeySize)
	}
	if len(raw) != MasterKeySize {
		return MasterKey{}, fmt.Errorf("%w: it has %d bytes, not %d", ErrMasterKey, len(raw), MasterKeySize)
	}
	return MasterKey{key: (*[MasterKeySize]byte)(raw)}, nil
}

// RandomMasterKey makes a new key, for a database that is not kept.
func RandomMasterKey() MasterKey {
	key := new([MasterKeySize]byte)
	// rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(key[:])
	return MasterKey{key: key}
}

// Empty reports whether there is no key.
func (k MasterKey) Empty() bool { return k.key == nil }

// Reveal returns the key in base64, as ParseMasterKey reads it.
func (k MasterKey) Reveal() string {
	if k.Empty() {
		return ""
	}
	return base64.StdEncoding.EncodeToString(k.key[:])
}

// derive applies HKDF-SHA-256 without a salt, since a master key is uniformly random.
func (k MasterKey) derive(purpose string, length int) ([]byte, error) {
	derived, err := hkdf.Key(sha256.New, k.key[:], nil, "rollbook/1/"+purpose, length)
	if err != nil {
		return nil, fmt.Errorf("derive the key for %s: %w", purpose, err)
	}
	return derived, nil
}

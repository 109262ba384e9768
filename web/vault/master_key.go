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

// MasterKey is the operator's key, from which all others are derived. It cannot
// print itself; the zero MasterKey is none.
type MasterKey struct {
	redacted
	key *[MasterKeySize]byte
}

// ParseMasterKey reads 32 bytes written in base64 (RFC 4648, section 4). White
// space around them, such as a file's last newline, does not count. The errors are
// ErrNoMasterKey for nothing and ErrMasterKey for anything else; neither repeats
// any of the text.
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

// Empty reports whether it is no key.
func (k MasterKey) Empty() bool { return k.key == nil }

// Reveal is the key in base64, as ParseMasterKey reads it.
func (k MasterKey) Reveal() string {
	if k.Empty() {
		return ""
	}
	return base64.StdEncoding.EncodeToString(k.key[:])
}

// derive is HKDF-SHA-256 without a salt: a master key is uniformly random.
func (k MasterKey) derive(purpose string, length int) ([]byte, error) {
	derived, err := hkdf.Key(sha256.New, k.key[:], nil, "rollbook/1/"+purpose, length)
	if err != nil {
		return nil, fmt.Errorf("derive the key for %s: %w", purpose, err)
	}
	return derived, nil
}

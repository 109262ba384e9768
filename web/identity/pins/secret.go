package pins

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"rollbook/web/roll"
)

// secrets are the keys of the MAC that is applied to a PIN before hashing. The first key is the newest. The
// others belong to master keys that are being replaced.
type secrets [][]byte

// tagSize is the number of characters of a stored hash that identify its key.
const tagSize = 8

func mac(key []byte, parts ...string) string {
	sum := hmac.New(sha256.New, key)
	// Writing to a hash never fails.
	_, _ = sum.Write([]byte(strings.Join(parts, "\x00")))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}

func tag(key []byte) string { return mac(key, "PIN key")[:tagSize] }

// secret returns the text to hash. The same PIN of two people gives two texts.
func secret(key []byte, person roll.PersonID, pin string) string {
	return mac(key, "PIN", string(person), pin)
}

// of returns the key of a stored hash, and the part for the password hasher. If the key is gone it returns an
// empty hash, which matches nothing.
func (s secrets) of(stored string) (key []byte, hash string) {
	for _, candidate := range s {
		if hash, own := strings.CutPrefix(stored, tag(candidate)); own {
			return candidate, hash
		}
	}
	return s[0], ""
}

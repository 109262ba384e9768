package pins

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"rollbook/web/roll"
)

// secrets are the keys of the MAC that a PIN goes through before it is hashed. The first key is the
// newest; the others are of master keys that are being replaced.
type secrets [][]byte

// tagSize is the number of characters of a stored hash that name the key that it was made with.
const tagSize = 8

func mac(key []byte, parts ...string) string {
	sum := hmac.New(sha256.New, key)
	// A hash takes what it is given: Write never fails.
	_, _ = sum.Write([]byte(strings.Join(parts, "\x00")))
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}

func tag(key []byte) string { return mac(key, "PIN key")[:tagSize] }

// secret makes the text that is hashed: the same PIN of two people makes two.
func secret(key []byte, person roll.PersonID, pin string) string {
	return mac(key, "PIN", string(person), pin)
}

// of finds the key of a stored hash, and the part of it that the password hasher knows. A hash
// whose key is gone is an empty one, which belongs to nobody.
func (s secrets) of(stored string) (key []byte, hash string) {
	if len(stored) > tagSize {
		for _, candidate := range s {
			if tag(candidate) == stored[:tagSize] {
				return candidate, stored[tagSize:]
			}
		}
	}
	return s[0], ""
}

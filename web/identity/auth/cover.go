package auth

import (
	"crypto/sha256"
	"encoding/base64"

	"rollbook/web/roll"
)

// coverSecretSize is the size of a cover link's secret in bytes: 144 bits, 24 characters of unpadded base64.
const coverSecretSize = 18

// CoverSecret returns the secret of the cover link for a press. It derives it from the press's token and from
// about, the caller's words for the link's purpose, so that a repeated press shows the same link although
// only its hash is stored. It cannot be made without a key of this server.
func (t *Tokens) CoverSecret(press roll.Token, about string) string {
	sum := sign(t.keys[0], "cover link", string(press)+"\x00"+about)
	return base64.RawURLEncoding.EncodeToString(sum[:coverSecretSize])
}

// CoverID returns the id of the link with the secret. It returns false for malformed text.
func CoverID(secret string) (id roll.CoverID, ok bool) {
	plain, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	if err != nil || len(plain) != coverSecretSize {
		return "", false
	}
	sum := sha256.Sum256([]byte("cover link\x00" + secret))
	return roll.CoverID(base64.RawURLEncoding.EncodeToString(sum[:])), true
}

package auth

import (
	"crypto/sha256"
	"encoding/base64"

	"rollbook/web/roll"
)

// coverSecretSize is the size of a cover link's secret in bytes: 144 bits, which base64
// writes as 24 characters without padding.
const coverSecretSize = 18

// CoverSecret returns the secret of the link that a press makes. It follows from the press's
// token and from what the link is for, in words of the caller's. The same press pressed twice
// therefore shows the same link twice, though nothing but its hash is kept; nobody without a
// key of this server can make one.
func (t *Tokens) CoverSecret(press roll.Token, about string) string {
	sum := sign(t.keys[0], "cover link", string(press)+"\x00"+about)
	return base64.RawURLEncoding.EncodeToString(sum[:coverSecretSize])
}

// CoverID is the id of the link with the secret; ok is false for text that is the secret of
// no link.
func CoverID(secret string) (id roll.CoverID, ok bool) {
	plain, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	if err != nil || len(plain) != coverSecretSize {
		return "", false
	}
	sum := sha256.Sum256([]byte("cover link\x00" + secret))
	return roll.CoverID(base64.RawURLEncoding.EncodeToString(sum[:])), true
}

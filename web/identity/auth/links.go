package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"rollbook/web/roll"
)

// LinkKind is a kind of links that open something without signing in.
type LinkKind string

// The kinds.
const (
	CoverLink   LinkKind = "cover link"
	AccountLink LinkKind = "account link"
)

// linkSecretSize is the size of a link's secret in bytes: 144 bits, 24 characters of unpadded base64.
const linkSecretSize = 18

// LinkSecret returns the secret of the link for a press. It derives it from the press's token and from about, the
// caller's words for the link's purpose, so that a repeated press shows the same link although only its hash is
// stored. It cannot be made without a key of this server.
func (t *Tokens) LinkSecret(kind LinkKind, press roll.Token, about ...string) string {
	sum := sign(t.keys[0], string(kind), string(press)+"\x00"+strings.Join(about, "\x00"))
	return base64.RawURLEncoding.EncodeToString(sum[:linkSecretSize])
}

// LinkID returns the id of the link with the secret. It returns false for malformed text.
func LinkID[ID roll.CoverID | roll.AccountLinkID](kind LinkKind, secret string) (id ID, ok bool) {
	plain, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	// The decoder ignores line breaks: with one, a second text would be the same secret.
	if err != nil || len(plain) != linkSecretSize || len(secret) != base64.RawURLEncoding.EncodedLen(linkSecretSize) {
		return "", false
	}
	sum := sha256.Sum256([]byte(string(kind) + "\x00" + secret))
	return ID(base64.RawURLEncoding.EncodeToString(sum[:])), true
}

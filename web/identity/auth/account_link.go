package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"net/mail"
	"strings"

	"rollbook/web/roll"
)

// accountSecretSize is the size of an account link's secret in bytes: 144 bits, which base64 writes
// as 24 characters without padding.
const accountSecretSize = 18

// AccountLinkSecret returns the secret of the account link that a press makes. It follows from the
// press's token and from what the link is for, in words of the caller's, as with CoverSecret.
func (t *Tokens) AccountLinkSecret(press roll.Token, about ...string) string {
	sum := sign(t.keys[0], "account link", string(press)+"\x00"+strings.Join(about, "\x00"))
	return base64.RawURLEncoding.EncodeToString(sum[:accountSecretSize])
}

// AccountLinkID is the id of the link with the secret; ok is false for text that is the secret of
// no link.
func AccountLinkID(secret string) (id roll.AccountLinkID, ok bool) {
	plain, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	if err != nil || len(plain) != accountSecretSize || len(secret) != base64.RawURLEncoding.EncodedLen(accountSecretSize) {
		return "", false
	}
	sum := sha256.Sum256([]byte("account link\x00" + secret))
	return roll.AccountLinkID(base64.RawURLEncoding.EncodeToString(sum[:])), true
}

// longestEmail is the most bytes of an address (RFC 5321, section 4.5.3.1.3).
const longestEmail = 254

// ParseEmail reads an e-mail address without a name (RFC 5322, section 3.4.1) and normalises it as
// NormalizeEmail does.
func ParseEmail(text string) (email string, ok bool) {
	email = NormalizeEmail(text)
	parsed, err := mail.ParseAddress(email)
	return email, err == nil && parsed.Address == email && len(email) <= longestEmail
}

package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"net/mail"
	"strings"

	"rollbook/web/roll"
)

// accountSecretSize is the size of an account link's secret in bytes: 144 bits, 24 characters of unpadded
// base64.
const accountSecretSize = 18

// AccountLinkSecret returns the secret of the account link for a press. It derives it from the press's token
// and from about, the caller's words for the link's purpose, like CoverSecret.
func (t *Tokens) AccountLinkSecret(press roll.Token, about ...string) string {
	sum := sign(t.keys[0], "account link", string(press)+"\x00"+strings.Join(about, "\x00"))
	return base64.RawURLEncoding.EncodeToString(sum[:accountSecretSize])
}

// AccountLinkID returns the id of the link with the secret. It returns false for malformed text.
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

// ParseEmail reads an e-mail address without a name (RFC 5322, section 3.4.1) and normalises it with
// NormalizeEmail.
func ParseEmail(text string) (email string, ok bool) {
	email = NormalizeEmail(text)
	parsed, err := mail.ParseAddress(email)
	return email, err == nil && parsed.Address == email && len(email) <= longestEmail
}

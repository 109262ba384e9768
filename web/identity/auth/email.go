package auth

import (
	"net/mail"
	"strings"
)

// NormalizeEmail trims and lowercases a user name, as accounts store it.
func NormalizeEmail(email string) string {
	return strings.ToLower(strings.TrimSpace(email))
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

package roll

import (
	"strings"
	"time"
)

// Signing describes how a school system signs its webhooks. The service's document does not show it (section
// 6), so every school may have its own.
type Signing struct {
	// Header contains the signatures, each after Prefix, with Separator between them.
	Header    string `json:"header"`
	Prefix    string `json:"prefix"`
	Separator string `json:"separator"`
	// Algorithm is SHA256 or SHA512, each as an HMAC (RFC 2104).
	Algorithm SigningAlgorithm `json:"algorithm"`
	// Encoding is the encoding of a signature: Base64 or Hexadecimal.
	Encoding SigningEncoding `json:"encoding"`
	// Signed names the signed content, with full stops between its parts.
	Signed SignedContent `json:"signed"`
	// TimeHeader contains the sending time in seconds since 1970, and IDHeader the message's id, when they
	// are signed. When TimeHeader equals Header, the time is the part of it that begins with "t=".
	TimeHeader string `json:"timeHeader"`
	IDHeader   string `json:"idHeader"`
	// Written is the encoding of the secret: Base64, optionally after "whsec_", or PlainText.
	Written SigningEncoding `json:"written"`
	// Tolerance is the largest difference in seconds between the signed time and ours. A message is
	// remembered for so long, so that it is accepted once.
	Tolerance int `json:"tolerance"`
}

// SigningAlgorithm names a keyed hash.
type SigningAlgorithm string

// The algorithms. Weaker ones, and unsigned messages, are refused.
const (
	SHA256 SigningAlgorithm = "sha256"
	SHA512 SigningAlgorithm = "sha512"
)

// SigningEncoding is an encoding of bytes as text.
type SigningEncoding string

// The encodings (RFC 4648), and plain text.
const (
	Base64      SigningEncoding = "base64"
	Hexadecimal SigningEncoding = "hex"
	PlainText   SigningEncoding = "text"
)

// SignedContent names the signed parts.
type SignedContent string

// The possible signed contents.
const (
	SignedBody        SignedContent = "body"
	SignedTimeBody    SignedContent = "time.body"
	SignedIDTimeBody  SignedContent = "id.time.body"
	mostSigningHeader               = 100
)

// The limits of Signing.Tolerance, in seconds.
const (
	LeastTolerance = 30
	MostTolerance  = 3600
)

// StandardWebhooks is the signing of the specification at standardwebhooks.com.
func StandardWebhooks() Signing {
	return Signing{
		Header: "webhook-signature", Prefix: "v1,", Separator: " ", Algorithm: SHA256, Encoding: Base64,
		Signed: SignedIDTimeBody, TimeHeader: "webhook-timestamp", IDHeader: "webhook-id", Written: Base64, Tolerance: 300,
	}
}

// HasTime reports whether the sending time is signed.
func (s Signing) HasTime() bool { return s.Signed != SignedBody }

// HasID reports whether the message's id is signed.
func (s Signing) HasID() bool { return s.Signed == SignedIDTimeBody }

// TimeWithin returns the largest difference between the signed time and ours.
func (s Signing) TimeWithin() time.Duration { return time.Duration(s.Tolerance) * time.Second }

// Check returns the message key for the first invalid setting, or "".
func (s Signing) Check() MessageKey {
	switch {
	case !headerName(s.Header), s.HasTime() && !headerName(s.TimeHeader), s.HasID() && !headerName(s.IDHeader):
		return "webhooks.bad_header"
	case s.Algorithm != SHA256 && s.Algorithm != SHA512,
		s.Encoding != Base64 && s.Encoding != Hexadecimal,
		s.Written != Base64 && s.Written != PlainText,
		s.Signed != SignedBody && s.Signed != SignedTimeBody && s.Signed != SignedIDTimeBody,
		s.Separator != "" && s.Separator != " " && s.Separator != ",":
		return "webhooks.bad_choice"
	case len(s.Prefix) > 20 || strings.ContainsFunc(s.Prefix, func(char rune) bool { return char <= ' ' || char > '~' }):
		return "webhooks.bad_prefix"
	case s.Tolerance < LeastTolerance || s.Tolerance > MostTolerance:
		return "webhooks.bad_tolerance"
	}
	return ""
}

// headerName reports whether the text is a valid header name: a token (RFC 9110, section 5.6.2).
func headerName(text string) bool {
	return text != "" && len(text) <= mostSigningHeader && !strings.ContainsFunc(text, func(char rune) bool {
		return char <= ' ' || char > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, char)
	})
}

// MostWebhookSecrets limits the secrets that are valid at the same time, during a change of secret.
const MostWebhookSecrets = 4

// WebhookSecret describes a secret, without the secret itself.
type WebhookSecret struct {
	ID       string
	LastFour string
	AddedAt  time.Time
}

// WebhookEvent is a report from a school system. Rollbook does not rely on its content.
type WebhookEvent struct {
	ReceivedAt time.Time
	// Message identifies it: its id, or a digest.
	Message string
	// Size counts the received bytes; Body is their beginning.
	Size int
	Body string
	// Understood is false when the body is not a JSON object or array. Such an event has no effect.
	Understood bool
}

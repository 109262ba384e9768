package roll

import (
	"strings"
	"time"
)

// Signing tells how a school system signs what it reports. The service's document does not
// show it (section 6), so every school may have its own.
type Signing struct {
	// Header carries the signatures, each after Prefix, with Separator between them.
	Header    string `json:"header"`
	Prefix    string `json:"prefix"`
	Separator string `json:"separator"`
	// Algorithm is SHA256 or SHA512, each as an HMAC (RFC 2104).
	Algorithm SigningAlgorithm `json:"algorithm"`
	// Encoding is the encoding of a signature: Base64 or Hexadecimal.
	Encoding SigningEncoding `json:"encoding"`
	// Signed names the content that is signed, its parts with full stops between them.
	Signed SignedContent `json:"signed"`
	// TimeHeader carries the seconds since 1970 at which it was sent, and IDHeader the
	// message's id, where they are signed. A TimeHeader that is Header itself means the
	// part of it that begins with "t=".
	TimeHeader string `json:"timeHeader"`
	IDHeader   string `json:"idHeader"`
	// Written is the encoding of the secret: Base64, perhaps after "whsec_", or PlainText.
	Written SigningEncoding `json:"written"`
	// Tolerance is the number of seconds by which the time may differ from ours, and for which
	// a message is remembered so that it is taken once.
	Tolerance int `json:"tolerance"`
}

// SigningAlgorithm names a keyed hash.
type SigningAlgorithm string

// The algorithms. Weaker ones, and none at all, are not taken.
const (
	SHA256 SigningAlgorithm = "sha256"
	SHA512 SigningAlgorithm = "sha512"
)

// SigningEncoding names a way to write bytes as text.
type SigningEncoding string

// The encodings (RFC 4648), and text that is taken as it is.
const (
	Base64      SigningEncoding = "base64"
	Hexadecimal SigningEncoding = "hex"
	PlainText   SigningEncoding = "text"
)

// SignedContent names the parts that are signed.
type SignedContent string

// What may be signed.
const (
	SignedBody        SignedContent = "body"
	SignedTimeBody    SignedContent = "time.body"
	SignedIDTimeBody  SignedContent = "id.time.body"
	mostSigningHeader               = 100
)

// The bounds of Signing.Tolerance, in seconds.
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

// HasTime reports whether the time of sending is signed.
func (s Signing) HasTime() bool { return s.Signed != SignedBody }

// HasID reports whether the message's id is signed.
func (s Signing) HasID() bool { return s.Signed == SignedIDTimeBody }

// TimeWithin tells how far a time may lie from ours.
func (s Signing) TimeWithin() time.Duration { return time.Duration(s.Tolerance) * time.Second }

// Check is the catalogue's entry that says what cannot be meant; empty when all can.
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

// headerName reports whether the text can name a header: a token (RFC 9110, section 5.6.2).
func headerName(text string) bool {
	return text != "" && len(text) <= mostSigningHeader && !strings.ContainsFunc(text, func(char rune) bool {
		return char <= ' ' || char > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, char)
	})
}

// MostWebhookSecrets limits the secrets that are valid at once, while one follows another.
const MostWebhookSecrets = 4

// WebhookSecret describes a secret, without the secret itself.
type WebhookSecret struct {
	ID       string
	LastFour string
	AddedAt  time.Time
}

// WebhookEvent is something that a school system reported. Nothing in it is taken as
// truth.
type WebhookEvent struct {
	ReceivedAt time.Time
	// Message tells it from others: its id, or a digest.
	Message string
	// Size counts the bytes that came; Body is the beginning of them.
	Size int
	Body string
	// Understood is false for a body that is no JSON object or array: nothing was done about it.
	Understood bool
}

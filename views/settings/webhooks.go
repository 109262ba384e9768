package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// WebhooksView is the page of the reports that the school system sends by itself. How it signs is
// posted to Paths.Settings(school, "webhooks") with the fields header, prefix, separator
// (none, space, comma), algorithm, encoding, signed, time_header, id_header, secret and
// tolerance (minutes); a further secret to Paths.WebhookSecrets as secret.
type WebhooksView struct {
	layout.Page
	// Receiver is the whole address that the school system is told.
	Receiver string
	Signing  roll.Signing
	// Standard is true while it is that of Standard Webhooks.
	Standard bool
	Secrets  []WebhookSecret
	// Events lists the reports that came, the last one first.
	Events []WebhookEvent
	// Refused names the catalogue's entry that says why nothing was changed; it may be
	// empty.
	Refused language.Key
}

// WebhookSecret describes a secret without holding it.
type WebhookSecret struct {
	ID       string
	LastFour string
	// Since tells when it was added, as people read it.
	Since string
}

// WebhookEvent is a report that came.
type WebhookEvent struct {
	// When is the time at which it came and Size its number of bytes, as people read them.
	When, Size string
	// Body is the beginning of the report; Cut is true when that is not all.
	Body string
	Cut  bool
	// Understood is false for a report about which nothing was done.
	Understood bool
}

// secretsFull reports whether no further secret can be added.
func (v *WebhooksView) secretsFull() bool { return len(v.Secrets) >= roll.MostWebhookSecrets }

// separator returns the form's name for the separator.
func (v *WebhooksView) separator() string {
	return map[string]string{"": "none", " ": "space", ",": "comma"}[v.Signing.Separator]
}

// minutes is the tolerance as the form has it.
func (v *WebhooksView) minutes() int { return v.Signing.Tolerance / 60 }

// signingField is a text of the form.
type signingField struct {
	name, value string
}

// signingChoice is a choice of the form; a full stop in a value is written _ in its keys.
type signingChoice struct {
	name, value string
	keys        language.Family
	options     []string
}

func (v *WebhooksView) fields() []signingField {
	return []signingField{
		{"header", v.Signing.Header}, {"prefix", v.Signing.Prefix},
		{"time_header", v.Signing.TimeHeader}, {"id_header", v.Signing.IDHeader},
	}
}

func (v *WebhooksView) choices() []signingChoice {
	return []signingChoice{
		{"signed", string(v.Signing.Signed), language.SignedKeys, []string{string(roll.SignedIDTimeBody), string(roll.SignedTimeBody), string(roll.SignedBody)}},
		{"algorithm", string(v.Signing.Algorithm), language.SigningAlgorithmKeys, []string{string(roll.SHA256), string(roll.SHA512)}},
		{"encoding", string(v.Signing.Encoding), language.SigningEncodingKeys, []string{string(roll.Base64), string(roll.Hexadecimal)}},
		{"separator", v.separator(), language.SigningSeparatorKeys, []string{"none", "space", "comma"}},
		{"secret", string(v.Signing.Written), language.SigningSecretKeys, []string{string(roll.Base64), string(roll.PlainText)}},
	}
}

package settings

import (
	"strings"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// WebhooksView is the page of the reports that the school system sends. Its settings for signatures are
// posted to Paths.Settings(school, "webhooks") with the fields header, prefix, separator (none, space,
// comma), algorithm, encoding, signed, time_header, id_header, secret and tolerance (minutes); another secret
// is posted to Paths.WebhookSecrets as secret.
type WebhooksView struct {
	layout.Page
	// Receiver is the full address for the school system's reports.
	Receiver string
	Signing  roll.Signing
	// Standard is true if the settings are those of Standard Webhooks.
	Standard bool
	Secrets  []roll.WebhookSecret
	// Events lists the reports received, the newest first.
	Events []roll.WebhookEvent
}

// secretsFull reports whether the school has the maximum number of secrets.
func (v *WebhooksView) secretsFull() bool { return len(v.Secrets) >= roll.MostWebhookSecrets }

// separator returns the form's name for the separator.
func (v *WebhooksView) separator() string {
	return map[string]string{"": "none", " ": "space", ",": "comma"}[v.Signing.Separator]
}

// minutes returns the tolerance in minutes, for the form.
func (v *WebhooksView) minutes() int { return v.Signing.Tolerance / 60 }

// signingField is a text field of the form.
type signingField struct {
	name, value string
}

// signingChoice is a choice of the form; its keys have _ for a full stop in a value.
type signingChoice struct {
	name, value string
	keys        language.Family
	options     []string
}

// options are the choices of the field.
func (v *WebhooksView) options(choice signingChoice) []layout.Option {
	return layout.Options("", choice.options, func(value string) layout.Option {
		return layout.Option{Value: value, Text: v.Words.Text(choice.keys.Of(strings.ReplaceAll(value, ".", "_")))}
	})
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

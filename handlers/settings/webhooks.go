package settings

import (
	"net/url"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/lists/hooks"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// WebhooksPage is the page of the school system's webhooks.
type WebhooksPage struct {
	base
	hooks *hooks.Hooks
}

// Get shows the webhooks of the school system, and how they are signed, or what was typed.
func (p *WebhooksPage) Get(v *visit.Visit) error {
	signing := visit.Read(v, p.hooks.Signing)
	if form := v.Request().PostForm; form.Has("header") {
		signing = signingIn(form)
	}
	return p.pages.Show(v, settings.Webhooks(&settings.WebhooksView{
		Page: p.page(v), Receiver: p.pages.Origin(v) + p.pages.Paths.To(paths.Hooks, v.School.ID),
		Signing: signing, Standard: signing == roll.StandardWebhooks(), Secrets: visit.Read(v, p.hooks.Secrets),
		Events: visit.Read(v, p.hooks.Events),
	}))
}

func (p *WebhooksPage) after(v *visit.Visit, err error) error {
	return p.changed(v, err, "webhooks", "", p.Get)
}

// SetStandard resets the signing to Standard Webhooks.
func (p *WebhooksPage) SetStandard(v *visit.Visit) error {
	return p.after(v, p.hooks.SetSigning(v.Ctx, v.School.ID, roll.StandardWebhooks()))
}

// SetSigning stores how the school system signs.
func (p *WebhooksPage) SetSigning(v *visit.Visit) error {
	return p.after(v, p.hooks.SetSigning(v.Ctx, v.School.ID, signingIn(v.Request().PostForm)))
}

// signingIn parses the form. An invalid tolerance counts as missing.
func signingIn(form url.Values) roll.Signing {
	field := func(name string) string { return strings.TrimSpace(form.Get(name)) }
	minutes, err := strconv.Atoi(field("tolerance"))
	if err != nil || minutes < 0 || minutes > roll.MostTolerance/60 {
		minutes = 0
	}
	separators := map[string]string{"none": "", "space": " ", "comma": ","}
	separator, known := separators[field("separator")]
	if !known {
		separator = "?"
	}
	return roll.Signing{
		Header: field("header"), Prefix: field("prefix"), Separator: separator,
		Algorithm: roll.SigningAlgorithm(field("algorithm")), Encoding: roll.SigningEncoding(field("encoding")),
		Signed: roll.SignedContent(field("signed")), TimeHeader: field("time_header"), IDHeader: field("id_header"),
		Written: roll.SigningEncoding(field("secret")), Tolerance: 60 * minutes,
	}
}

// AddSecret stores another secret.
func (p *WebhooksPage) AddSecret(v *visit.Visit) error {
	return p.after(v, p.hooks.AddSecret(v.Ctx, v.School.ID, v.Request().PostForm.Get("secret")))
}

// RemoveSecret deletes a secret. A missing one is not an error.
func (p *WebhooksPage) RemoveSecret(v *visit.Visit) error {
	err := p.hooks.RemoveSecret(v.Ctx, v.School.ID, v.Param("secret"))
	if roll.KindOf(err) == roll.NotFound {
		err = nil
	}
	return p.after(v, err)
}

package settings

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/edge"
	"rollbook/web/language"
	"rollbook/web/lists/hooks"
	"rollbook/web/roll"
)

// WebhooksPage is the page of the school system's reports.
type WebhooksPage struct {
	*visit.Shell
	Hooks *hooks.Hooks
	// Public is the address by which the server is reached; nil for the request's own.
	Public *url.URL
}

// Get shows the reports of the school system, and how they are proven.
func (p *WebhooksPage) Get(v *visit.Visit) error { return p.show(v, http.StatusOK, nil, "") }

// SetStandard goes back to the signing of Standard Webhooks.
func (p *WebhooksPage) SetStandard(v *visit.Visit) error {
	return p.done(v, nil, p.Hooks.SetSigning(v.Ctx, v.School.ID, roll.StandardWebhooks()))
}

// SetSigning stores how the school system signs.
func (p *WebhooksPage) SetSigning(v *visit.Visit) error {
	signing, err := signingIn(v.Request().PostForm)
	if err != nil {
		return err
	}
	return p.done(v, &signing, p.Hooks.SetSigning(v.Ctx, v.School.ID, signing))
}

// signingIn reads the form. A tolerance that is no number counts as none.
func signingIn(form url.Values) (roll.Signing, error) {
	fields := edge.FieldsOf(form)
	field := func(name string) string { return strings.TrimSpace(fields.Text(name)) }
	minutes, err := strconv.Atoi(field("tolerance"))
	if err != nil || minutes < 0 || minutes > roll.MostTolerance {
		minutes = 0
	}
	separators := map[string]string{"none": "", "space": " ", "comma": ","}
	separator, known := separators[field("separator")]
	if !known {
		separator = "?"
	}
	signing := roll.Signing{
		Header: field("header"), Prefix: field("prefix"), Separator: separator,
		Algorithm: roll.SigningAlgorithm(field("algorithm")), Encoding: roll.SigningEncoding(field("encoding")),
		Signed: roll.SignedContent(field("signed")), TimeHeader: field("time_header"), IDHeader: field("id_header"),
		Written: roll.SigningEncoding(field("secret")), Tolerance: 60 * minutes,
	}
	return signing, fields.Err()
}

// AddSecret keeps a further secret.
func (p *WebhooksPage) AddSecret(v *visit.Visit) error {
	typed, err := edge.Single(v.Request().PostForm, "secret")
	if err != nil {
		return err
	}
	return p.done(v, nil, p.Hooks.AddSecret(v.Ctx, v.School.ID, typed))
}

// RemoveSecret forgets a secret. It is no error if the secret is gone already.
func (p *WebhooksPage) RemoveSecret(v *visit.Visit) error {
	err := p.Hooks.RemoveSecret(v.Ctx, v.School.ID, v.Param("secret"))
	if roll.KindOf(err) == roll.NotFound {
		err = nil
	}
	return p.done(v, nil, err)
}

// done leads back to the page, or says there what is not possible, with what was typed.
func (p *WebhooksPage) done(v *visit.Visit, typed *roll.Signing, err error) error {
	var problem *roll.Error
	if errors.As(err, &problem) && problem.Kind == roll.Meaningless {
		return p.show(v, http.StatusUnprocessableEntity, typed, problem.Message)
	}
	if err != nil {
		return err
	}
	return visit.GoTo(v, p.Paths.Settings(string(v.School.ID), "webhooks"))
}

func (p *WebhooksPage) show(v *visit.Visit, status int, typed *roll.Signing, refused language.Key) error {
	signing, err := p.Hooks.Signing(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	if typed != nil {
		signing = *typed
	}
	secrets, err := p.Hooks.Secrets(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	events, err := p.Hooks.Events(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	view := &settings.WebhooksView{
		Page: p.Page(v, "", layout.NavSettings), Receiver: visit.Origin(v, p.Public) + p.Paths.Hooks(string(v.School.ID)), Signing: signing, Standard: signing == roll.StandardWebhooks(), Refused: refused,
	}
	for _, secret := range secrets {
		view.Secrets = append(view.Secrets, settings.WebhookSecret{ID: secret.ID, LastFour: secret.LastFour, Since: v.DayAndClock(secret.AddedAt, "")})
	}
	for _, event := range events {
		view.Events = append(view.Events, settings.WebhookEvent{
			When: v.DayAndClock(event.ReceivedAt, ""), Size: v.Words.Number(event.Size), Body: event.Body, Cut: len(event.Body) < event.Size, Understood: event.Understood,
		})
	}
	return p.Render(v, status, settings.Webhooks(view))
}

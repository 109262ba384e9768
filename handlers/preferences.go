package handlers

import (
	"errors"
	"net/http"
	"net/url"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/session"
)

// preferencesPage is the page of what a person may set for herself.
type preferencesPage struct {
	*shell
	store Preferences
}

func (p *preferencesPage) get(v *visit) error {
	return p.render(v, http.StatusOK, views.Preferences(&views.PreferencesView{
		Page: p.page(v, "", ""), Email: v.person.Email, Kept: v.QueryParam("kept") == "1",
	}))
}

// post keeps what the form names: the theme for the device, the rest for the
// person. A field that is missing changes nothing.
func (p *preferencesPage) post(v *visit) error {
	form := v.Request().PostForm
	device, err := themed(v.device, form)
	if err != nil {
		return err
	}
	singleKeys, err := switchOf(form, "single_keys", v.person.SingleKeys)
	if err != nil {
		return err
	}
	others, err := switchOf(form, "others", v.person.Others)
	if err != nil {
		return err
	}
	next, err := web.Single(form, "next")
	if err != nil {
		return err
	}
	if form.Has("theme") {
		if err := p.devices.Save(v.Response(), v.Request(), device); err != nil {
			return errors.Join(errors.New("remember the theme"), err)
		}
	}
	if singleKeys != v.person.SingleKeys || others != v.person.Others {
		if err := v.prefer(p.store, singleKeys, others); err != nil {
			return err
		}
	}
	if own := p.ownNext(next); own != "" {
		return goTo(v, own)
	}
	return goTo(v, p.paths.Preferences()+"?kept=1")
}

// themed is the device with the theme of the form; the empty theme is the one that
// the browser prefers.
func themed(device session.Device, form url.Values) (session.Device, error) {
	text, err := web.Single(form, "theme")
	if err != nil || !form.Has("theme") {
		return device, err
	}
	if text == "" {
		return device.WithTheme(session.System), nil
	}
	theme, ok := session.ParseTheme(text)
	if !ok {
		return device, errUnknownChoice()
	}
	return device.WithTheme(theme), nil
}

// switchOf reads "on" or "off"; a field that is missing leaves what is.
func switchOf(form url.Values, name string, is bool) (bool, error) {
	text, err := web.Single(form, name)
	if err != nil || !form.Has(name) {
		return is, err
	}
	if text != "on" && text != "off" {
		return is, errUnknownChoice()
	}
	return text == "on", nil
}

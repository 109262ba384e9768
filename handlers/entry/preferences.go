package entry

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/session"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// PreferencesPage is the page of a person's own preferences.
type PreferencesPage struct{ base }

// Get shows what the person has chosen.
func (p *PreferencesPage) Get(v *visit.Visit) error {
	return p.pages.ShowAs(v, http.StatusOK, entry.Preferences(&entry.PreferencesView{
		Page: p.pages.Page(v, "", ""), Email: v.Person.Email,
		Chosen: v.Person.Preferences, Languages: p.pages.Languages(v.Words.Text("preferences.language_auto")),
	}))
}

// Post stores the form's fields: the theme for the device, the rest for the person. A missing field changes
// nothing.
func (p *PreferencesPage) Post(v *visit.Visit) error {
	form := v.Request().PostForm
	device, err := themed(v.Device, form)
	if err != nil {
		return err
	}
	chosen, err := p.chosen(v.Person.Preferences, form)
	if err != nil {
		return err
	}
	if form.Has("theme") {
		if err := v.Remember(device); err != nil {
			return errors.Join(errors.New("remember the theme"), err)
		}
	}
	if chosen != v.Person.Preferences {
		if err := v.Prefer(v.Ctx, chosen); err != nil {
			return err
		}
	}
	if own := visit.OwnNext(p.pages.Paths, form.Get("next")); own != "" {
		return visit.GoTo(v, own)
	}
	return visit.GoTo(v, p.pages.Paths.To(paths.Preferences)+"?said=preferences")
}

// chosen returns the preferences with the changes of the form.
func (p *PreferencesPage) chosen(chosen roll.Preferences, form url.Values) (_ roll.Preferences, err error) {
	if chosen.SingleKeys, err = switchOf(form, "single_keys", chosen.SingleKeys); err != nil {
		return chosen, err
	}
	if chosen.SurnameFirst, err = switchOf(form, "surname_first", chosen.SurnameFirst); err != nil {
		return chosen, err
	}
	if form.Has("class_order") {
		chosen.Order = roll.ClassOrder(form.Get("class_order"))
	}
	if form.Has("language") {
		chosen.Language = form.Get("language")
	}
	if !slices.Contains(roll.ClassOrders(), chosen.Order) || !p.pages.Speaks(chosen.Language) {
		return chosen, visit.ErrUnknownChoice()
	}
	return chosen, nil
}

// themed returns the device with the form's theme. The empty theme follows the browser.
func themed(device session.Device, form url.Values) (session.Device, error) {
	if !form.Has("theme") {
		return device, nil
	}
	theme, ok := session.ParseTheme(cmp.Or(form.Get("theme"), "system"))
	if !ok {
		return device, visit.ErrUnknownChoice()
	}
	return device.WithTheme(theme), nil
}

// switchOf parses "on" or "off". A missing field changes nothing.
func switchOf(form url.Values, name string, now bool) (bool, error) {
	text := form.Get(name)
	if !form.Has(name) {
		return now, nil
	}
	if text != "on" && text != "off" {
		return now, visit.ErrUnknownChoice()
	}
	return text == "on", nil
}

package entry

import (
	"cmp"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// PreferencesView is the page of a person's preferences. Its form is posted to Paths.Preferences with the
// fields theme ("", light, dark), language (a tag, or ""), surname_first and single_keys (on, off), and class_order (a
// roll.ClassOrder); a missing field changes nothing. The menu of every page posts only theme there, with next, the address on this site to return to.
type PreferencesView struct {
	layout.Page
	// Email is the person's address, as entered at sign-in.
	Email string
	// Chosen are the present choices.
	Chosen roll.Preferences
	// Languages are the languages to choose from.
	Languages []layout.Option
}

// orders returns the choice of the order of a class.
func (v *PreferencesView) orders() []layout.Option {
	return layout.Options("", roll.ClassOrders(), func(one roll.ClassOrder) layout.Option {
		return layout.Option{Value: string(one), Text: v.Words.Text(language.ClassOrderKeys.Of(cmp.Or(string(one), "listed")))}
	})
}

// title returns the key of the page's name: a person without an account can only choose for the device.
func (v *PreferencesView) title() language.Key {
	return language.Either(v.Email == "", "preferences.device", "account.title")
}

package entry

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// PreferencesView is the page of a person's preferences. Its form is posted to Paths.Preferences with the
// fields theme ("", light, dark) and single_keys (on, off); a missing field changes nothing. The menu of
// every page posts only theme there, with next, the address on this site to return to.
type PreferencesView struct {
	layout.Page
	// Email is the person's address, as entered at sign-in.
	Email string
	// Kept is true after a change was stored.
	Kept bool
}

// title returns the key of the page's name: a person without an account can only choose for the device.
func (v *PreferencesView) title() language.Key {
	return language.Either(v.Email == "", "preferences.device", "account.title")
}

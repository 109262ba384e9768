package entry

import (
	"rollbook/views/layout"
	"rollbook/web/language"
)

// PreferencesView is the page of a person's own preferences. Its form is posted to
// Paths.Preferences with the fields theme ("", light, dark) and single_keys (on,
// off); a field that is missing changes nothing. The menu of every page posts theme
// alone there, with next, the own address to come back to.
type PreferencesView struct {
	layout.Page
	// Email is the person's, as typed when signing in.
	Email string
	// Kept is true after a change was kept.
	Kept bool
}

// title names the page: without an account there is only the device to choose for.
func (v *PreferencesView) title() language.Key {
	if v.Email == "" {
		return "preferences.device"
	}
	return "account.title"
}

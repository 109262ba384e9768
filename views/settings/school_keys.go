package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// SchoolKeysView is the page of a school's keys. New ones are posted to Paths.Settings(school, "keys") as the
// field key; actions on a key are posted to Paths.KeyAction.
type SchoolKeysView struct {
	layout.Page
	Keys []SchoolKey
	// Done names the last action: added, switched or removed; it may be empty.
	Done string
	// Refused is the catalogue's key of the reason why nothing was done; it may be empty.
	Refused language.Key
}

// SchoolKey describes one of a school's keys, without the key itself. Times are formatted for people, and may
// be empty.
type SchoolKey struct {
	ID       string
	LastFour string
	State    roll.KeyState
	// Since is the time when it came into use, was added, or went out of use, depending on State.
	Since, LastUsed string
	// Tried is the time of its last test, and Result the end of a key in the catalogue under
	// school_keys.result.
	Tried, Result string
}

// full reports whether the school has the maximum number of keys.
func (v *SchoolKeysView) full() bool { return len(v.Keys) >= roll.MostKeys }

// action returns the address of the action on the key.
func (v *SchoolKeysView) action(key SchoolKey, what string) string {
	return v.Paths.KeyAction(string(v.School.ID), key.ID, what)
}

package settings

import (
	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// SchoolKeysView is the page of a school's keys. New ones are posted to
// Paths.Settings(school, "keys") as the field key; what is done to one of them to
// Paths.KeyAction.
type SchoolKeysView struct {
	layout.Page
	Keys []SchoolKey
	// Said names what has just been done: added, switched or removed; empty for nothing.
	Said string
	// Refused names the catalogue's entry that says why nothing was done; it may be empty.
	Refused language.Key
}

// SchoolKey is one of a school's keys, without the key itself. Instants are written as
// people read them, and empty where there is none.
type SchoolKey struct {
	ID       string
	LastFour string
	State    roll.KeyState
	// Since tells since when it is in use, or was added, or is not used any more, by State.
	Since, LastUsed string
	// Tried tells when it was last tested, and Result is the end of a name in the catalogue
	// under school_keys.result.
	Tried, Result string
}

// full reports whether no further key can be added.
func (v *SchoolKeysView) full() bool { return len(v.Keys) >= roll.MostKeys }

// action returns the address to which an action on the key is posted.
func (v *SchoolKeysView) action(key SchoolKey, what string) string {
	return v.Paths.KeyAction(string(v.School.ID), key.ID, what)
}

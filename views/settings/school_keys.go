package settings

import (
	"slices"
	"time"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// SchoolKeysView is the page of a school's keys. New ones are posted to Paths.Settings(school, "keys") as the
// field key; actions on a key are posted to Paths.KeyAction.
type SchoolKeysView struct {
	layout.Page
	Keys []roll.Key
}

// full reports whether the school has the maximum number of keys.
func (v *SchoolKeysView) full() bool { return len(v.Keys) >= roll.MostKeys }

// action returns the address of the action on the key.
func (v *SchoolKeysView) action(key roll.Key, what string) string {
	return v.Paths.KeyAction(string(v.School.ID), key.ID, what)
}

// since returns the time when the key came into use, was added, or went out of use, depending on its state.
func (v *SchoolKeysView) since(key roll.Key) string {
	since := map[roll.KeyState]time.Time{roll.KeyInUse: key.UsedFrom, roll.KeyNext: key.AddedAt, roll.KeyFormer: key.UsedUntil}
	return v.When(since[key.State])
}

// result returns the end of a key in the catalogue under school_keys.result for the result of the last test.
func result(key roll.Key) string {
	named := []string{roll.KeyWorks, "unauthorized", "forbidden_address", "misconfigured", "settings"}
	switch {
	case slices.Contains(named, key.Tried):
		return key.Tried
	case slices.Contains([]string{"dns", "refused", "certificate", "tls", "proxy", "not_sent"}, key.Tried):
		return "unreached"
	}
	return "other"
}

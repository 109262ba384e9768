package examples

import (
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// SchoolKeys is the page with a key in each state.
func SchoolKeys(b Base) *settings.SchoolKeysView {
	return &settings.SchoolKeysView{Page: inSettings(As(b, roll.Admin)), Keys: []settings.SchoolKey{
		{ID: "a", LastFour: "7Q2F", State: roll.KeyInUse, Since: "Thu 20 Nov 08:31", LastUsed: "Thu 20 Nov 08:31"},
		{ID: "b", LastFour: "K0ZD", State: roll.KeyNext, Since: "Thu 20 Nov 08:40", Tried: "Thu 20 Nov 08:41", Result: roll.KeyWorks},
		{ID: "c", LastFour: "M3XX", State: roll.KeyFormer, Since: "Thu 20 Nov 08:31", LastUsed: "Thu 20 Nov 07:55", Tried: "Thu 20 Nov 08:41", Result: "unauthorized"},
	}}
}

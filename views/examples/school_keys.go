package examples

import (
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// SchoolKeys is the page with a key in each state.
func SchoolKeys(b Base) *settings.SchoolKeysView {
	return &settings.SchoolKeysView{Page: inSettings(As(b, roll.Admin)), Keys: []roll.Key{
		{ID: "a", LastFour: "7Q2F", State: roll.KeyInUse, UsedFrom: at(20, 8, 31), LastUsed: at(20, 8, 31)},
		{ID: "b", LastFour: "K0ZD", State: roll.KeyNext, AddedAt: at(20, 8, 40), TriedAt: at(20, 8, 41), Tried: roll.KeyWorks},
		{ID: "c", LastFour: "M3XX", State: roll.KeyFormer, UsedUntil: at(20, 8, 31), LastUsed: at(20, 7, 55), TriedAt: at(20, 8, 41), Tried: "unauthorized"},
	}}
}

package part

import (
	"slices"

	"rollbook/web/language"
)

// KeptRolls describes unsaved rolls of one day on a tablet.
type KeptRolls struct {
	Count int
	// Taken lists the class and time of each.
	Taken string
	// Day is the day of the rolls, formatted for people; it is empty for today, when a PIN still saves them.
	Day string
}

func (k KeptRolls) text(w *language.Words) string {
	if k.Day == "" {
		return w.Count("tablets.rolls_waiting", k.Count, "Taken", k.Taken)
	}
	return w.Count("tablets.rolls_unsent", k.Count, "Day", k.Day, "Taken", k.Taken)
}

// areOver reports whether some of the rolls can no longer be sent.
func areOver(kept []KeptRolls) bool {
	return slices.ContainsFunc(kept, func(one KeptRolls) bool { return one.Day != "" })
}

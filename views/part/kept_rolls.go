package part

import "rollbook/web/language"

// KeptRolls are rolls of one day that wait on a tablet and that nobody has saved.
type KeptRolls struct {
	Count int
	// Day is the day of the rolls, as people read it; empty for today, when a PIN still saves them.
	Day string
}

func (k KeptRolls) text(w *language.Words) string {
	if k.Day == "" {
		return w.Count("tablets.rolls_waiting", k.Count)
	}
	return w.Count("tablets.rolls_unsent", k.Count, "Day", k.Day)
}

// areOver reports whether some of them cannot be sent any more.
func areOver(kept []KeptRolls) bool {
	for _, one := range kept {
		if one.Day != "" {
			return true
		}
	}
	return false
}

package part

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Held is the reason why a school's marks are kept until somebody has acted; empty where they go by
// themselves. Its words are in the catalogue as roll.held.HELD.
type Held string

// The reasons.
const (
	// HeldOthers: answers named other students, and an admin has to look.
	HeldOthers Held = "others"
	// HeldUnproven: the school's connection was not switched on yet.
	HeldUnproven Held = "unproven"
)

// HeldBy returns the reason why the connection holds marks.
func HeldBy(connection roll.Connection) Held {
	switch {
	case connection.Pause == roll.PausedStudents:
		return HeldOthers
	case connection.Unproven:
		return HeldUnproven
	}
	return ""
}

// underWay returns the key of the sentence about a mark that is on its way; empty where nothing holds it.
// A mark whose reply is missing is held by other students only: nobody keeps checking then.
func (h Held) underWay(outcome roll.Outcome) (key language.Key) {
	if h == "" || outcome == roll.Confirming && h != HeldOthers {
		return ""
	}
	return language.HeldKeys.Of(string(h))
}

// Count says of so many marks that they are on their way, or why they are kept.
func (h Held) Count(w *language.Words, marks int) string {
	if h == "" {
		return w.Count("roll.count_under_way", marks)
	}
	return w.Count(language.HeldCountKeys.Of(string(h)), marks)
}

package part

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Held is the reason why Rollbook keeps a school's marks until a person acts; it is empty if Rollbook sends
// them. Its words are in the catalogue as roll.held.HELD.
type Held string

// The reasons.
const (
	// HeldOthers: answers named other students, and an admin has to check.
	HeldOtherStudents Held = "others"
	// HeldUnproven: sending is not switched on yet.
	HeldUnproven Held = "unproven"
)

// HeldBy returns the reason why marks of the connection are kept.
func HeldBy(connection roll.Connection) Held {
	switch {
	case connection.Pause == roll.PausedStudents:
		return HeldOtherStudents
	case connection.Unproven:
		return HeldUnproven
	}
	return ""
}

// underWay returns the key of the sentence about a mark that is on its way; it is empty if nothing holds the
// mark. Only HeldOthers holds a mark with the outcome Confirming: Rollbook then stops checking for it.
func (h Held) underWay(outcome roll.Outcome) (key language.Key) {
	if h == "" || outcome == roll.Confirming && h != HeldOtherStudents {
		return ""
	}
	return language.HeldKeys.Of(string(h))
}

// Count returns the sentence about the number of marks on their way, or about the reason why they are kept.
func (h Held) Count(w *language.Words, marks int) string {
	if h == "" {
		return w.Count("roll.count_under_way", marks)
	}
	return w.Count(language.HeldCountKeys.Of(string(h)), marks)
}

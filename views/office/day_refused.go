package office

import (
	"rollbook/web/language"
	"rollbook/web/roll"
)

// RefusedTaps are taps of one class, day and reason that Rollbook refused. The office marks these students by
// hand and then posts press to Paths.DayRefused.
type RefusedTaps struct {
	Class, Tablet string
	Date          roll.Date
	// Day is Date in words.
	Day    string
	Reason roll.TapRefusal
	// OfRoll is true for the marks of a roll that the tablet stored.
	OfRoll   bool
	Students []TappedStudent
	Presses  []string
}

// TappedStudent is a student with the time of the tap, as Words.Clock writes it, or with the status of a
// roll.
type TappedStudent struct{ Name, Status, Clock string }

func (r *RefusedTaps) why(w *language.Words) string {
	return w.Text(language.TapRefusalKeys.Of(string(r.Reason)))
}

func (r *RefusedTaps) heading(w *language.Words) string {
	if r.OfRoll {
		return w.Count("day.refused_roll", len(r.Students), "Class", r.Class, "Day", r.Day, "Tablet", r.Tablet)
	}
	return w.Count("day.refused", len(r.Students), "Class", r.Class, "Day", r.Day, "Tablet", r.Tablet)
}

package office

import (
	"time"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// RefusedTaps are taps of one class, day and reason that Rollbook refused, or the marks of a roll that the
// tablet stored; the embedded one is the first. The office marks these students by hand and then posts press
// to Paths.DayRefused.
type RefusedTaps struct {
	roll.RefusedMark
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
	var key language.Key = "day.refused"
	if r.Status != "" {
		key = "day.refused_roll"
	}
	return w.Count(key, len(r.Students), "Class", r.Class, "Day", w.LongDate(r.Date.Noon(time.UTC)), "Tablet", r.Tablet)
}

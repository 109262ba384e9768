package part

import (
	"slices"
	"strconv"
	"time"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// HeatDay is one day of a month.
type HeatDay struct {
	Date roll.Date
	// Family and Letter are those of the status that the school system has. A mark that it
	// does not have yet has the letter "…" or "!" and no family; a day without any mark
	// has neither.
	Family roll.Family
	Letter string
	// Status is the status for which the letter stands.
	Status string
	// Future is true for a day that has not come yet.
	Future bool
	// Address leads to what happened on the day; empty for none.
	Address string
}

// Day is the day of the month, from 1.
func (d HeatDay) Day() int { return d.noon().Day() }

// Weekday is the day of the week.
func (d HeatDay) Weekday() time.Weekday { return d.noon().Weekday() }

func (d HeatDay) noon() time.Time { return d.Date.Noon(time.UTC) }

// Look returns the colours of the day; it tells apart a day that has not come yet, one that nobody
// recorded, and one of a weekend.
func (d HeatDay) Look() string {
	switch {
	case d.Future:
		return "future"
	case d.Letter == "" && (d.Weekday() == time.Saturday || d.Weekday() == time.Sunday):
		return "weekend"
	case d.Letter == "":
		return "none"
	case d.Family == "":
		return "f-unknown"
	}
	return "f-" + familyName(d.Family)
}

// Present reports whether the student was present: then a dot says enough.
func (d HeatDay) Present() bool { return d.Family == roll.Present }

// HeatWeekdays returns the days of the week that a month shows: Monday to Friday, and a day of the
// weekend only if somebody has a mark on one.
func HeatWeekdays(rows ...[]HeatDay) []time.Weekday {
	shown := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	for _, weekday := range []time.Weekday{time.Saturday, time.Sunday} {
		marked := func(day HeatDay) bool { return day.Letter != "" && day.Weekday() == weekday }
		if slices.ContainsFunc(rows, func(days []HeatDay) bool { return slices.ContainsFunc(days, marked) }) {
			shown = append(shown, weekday)
		}
	}
	return shown
}

// HeatWeeks arranges the days of a month in weeks from Monday on, each with one place for each of the
// weekdays; a place outside of the month has no date. A week without any day is left out.
func HeatWeeks(days []HeatDay, weekdays []time.Weekday) [][]HeatDay {
	var weeks [][]HeatDay
	week := make([]HeatDay, len(weekdays))
	begun := false
	for _, day := range days {
		if day.Weekday() == time.Monday && begun {
			weeks, week, begun = append(weeks, week), make([]HeatDay, len(weekdays)), false
		}
		if at := slices.Index(weekdays, day.Weekday()); at >= 0 {
			week[at], begun = day, true
		}
	}
	if begun {
		weeks = append(weeks, week)
	}
	return weeks
}

// HeatCount is a status with the number of days of a month on which it was given.
type HeatCount struct {
	HeatDay
	Days int
}

// HeatCounts counts how often each status was given, in the order in which they first were.
func HeatCounts(days []HeatDay) []HeatCount {
	var counts []HeatCount
	for _, day := range days {
		at := slices.IndexFunc(counts, func(c HeatCount) bool { return c.Status == day.Status })
		switch {
		case day.Status == "":
		case at < 0:
			counts = append(counts, HeatCount{day, 1})
		default:
			counts[at].Days++
		}
	}
	return counts
}

// HeatSummary tells the days in words: how often each status was given, in the order in which
// they first were, and on which days.
func HeatSummary(days []HeatDay, w *language.Words) string {
	text := ""
	for _, count := range HeatCounts(days) {
		on := ""
		for _, day := range days {
			if day.Status != count.Status {
				continue
			}
			if on != "" {
				on += ", "
			}
			on += strconv.Itoa(day.Day())
		}
		if text != "" {
			text += "; "
		}
		text += w.Text("month.of_status", "Status", count.Status, "Number", w.Number(count.Days), "Days", on)
	}
	if text == "" {
		return w.Text("month.no_marks")
	}
	return text
}

package part

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// HeatDay is one day of a month.
type HeatDay struct {
	Date roll.Date
	// Family and Letter are those of the status in the school system. A mark that is not there yet has the
	// letter "…" or "!" and no family; a day without a mark has neither.
	Family roll.Family
	Letter string
	// Status is the status that the letter represents.
	Status string
	// Future is true for a day after today.
	Future bool
	// Address is the address of the day's history; it may be empty.
	Address string
}

// Day returns the day of the month, from 1.
func (d HeatDay) Day() int { return d.noon().Day() }

// Weekday returns the day of the week.
func (d HeatDay) Weekday() time.Weekday { return d.noon().Weekday() }

func (d HeatDay) noon() time.Time { return d.Date.Noon(time.UTC) }

// Look returns the class of the day's colours; days in the future, days without a mark and days of a weekend
// have their own.
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

// Present reports whether the student was present; the page then shows a dot.
func (d HeatDay) Present() bool { return d.Family == roll.Present }

// HeatWeekdays returns the days of the week that a month shows: Monday to Friday, and Saturday or Sunday only
// if a row has a mark on one.
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

// HeatWeeks arranges the days of a month in weeks that start on Monday. Each week has one place for each of
// the weekdays; a place outside the month has no date. HeatWeeks omits a week without any day.
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

// HeatCount is a status with the number of days of a month that have it.
type HeatCount struct {
	HeatDay
	Days int
}

// HeatCounts counts the days of each status, in the order of its first day.
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

// HeatSummary describes the days in words: the number of days of each status, in the order of its first day,
// and their dates.
func HeatSummary(days []HeatDay, w *language.Words) string {
	var texts []string
	for _, count := range HeatCounts(days) {
		var on []string
		for _, day := range days {
			if day.Status == count.Status {
				on = append(on, strconv.Itoa(day.Day()))
			}
		}
		texts = append(texts, w.Text("month.of_status", "Status", count.Status, "Number", w.Number(count.Days), "Days", strings.Join(on, ", ")))
	}
	return cmp.Or(strings.Join(texts, "; "), w.Text("month.no_marks"))
}

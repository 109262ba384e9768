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

// Day returns the number of the day in the month, from 1.
func (d HeatDay) Day() string { return strconv.Itoa(d.noon().Day()) }

// Weekday returns the day of the week.
func (d HeatDay) Weekday() time.Weekday { return d.noon().Weekday() }

func (d HeatDay) noon() time.Time { return d.Date.Noon(time.UTC) }

// Look returns the class of the day's colours; days in the future, days without a mark and those on which the school is
// always closed have their own.
func (d HeatDay) Look(week roll.Week) string {
	switch {
	case d.Future:
		return "future"
	case d.Letter == "" && week.Closes(d.Weekday()):
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

// HeatWeekdays returns the days of the week that a month shows. It shows a closed day only if a row has a mark on one.
func HeatWeekdays(week roll.Week, rows ...[]HeatDay) []time.Weekday {
	return slices.DeleteFunc(slices.Clone(week.Days), func(weekday time.Weekday) bool {
		marked := func(day HeatDay) bool { return day.Letter != "" && day.Weekday() == weekday }
		return week.Closes(weekday) &&
			!slices.ContainsFunc(rows, func(days []HeatDay) bool { return slices.ContainsFunc(days, marked) })
	})
}

// HeatWeeks arranges the days of a month in weeks. Each week has one place for each of the weekdays, in their order; a
// place outside the month has no date. HeatWeeks omits a week without any day.
func HeatWeeks(days []HeatDay, weekdays []time.Weekday) [][]HeatDay {
	var weeks [][]HeatDay
	last := len(weekdays)
	for _, day := range days {
		at := slices.Index(weekdays, day.Weekday())
		if at < 0 {
			continue
		}
		if at <= last {
			weeks = append(weeks, make([]HeatDay, len(weekdays)))
		}
		weeks[len(weeks)-1][at], last = day, at
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
				on = append(on, day.Day())
			}
		}
		texts = append(texts, w.Text("month.of_status", "Status", count.Status, "Number", w.Number(count.Days), "Days",
			w.List(on)))
	}
	return cmp.Or(strings.Join(texts, "; "), w.Text("month.no_marks"))
}

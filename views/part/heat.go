package part

import (
	"strconv"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// heatCell is the side of a day in a heat map, in units of its drawing; heatInner is that of
// its square, heatText where its letter stands.
const (
	heatCell  = 20
	heatInner = 18
	heatText  = 14
)

// HeatDay is one day of a heat map.
type HeatDay struct {
	// Day is the day of the month, from 1.
	Day int
	// Family and Letter are those of the status that the school system has. A mark that it
	// does not have yet has the letter "…" or "!" and no family; a day without any mark
	// has neither.
	Family roll.Family
	Letter string
	// Status is what the letter stands for.
	Status string
}

// class is the colours of the day.
func (d HeatDay) class() string {
	switch {
	case d.Letter == "":
		return "none"
	case d.Family == "":
		return "f-unknown"
	}
	return "f-" + familyName(d.Family)
}

// place is where the n-th day begins, from 0.
func place(n int) string { return strconv.Itoa(n*heatCell + 1) }

// middle is the middle of the n-th day.
func middle(n int) string { return strconv.Itoa(n*heatCell + heatCell/2) }

// HeatSummary is the days in words: how often each status was given, in the order in which
// they first were, and on which days.
func HeatSummary(days []HeatDay, w *language.Words) string {
	var order []string
	on := make(map[string]string)
	count := make(map[string]int)
	for _, day := range days {
		if day.Status == "" {
			continue
		}
		if count[day.Status] == 0 {
			order = append(order, day.Status)
		} else {
			on[day.Status] += ", "
		}
		count[day.Status]++
		on[day.Status] += strconv.Itoa(day.Day)
	}
	text := ""
	for _, status := range order {
		if text != "" {
			text += "; "
		}
		text += w.Text("month.of_status", "Status", status, "Number", w.Number(count[status]), "Days", on[status])
	}
	if text == "" {
		return w.Text("month.no_marks")
	}
	return text
}

// heatWeeks is how many weeks the days of a month lie in.
func heatWeeks(days, lead int) int { return (lead + days + 6) / 7 }

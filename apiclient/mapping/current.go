package mapping

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/apiclient/document"
)

// datedNow returns the index of the shortest period that contains the date, of equally short ones the last, or -1.
// several is true when there are equally short ones.
func datedNow(periods []Item, date string) (at int, several bool) {
	at, shortest := -1, 0
	for i, period := range periods {
		switch days := daysAround(period, date); {
		case days == 0:
		case at < 0 || days <= shortest:
			at, shortest, several = i, days, days == shortest
		}
	}
	return at, several
}

// SaysNow reports whether a list of several periods says which one contains the date.
func SaysNow(periods []Item, date string) bool {
	at, several := datedNow(periods, date)
	return len(periods) < 2 || at >= 0 && !several || at < 0 && UndatedNow(periods, date) >= 0
}

// UndatedNow returns the index of the only period that the service calls current, otherwise of the only one without
// dates whose name has the school year of the date, otherwise -1.
func UndatedNow(periods []Item, date string) int {
	undated := func(period Item) bool { return period.Text(From) == "" && period.Text(To) == "" }
	isCurrent := func(p Item) bool { return p.Flag(Current) }
	at := slices.IndexFunc(periods, isCurrent)
	if at >= 0 && !slices.ContainsFunc(periods[at+1:], isCurrent) {
		return at
	}
	at = -1
	for i, period := range periods {
		if !undated(period) || !isYearOf(period.Text(Name), date) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// daysAround returns the length in days of a period that contains the date, 0 for any other period. A missing
// end does not limit it. It is 0 for a period that has neither.
func daysAround(period Item, date string) int {
	const open = 1 << 20
	from, to := period.Text(From), period.Text(To)
	if from == "" && to == "" || from > date || to != "" && to < date {
		return 0
	}
	first, firstErr := time.Parse(time.DateOnly, from)
	last, lastErr := time.Parse(time.DateOnly, to)
	if firstErr != nil || lastErr != nil {
		return open
	}
	return int(last.Sub(first)/(24*time.Hour)) + 1
}

var (
	schoolYear = regexp.MustCompile(`(?:^|\D)(?:20)?(\d\d) ?[-–/_ ] ?(?:20)?(\d\d)(?:\D|$)`)
	singleYear = regexp.MustCompile(`(?:^|\D)20(\d\d)(?:\D|$)`)
)

// yearIn returns the year, from 0 to 99, in which the school year of a name begins. single reports whether the
// name has one year only, such as Spring 2026.
func yearIn(name string) (year int, single, known bool) {
	if found := schoolYear.FindStringSubmatch(name); found != nil {
		first, _ := strconv.Atoi(found[1])
		second, _ := strconv.Atoi(found[2])
		if second == first+1 {
			return first, false, true
		}
	}
	if found := singleYear.FindStringSubmatch(name); found != nil {
		first, _ := strconv.Atoi(found[1])
		return first, true, true
	}
	return 0, false, false
}

// isYearOf reports whether the date lies in the school year of a name. A year such as 2026/27 begins in July.
func isYearOf(name, date string) bool {
	const begins = "-07"
	year, single, known := yearIn(name)
	if len(date) < len(time.DateOnly) || !known {
		return false
	}
	now, _ := strconv.Atoi(date[2:4])
	if !single && date[4:7] < begins {
		now--
	}
	return year == now
}

// SamePeriod reports whether two texts name the same school period: equal texts, or the same school year and
// nothing else, such as 2026/27, 2026-2027 and 2026.
func SamePeriod(one, other string) bool {
	if document.Fold(one) == document.Fold(other) {
		return one != ""
	}
	isYear := func(text string) bool { return strings.Trim(text, "0123456789-–/_ ") == "" }
	first, _, known := yearIn(one)
	second, _, alsoKnown := yearIn(other)
	return known && alsoKnown && first == second && isYear(one) && isYear(other)
}

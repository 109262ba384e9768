package language

import (
	"strconv"
	"strings"
	"time"
)

// The names of weekdays and months are catalogue entries, and so is the week, since x/text has neither. Weekdays are
// numbered from Sunday, 0.
var (
	weekdays = [7]Key{
		"date.sunday", "date.monday", "date.tuesday", "date.wednesday",
		"date.thursday", "date.friday", "date.saturday",
	}
	months = [12]Key{
		"date.january", "date.february", "date.march", "date.april", "date.may", "date.june",
		"date.july", "date.august", "date.september", "date.october", "date.november", "date.december",
	}
	shortWeekdays = [7]Key{
		"date.sun", "date.mon", "date.tue", "date.wed", "date.thu", "date.fri", "date.sat",
	}
	shortMonths = [12]Key{
		"date.jan", "date.feb", "date.mar", "date.apr", "date.may_short", "date.jun",
		"date.jul", "date.aug", "date.sep", "date.oct", "date.nov", "date.dec",
	}
)

// Clock formats the time of day in the time's own zone, such as 08:32.
func (w *Words) Clock(t time.Time) string { return t.Format(w.Text("date.clock")) }

// ClockIn formats the time of day of an instant in the zone, "" for none.
func (w *Words) ClockIn(instant time.Time, zone *time.Location) string {
	if instant.IsZero() {
		return ""
	}
	return w.Clock(instant.In(zone))
}

// LongDate formats the date in the time's own zone, such as Tuesday 18 November.
func (w *Words) LongDate(t time.Time) string {
	return w.Text("date.long", "Weekday", w.Text(weekdays[t.Weekday()]),
		"Day", strconv.Itoa(t.Day()), "Month", w.Text(months[t.Month()-1]))
}

// FullDate is LongDate with the year, such as Tuesday 18 November 2025.
func (w *Words) FullDate(t time.Time) string {
	return w.Text("date.full", "Date", w.LongDate(t), "Year", strconv.Itoa(t.Year()))
}

// ShortDate formats the date in the time's own zone, such as Thu 20 Nov.
func (w *Words) ShortDate(t time.Time) string {
	return w.Text("date.short", "Weekday", w.Text(shortWeekdays[t.Weekday()]),
		"Day", strconv.Itoa(t.Day()), "Month", w.ShortMonth(t))
}

// DayOfMonth formats the date in the time's own zone, such as 20 Nov.
func (w *Words) DayOfMonth(t time.Time) string {
	return w.Text("date.day", "Day", strconv.Itoa(t.Day()), "Month", w.ShortMonth(t))
}

// Numeric formats the date in the time's own zone in digits, such as 18/11/2025, as usual in tables of the
// language.
func (w *Words) Numeric(t time.Time) string { return t.Format(w.Text("date.numeric")) }

// Separator returns the column separator that spreadsheets of the language expect in a text.
func (w *Words) Separator() rune {
	for _, separator := range w.Text("date.separator") {
		return separator
	}
	return ','
}

// Month formats the month in the time's own zone, such as November 2025.
func (w *Words) Month(t time.Time) string {
	return w.Text("date.month", "Month", w.Text(months[t.Month()-1]), "Year", strconv.Itoa(t.Year()))
}

// Week returns the days of the week, from the one with which it begins where the language is spoken.
func (w *Words) Week() []time.Weekday {
	first := int(w.Text("date.week_begins")[0] - '0')
	days := make([]time.Weekday, len(weekdays))
	for i := range days {
		days[i] = time.Weekday((first + i) % len(days))
	}
	return days
}

// IsWeekend reports whether schools are usually closed on the day of the week where the language is spoken.
func (w *Words) IsWeekend(day time.Weekday) bool {
	return strings.Contains(w.Text("date.weekend"), strconv.Itoa(int(day)))
}

// List joins the items of a list.
func (w *Words) List(items []string) string { return strings.Join(items, w.Text("date.list")) }

// ShortWeekday returns the day of the week, such as Thu.
func (w *Words) ShortWeekday(day time.Weekday) string { return w.Text(shortWeekdays[day]) }

// ShortMonth returns the name of the month, such as Nov.
func (w *Words) ShortMonth(t time.Time) string { return w.Text(shortMonths[t.Month()-1]) }

// Weekday returns the day of the week, such as Thursday.
func (w *Words) Weekday(day time.Weekday) string { return w.Text(weekdays[day]) }

// Span formats a duration in its largest whole unit, rounded down: 40 seconds, 12 minutes, 3 hours, 2 days. A
// negative span counts as zero.
func (w *Words) Span(d time.Duration) string {
	switch d = max(d, 0); {
	case d < time.Minute:
		return w.Count("date.seconds", int(d/time.Second))
	case d < time.Hour:
		return w.Count("date.minutes", int(d/time.Minute))
	case d < 48*time.Hour:
		return w.Count("date.hours", int(d/time.Hour))
	default:
		return w.Count("date.days", int(d/(24*time.Hour)))
	}
}

package document

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// IsNoDate reports whether a value in the place of a date means that there is none: an empty value, -1, zeros such as
// 0000-00-00, or a day before 1980, such as 0001-01-01.
func IsNoDate(value any) bool {
	const earliest = "1980"
	text, err := Text(value)
	if err != nil {
		return false
	}
	_, day, err := Dates(value)
	return strings.Trim(text, "0-/.: T") == "" || text == "-1" || err == nil && day < earliest
}

// Date reads a calendar date in any usual form and returns it as YYYY-MM-DD. A date that can be two days, such as
// 03/04/2026, is an error ([Dates] reads it). For a timestamp it returns the date as written. For seconds or
// milliseconds since 1970 it returns the date of the nearest midnight, since such numbers mean midnight in the
// school's zone; the last second of a day belongs to that day. It reads /Date(1790812800000)/, as .NET writes it,
// as such a number. It returns "" for absent, null and "".
func Date(value any) (string, error) {
	earliest, latest, err := Dates(value)
	if err == nil && earliest != latest {
		err = errNoDate
	}
	if err != nil {
		return "", err
	}
	return latest, nil
}

// Dates reads a date as [Date] does. Earliest and latest differ when it can be two days.
func Dates(value any) (earliest, latest string, err error) {
	text, isText := value.(string)
	if inside, isWrapped := strings.CutPrefix(text, "/Date("); isWrapped {
		digits := inside[:max(0, strings.IndexFunc(inside, func(r rune) bool { return r < '0' || r > '9' }))]
		value = json.Number(digits) // an offset after it only gives the writer's zone
	}
	number, isNumber := value.(json.Number)
	switch {
	case isNumber && len(number) == len(compact):
		return written8(number.String())
	case isNumber:
		day, err := epochDate(number)
		return day, day, err
	case value == nil, isText && text == "":
		return "", "", nil
	case !isText:
		return "", "", errNoDate
	}
	return writtenDate(strings.TrimSpace(text))
}

// compact is the layout of a date without separators.
const compact = "20060102"

func written8(digits string) (earliest, latest string, err error) {
	const forever = 9999
	at, err := time.Parse(compact, digits)
	if err != nil || at.Year() < 1900 || at.Year() > 2100 && at.Year() != forever {
		return "", "", errNoDate
	}
	return at.Format(time.DateOnly), at.Format(time.DateOnly), nil
}

var (
	weekday = regexp.MustCompile(`^(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +`)
	clock   = regexp.MustCompile(`[ T]+\d{1,2}:\d\d.*$`)
	rest    = regexp.MustCompile(`[ T,].*$`)
)

// writtenDate reads a text. With points the day comes first; with slashes the day or the month can.
func writtenDate(text string) (earliest, latest string, err error) {
	const longest = 100
	if len(text) > longest || !strings.ContainsAny(text, "0123456789") {
		return "", "", errNoDate
	}
	if IsDate(text) {
		return text, text, nil
	}
	if len(text) == len(compact) && strings.Trim(text, "0123456789") == "" {
		return written8(text)
	}
	named := strings.ReplaceAll(clock.ReplaceAllString(weekday.ReplaceAllString(text, ""), ""), ",", "")
	texts := []string{rest.ReplaceAllString(text, ""), named}
	days := readBy(texts, "2.1.2006")
	if len(days) == 0 {
		days = readBy(texts, time.DateOnly, "2/1/2006", "1/2/2006", "2-1-2006", "1-2-2006", "1.2.2006", "2006/1/2",
			"2006.1.2", "2 Jan 2006", "2-Jan-2006", "2 January 2006", "Jan 2 2006", "January 2 2006", "2-Jan-06")
	}
	if len(days) == 0 {
		return "", "", errNoDate
	}
	return slices.Min(days), slices.Max(days), nil
}

// readBy returns the days that the texts are by the layouts.
func readBy(texts []string, layouts ...string) (days []string) {
	for _, text := range texts {
		for _, layout := range layouts {
			if at, err := time.Parse(layout, text); err == nil {
				days = append(days, at.Format(time.DateOnly))
			}
		}
	}
	return days
}

// epochDate reads dates from 1980 to 2100.
func epochDate(number json.Number) (string, error) {
	const first, last, half = 315532800, 4102444800, 12 * time.Hour
	count, err := strconv.ParseInt(number.String(), 10, 64)
	if err != nil {
		return "", errNoDate
	}
	if count >= first*1000 {
		count /= 1000
	}
	if count < first || count > last {
		return "", errNoDate
	}
	at := time.Unix(count, 0).UTC().Add(half)
	if at.Second() == 59 {
		at = at.Add(time.Second - 2*half) // the end of the day before the nearest midnight
	}
	return at.Format(time.DateOnly), nil
}

// IsDate reports whether a text is a calendar date YYYY-MM-DD and nothing more.
func IsDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

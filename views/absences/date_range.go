package absences

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DateRangeView is the page that marks one student on a range of dates at once.
type DateRangeView struct {
	layout.Page
	Enrolment roll.EnrolmentID
	Student   string
	Class     string
	From, To  roll.Date
	// Earliest and Latest are the first and last dates that may be marked.
	Earliest, Latest roll.Date
	Statuses         []roll.Status
	// Status is that of a refused press; otherwise 0.
	Status roll.StatusID
	Reason *layout.Reason
	// Days are the dates of the range in order; it is empty for an invalid range.
	Days []DateRow
}

// DateRow is one date of the range.
type DateRow struct {
	Day    DateToken
	Ticked bool
	// Cell is the date's mark, Change its last change.
	Cell   part.Cell
	Change part.Change
	// Closing reports whether the school is closed on the date.
	Closing roll.Closing
}

// DateToken is the value of a date's checkbox (field "day"): the date, the token of its save, and the version
// of the mark on the page.
type DateToken struct {
	Date  roll.Date
	Token roll.Token
	Seen  int64
}

// String returns the field's value.
func (d DateToken) String() string {
	return string(d.Date) + " " + string(d.Token) + " " + strconv.FormatInt(d.Seen, 10)
}

// ParseDateToken parses what String wrote; it does not check the token.
func ParseDateToken(text string) (DateToken, error) {
	date, rest, _ := strings.Cut(text, " ")
	token, seen, ok := strings.Cut(rest, " ")
	if !ok {
		return DateToken{}, fmt.Errorf("%q is not a date, a token and a version", text)
	}
	parsed, err := roll.ParseDate(date)
	if err != nil {
		return DateToken{}, fmt.Errorf("read the date of a day: %w", err)
	}
	version, err := strconv.ParseInt(seen, 10, 64)
	if err != nil {
		return DateToken{}, fmt.Errorf("read the version of a day: %w", err)
	}
	return DateToken{Date: parsed, Token: roll.Token(token), Seen: version}, nil
}

// closed returns the words beside a date when the school is closed.
func (v *DateRangeView) closed(day DateRow) string {
	switch {
	case !day.Closing.Closed:
		return ""
	case day.Closing.Name == "":
		return v.Words.Text("range.closed")
	}
	return v.Words.Text("range.closed_for", "Name", day.Closing.Name)
}

// marked returns the dates with a mark.
func (v *DateRangeView) marked() []DateRow {
	return slices.DeleteFunc(slices.Clone(v.Days), func(day DateRow) bool { return day.Cell.Outcome == roll.None })
}

func (v *DateRangeView) count(match func(roll.Outcome) bool) int {
	count := 0
	for _, day := range v.Days {
		if match(day.Cell.Outcome) {
			count++
		}
	}
	return count
}

// with counts the dates whose mark has the outcome.
func (v *DateRangeView) with(one roll.Outcome) int {
	return v.count(func(outcome roll.Outcome) bool { return outcome == one })
}

func (v *DateRangeView) date(date roll.Date) string { return v.Words.FullDate(date.Noon(time.UTC)) }

func (v *DateRangeView) address() string {
	return v.Paths.To(paths.Days, v.School.ID, v.Enrolment, v.From, v.To)
}

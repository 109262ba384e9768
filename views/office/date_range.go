package office

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// DateRangeView is one student over a range of dates, to be marked at once.
type DateRangeView struct {
	layout.Page
	Enrolment roll.EnrolmentID
	Student   string
	Class     string
	From, To  roll.Date
	// Earliest and Latest are the dates that may be marked.
	Earliest, Latest roll.Date
	Statuses         []roll.Status
	// Status and Reason are kept from a press that was not accepted; 0 and empty otherwise.
	Status roll.StatusID
	Reason string
	// Problem says what was wrong with the press; it may be empty.
	Problem string
	// Days are the dates of the range in order; none where the range cannot be meant.
	Days []DateRow
}

// DateRow is one date of the range.
type DateRow struct {
	Day    DateToken
	Ticked bool
	// Cell is the mark of the date, Change the last change to it.
	Cell   part.Cell
	Change part.Change
	// Closed tells that the school is closed on the date, ClosedFor why, where it says so.
	Closed    bool
	ClosedFor string
	// Save leads to the page of the save that it belongs to; empty where there is none.
	Save roll.Token
}

// DateToken is the value that the tick of a date sends (field "day"): the date, the token of its save,
// and the version of the mark that the person was shown.
type DateToken struct {
	Date  roll.Date
	Token roll.Token
	Seen  int64
}

// String returns the field's value.
func (d DateToken) String() string {
	return string(d.Date) + " " + string(d.Token) + " " + strconv.FormatInt(d.Seen, 10)
}

// ParseDateToken reads what String wrote; the token is not looked at.
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

// closed says beside a date that the school is closed.
func (v *DateRangeView) closed(day DateRow) string {
	switch {
	case !day.Closed:
		return ""
	case day.ClosedFor == "":
		return v.Words.Text("range.closed")
	}
	return v.Words.Text("range.closed_for", "Name", day.ClosedFor)
}

// marked returns the dates that have a mark.
func (v *DateRangeView) marked() []DateRow {
	return slices.DeleteFunc(slices.Clone(v.Days), func(day DateRow) bool { return day.Cell.Outcome == roll.None })
}

func (v *DateRangeView) count(is func(roll.Outcome) bool) int {
	count := 0
	for _, day := range v.Days {
		if is(day.Cell.Outcome) {
			count++
		}
	}
	return count
}

// with counts the dates whose mark has the outcome.
func (v *DateRangeView) with(one roll.Outcome) int {
	return v.count(func(outcome roll.Outcome) bool { return outcome == one })
}

// past reports whether any of the dates needs a reason.
func (v *DateRangeView) past() bool { return v.From < v.Latest }

func (v *DateRangeView) date(date roll.Date) string { return v.Words.FullDate(date.Noon(time.UTC)) }

func (v *DateRangeView) address() string {
	return v.Paths.Days(string(v.School.ID), v.Enrolment.String(), string(v.From), string(v.To))
}

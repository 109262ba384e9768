package views

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/part"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DaysView is one student over a range of dates, to be marked at once.
type DaysView struct {
	Page
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
	// Problem is what was wrong with the press; it may be empty.
	Problem string
	// Days are the dates of the range in order; none where the range cannot be meant.
	Days []DayRow
}

// DayRow is one date of the range.
type DayRow struct {
	Day    DayToken
	Ticked bool
	// Cell is what stands there.
	Cell part.Cell
	// Save leads to the page of the save that it belongs to; empty where there is none.
	Save roll.Token
}

// DayToken is what the tick of a date sends (field "day"): the date, the token of its save,
// and the version of the mark that the person was shown.
type DayToken struct {
	Date  roll.Date
	Token roll.Token
	Seen  int64
}

// String is the field's value.
func (d DayToken) String() string {
	return string(d.Date) + " " + string(d.Token) + " " + strconv.FormatInt(d.Seen, 10)
}

// ParseDayToken reads what String wrote; the token is not looked at.
func ParseDayToken(text string) (DayToken, error) {
	date, rest, _ := strings.Cut(text, " ")
	token, seen, ok := strings.Cut(rest, " ")
	if !ok {
		return DayToken{}, fmt.Errorf("%q is not a date, a token and a version", text)
	}
	parsed, err := roll.ParseDate(date)
	if err != nil {
		return DayToken{}, fmt.Errorf("read the date of a day: %w", err)
	}
	version, err := strconv.ParseInt(seen, 10, 64)
	if err != nil {
		return DayToken{}, fmt.Errorf("read the version of a day: %w", err)
	}
	return DayToken{Date: parsed, Token: roll.Token(token), Seen: version}, nil
}

// marked are the dates that have a mark.
func (v *DaysView) marked() []DayRow {
	var marked []DayRow
	for _, day := range v.Days {
		if day.Cell.Outcome != roll.None {
			marked = append(marked, day)
		}
	}
	return marked
}

func (v *DaysView) count(outcomes ...roll.Outcome) int {
	count := 0
	for _, day := range v.Days {
		for _, outcome := range outcomes {
			if day.Cell.Outcome == outcome {
				count++
			}
		}
	}
	return count
}

// past tells whether any of the dates needs a reason.
func (v *DaysView) past() bool { return v.From < v.Latest }

func (v *DaysView) date(date roll.Date) string { return v.Words.FullDate(date.Noon(time.UTC)) }

func (v *DaysView) address() string {
	return v.Paths.Days(string(v.School.ID), v.Enrolment.String(), string(v.From), string(v.To))
}

// history is the address of all that happened to the mark of a date.
func (v *DaysView) history(date roll.Date) string {
	return v.Paths.History(string(v.School.ID), v.Enrolment.String(), string(date))
}

// rollOn is the student's class on the date.
func (v *DaysView) rollOn(date roll.Date) string {
	return v.Paths.Roll(string(v.School.ID), paths.RollQuery{Class: v.Class, Date: string(date)})
}

// renewal asks for the outcomes again while one is on its way.
func (v *DaysView) renewal() templ.Attributes {
	if v.count(roll.Waiting, roll.Confirming) == 0 {
		return nil
	}
	return templ.Attributes{"hx-get": v.address(), "hx-trigger": "every 3s", "hx-select": "#days", "hx-swap": "outerHTML"}
}

package absences

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
)

// Questions are the decisions that the office makes before absences are kept.
type Questions struct {
	// Overlaps are the absences of the students that share days with the new ones.
	Overlaps []Overlap
	// Late are the days of the new absences that are over, and Days the tokens of their saves by date.
	Late []LateDay
	Days []DateToken
	// TooOld says that other days which are over cannot be corrected; it may be empty.
	TooOld string
}

// Any reports whether there is a question.
func (q *Questions) Any() bool { return len(q.Overlaps)+len(q.Late) > 0 }

// Overlap is an absence that shares days with a new one, and the question about it.
type Overlap struct {
	ID   roll.KnownID
	Text string
}

// LateDay is a student on a day that is over, with another mark than the absence.
type LateDay struct {
	LateMark
	Name string
	// From is the mark's status, To that of the absence.
	From, To string
	Ticked   bool
}

// LateMark is the value of the fields asked and correct: the mark of a student on a date that the page shows.
type LateMark struct {
	Date      roll.Date
	Enrolment roll.EnrolmentID
	Seen      int64
}

// String returns the field's value.
func (l LateMark) String() string {
	return string(l.Date) + " " + l.Enrolment.String() + " " + strconv.FormatInt(l.Seen, 10)
}

// ParseLateMark parses what String wrote.
func ParseLateMark(text string) (mark LateMark, err error) {
	parts := strings.Split(text, " ")
	if len(parts) != 3 {
		return mark, fmt.Errorf("%q is not a date, a student and a version", text)
	}
	if mark.Date, err = roll.ParseDate(parts[0]); err != nil {
		return mark, fmt.Errorf("read the date of a mark: %w", err)
	}
	if mark.Enrolment, err = roll.ParseEnrolmentID(parts[1]); err != nil {
		return mark, fmt.Errorf("read the student of a mark: %w", err)
	}
	if mark.Seen, err = strconv.ParseInt(parts[2], 10, 64); err != nil {
		return mark, fmt.Errorf("read the version of a mark: %w", err)
	}
	return mark, nil
}

// keep returns the text of the button that keeps absences, text unless it changes others.
func (v *KnownView) keep(text string) string {
	if len(v.Questions.Overlaps) > 0 {
		return v.Words.Text("known.change_it")
	}
	return text
}

// late describes a day that is over, with its mark and that of the absence.
func (v *KnownView) late(day LateDay) string {
	return v.Words.ShortDate(day.Date.Noon(time.UTC)) + " · " + day.Name + " · " +
		v.Words.Text("known.correct", "From", day.From, "To", day.To)
}

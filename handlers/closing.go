package handlers

import (
	"context"

	"rollbook/web/roll"
)

// Closings tell on which dates a school is closed.
type Closings interface {
	Closing(ctx context.Context, school roll.SchoolID, date roll.Date) (roll.Closing, error)
}

// closingOn is whether the school is closed on the date; most schools need not be asked.
func closingOn(v *visit, closings Closings, date roll.Date) (roll.Closing, error) {
	if !v.school.HasClosings {
		return roll.Closing{}, nil
	}
	return closings.Closing(v.ctx, v.school.ID, date)
}

// closedText says that the school is closed on the date, and why; empty where it is open.
func closedText(v *visit, closings Closings, date roll.Date) (string, error) {
	closing, err := closingOn(v, closings, date)
	if err != nil || !closing.Closed {
		return "", err
	}
	said := v.words.LongDate(date.Noon(v.school.Zone))
	if closing.Name == "" {
		return v.words.Text("calendar.closed", "Date", said), nil
	}
	return v.words.Text("calendar.closed_for", "Date", said, "Name", closing.Name), nil
}

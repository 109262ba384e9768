package visit

import (
	"context"

	"rollbook/web/roll"
)

// Closings tell on which dates a school is closed.
type Closings interface {
	Closing(ctx context.Context, school roll.SchoolID, date roll.Date) (roll.Closing, error)
}

// ClosingOn is whether the school is closed on the date; most schools need not be asked.
func ClosingOn(v *Visit, closings Closings, date roll.Date) (roll.Closing, error) {
	if !v.School.HasClosings {
		return roll.Closing{}, nil
	}
	return closings.Closing(v.Ctx, v.School.ID, date)
}

// ClosedText says that the school is closed on the date, and why; empty where it is open.
func ClosedText(v *Visit, closings Closings, date roll.Date) (string, error) {
	closing, err := ClosingOn(v, closings, date)
	if err != nil || !closing.Closed {
		return "", err
	}
	said := v.Words.LongDate(date.Noon(v.School.Zone))
	if closing.Name == "" {
		return v.Words.Text("calendar.closed", "Date", said), nil
	}
	return v.Words.Text("calendar.closed_for", "Date", said, "Name", closing.Name), nil
}

package visit

import (
	"rollbook/web/roll"
)

// ClosingOn reports whether the school is closed on the date. A school without closings costs no query.
func (s *Shell) ClosingOn(v *Visit, date roll.Date) (roll.Closing, error) {
	if !v.School.HasClosings {
		return roll.Closing{}, nil
	}
	return s.store.Closing(v.Ctx, v.School.ID, date)
}

// ClosedText returns a sentence that the school is closed on the date, with the reason, or "" when it is
// open.
func (s *Shell) ClosedText(v *Visit, date roll.Date) (string, error) {
	closing, err := s.ClosingOn(v, date)
	if err != nil || !closing.Closed {
		return "", err
	}
	said := v.Words.LongDate(date.Noon(v.School.Zone))
	if closing.Name == "" {
		return v.Words.Text("calendar.closed", "Date", said), nil
	}
	return v.Words.Text("calendar.closed_for", "Date", said, "Name", closing.Name), nil
}

package visit

import (
	"slices"
	"time"

	"rollbook/web/roll"
)

// ClosingOn reports whether the school is closed on the date. A school without closings costs no query.
func (v *Visit) ClosingOn(date roll.Date) (roll.Closing, error) {
	if !v.School.HasClosings {
		return roll.Closing{}, nil
	}
	return v.services.store.Closing(v.Ctx, v.School.ID, date)
}

// ClosedText returns a sentence that the school is closed on the date, with the reason, or "" when it is
// open (Keep).
func (v *Visit) ClosedText(date roll.Date) string {
	closing, err := v.ClosingOn(date)
	v.Keep(err)
	day := v.Words.LongDate(date.Noon(v.School.Zone))
	switch {
	case !closing.Closed:
		return ""
	case closing.Name == "":
		return v.Words.Text("calendar.closed", "Date", day)
	}
	return v.Words.Text("calendar.closed_for", "Date", day, "Name", closing.Name)
}

// Week returns the school's week. Where the school has not said when it is closed, it is that of the page's language
// (Keep).
func (v *Visit) Week() roll.Week {
	usual := roll.Week{Days: v.Words.Week()}
	usual.Closed = slices.DeleteFunc(slices.Clone(usual.Days), func(day time.Weekday) bool { return !v.Words.IsWeekend(day) })
	if !v.School.HasClosings {
		return usual
	}
	return Read(v, v.services.store.Calendar).Week(usual)
}

package visit

import (
	"cmp"
	"slices"
	"time"

	"rollbook/views/layout"
	"rollbook/web/identity/auth"
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
	closing := Checked(v.ClosingOn(date))(v)
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
	if !v.School.HasClosings {
		return v.usualWeek()
	}
	return Read(v, v.services.store.Calendar).Week(v.usualWeek())
}

// usualWeek returns the week of schools where the page's language is spoken.
func (v *Visit) usualWeek() roll.Week {
	week := roll.Week{Days: v.Words.Week()}
	isOpen := func(day time.Weekday) bool { return !v.Words.IsWeekend(day) }
	week.Closed = slices.DeleteFunc(slices.Clone(week.Days), isOpen)
	return week
}

// warnedDays is the number of days before which the office reads that no school year contains a day.
const warnedDays = 14

// addYear adds the sentences about the school year of the page's day: that the office opened it on purpose, and for the
// office, that none contains the day, or one of the next days. A page is shown without them if they cannot be read.
func (v *Visit) addYear(page *layout.Page) {
	periods, age, err := v.services.rosters.Periods(v.Ctx, v.School)
	if err != nil || age.ReadAt.IsZero() || len(periods) == 0 {
		return
	}
	today := v.Today()
	date := cmp.Or(v.otherDay(), today)
	on, err := roll.PeriodOn(periods, date, v.Device.Visit(v.School.ID).Period)
	switch {
	case err == nil && !on.Contains(date):
		page.Opened = v.Words.Text("year.opened", "Name", on.Name, "Date", v.longDate(date))
	case !v.May(auth.SeeDay) && !v.May(auth.SeeConnection):
	case err != nil && date == today:
		page.NotOpen = v.Words.Text("year.none_today") + " " + v.nearest(periods, date)
	case err != nil:
		page.NotOpen = v.Words.Text("year.none", "Date", v.longDate(date)) + " " + v.nearest(periods, date)
	case date == today:
		if coming := v.firstWithout(periods, today); coming != "" {
			page.NotOpen = v.Words.Text("year.none", "Date", v.longDate(coming)) + " " + v.Words.Text("year.add")
		}
	}
}

// firstWithout returns the first of the next days that no period contains and on which the school is open, or "".
func (v *Visit) firstWithout(periods []roll.Period, today roll.Date) roll.Date {
	var calendar *roll.Calendar
	for days := 1; days <= warnedDays; days++ {
		date := today.AddDays(days)
		if _, err := roll.PeriodOn(periods, date); err == nil {
			continue
		}
		if calendar == nil {
			read, err := v.services.store.Calendar(v.Ctx, v.School.ID)
			if err != nil {
				return ""
			}
			calendar = &read
		}
		week := calendar.Week(v.usualWeek())
		if !calendar.Closes(date) && !week.Closes(date.Noon(time.UTC).Weekday()) {
			return date
		}
	}
	return ""
}

// nearest says when the period nearest to the date ended or begins.
func (v *Visit) nearest(periods []roll.Period, date roll.Date) string {
	period, err := roll.NearestPeriod(periods, date)
	switch {
	case err != nil:
		return ""
	case period.Starts > date:
		return v.Words.Text("year.begins", "Name", period.Name, "Date", v.longDate(period.Starts))
	}
	return v.Words.Text("year.ended", "Name", period.Name, "Date", v.longDate(period.Ends))
}

// longDate formats a date in words.
func (v *Visit) longDate(date roll.Date) string { return v.Words.FullDate(date.Noon(v.School.Zone)) }

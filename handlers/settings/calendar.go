package settings

import (
	"cmp"
	"crypto/rand"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// CalendarPage is the page of a school's closed days.
type CalendarPage struct{ base }

// Get shows the calendar, with the range of a refused press.
func (c *CalendarPage) Get(v *visit.Visit) error {
	calendar := visit.Read(v, c.store.Calendar)
	return c.pages.Show(v, settings.Calendar(&settings.CalendarView{
		Page: c.page(v), Weekdays: calendar.Weekdays, Ranges: calendar.Ranges, Typed: rangeOf(v),
	}))
}

func (c *CalendarPage) after(v *visit.Visit, err error) error {
	return c.changed(v, err, "calendar", "calendar", c.Get)
}

// rangeOf returns the range of the form.
func rangeOf(v *visit.Visit) roll.ClosedDays {
	form := v.Request().PostForm
	return roll.ClosedDays{Name: strings.TrimSpace(form.Get("name")), Starts: roll.Date(form.Get("starts")),
		Ends: roll.Date(form.Get("ends"))}
}

// Weekdays stores the days of the week when the school is closed.
func (c *CalendarPage) Weekdays(v *visit.Visit) error {
	var days []time.Weekday
	for _, text := range v.Request().PostForm["weekday"] {
		day, err := strconv.Atoi(text)
		if err != nil || day < 0 || day > 6 || slices.Contains(days, time.Weekday(day)) {
			return roll.Problem(roll.Malformed, "problem.what.400")
		}
		days = append(days, time.Weekday(day))
	}
	return c.after(v, c.store.SetClosedWeekdays(v.Ctx, v.School.ID, days))
}

// Add adds a range of closed days.
func (c *CalendarPage) Add(v *visit.Visit) error {
	calendar, err := c.store.Calendar(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	days := rangeOf(v)
	days.ID, days.Ends = rand.Text(), cmp.Or(days.Ends, days.Starts)
	if err = rangeProblem(days); err == nil && len(calendar.Ranges) >= roll.CalendarRanges {
		err = roll.Problem(roll.Meaningless, "calendar.problem.too_many")
	}
	if err == nil {
		err = c.store.AddClosedDays(v.Ctx, v.School.ID, days)
	}
	return c.after(v, err)
}

// rangeProblem returns the problem of a typed range.
func rangeProblem(days roll.ClosedDays) error {
	_, first := roll.ParseDate(string(days.Starts))
	_, last := roll.ParseDate(string(days.Ends))
	switch {
	case first != nil || last != nil:
		return roll.Problem(roll.Malformed, "calendar.problem.date")
	case days.Name == "":
		return roll.Problem(roll.Meaningless, "calendar.problem.no_name")
	case utf8.RuneCountInString(days.Name) > roll.CalendarName:
		return roll.Problem(roll.Meaningless, "calendar.problem.long_name")
	case days.Starts > days.Ends:
		return roll.Problem(roll.Meaningless, "calendar.problem.reversed")
	case days.Starts.DaysUntil(days.Ends) >= roll.CalendarDays:
		return roll.Problem(roll.Meaningless, "calendar.problem.too_long")
	}
	return nil
}

// Remove removes a range of closed days.
func (c *CalendarPage) Remove(v *visit.Visit) error {
	return c.after(v, c.store.DropClosedDays(v.Ctx, v.School.ID, v.Param("range")))
}

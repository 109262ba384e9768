package settings

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// CalendarPage is the page of a school's closed days.
type CalendarPage struct {
	pages *visit.Pages
	store *store.Store
}

// Get shows the calendar.
func (c *CalendarPage) Get(v *visit.Visit) error {
	return c.show(v, http.StatusOK, roll.ClosedDays{}, "")
}

// show shows the calendar, with the typed range and its problem.
func (c *CalendarPage) show(v *visit.Visit, status int, typed roll.ClosedDays, problem string) error {
	calendar, err := c.store.Calendar(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	view := &settings.CalendarView{
		Page: c.pages.OfficePage(v, "", layout.NavSettings), Typed: typed, Problem: problem, Kept: v.QueryParam("kept") != "",
		Ranges: calendar.Ranges,
	}
	for _, weekday := range v.Words.Week() {
		view.Weekdays = append(view.Weekdays, settings.CalendarWeekday{
			Day: weekday, Name: v.Words.Weekday(weekday), Closed: slices.Contains(calendar.Weekdays, weekday),
		})
	}
	return c.pages.Render(v, status, settings.Calendar(view))
}

// kept shows the changed calendar, or returns the error of the change.
func (c *CalendarPage) kept(v *visit.Visit, err error) error {
	return visit.Done(v, err, c.pages.Paths.Settings(string(v.School.ID), "calendar")+"?kept=1")
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
	return c.kept(v, c.store.SetClosedWeekdays(v.Ctx, v.School.ID, days))
}

// Add adds a range of closed days.
func (c *CalendarPage) Add(v *visit.Visit) error {
	form := v.Request().PostForm
	days := roll.ClosedDays{
		ID: rand.Text(), Name: strings.TrimSpace(form.Get("name")), Starts: roll.Date(form.Get("starts")), Ends: roll.Date(form.Get("ends")),
	}
	days.Ends = cmp.Or(days.Ends, days.Starts)
	status, problem := rangeProblem(days)
	if problem == "" {
		calendar, err := c.store.Calendar(v.Ctx, v.School.ID)
		if err != nil {
			return err
		}
		if len(calendar.Ranges) >= roll.CalendarRanges {
			status, problem = http.StatusUnprocessableEntity, "calendar.problem.too_many"
		}
	}
	if problem != "" {
		return c.show(v, status, days, v.Words.Text(problem))
	}
	return c.kept(v, c.store.AddClosedDays(v.Ctx, v.School.ID, days))
}

// rangeProblem returns the problem of a typed range, or "".
func rangeProblem(days roll.ClosedDays) (status int, problem language.Key) {
	_, first := roll.ParseDate(string(days.Starts))
	_, last := roll.ParseDate(string(days.Ends))
	switch {
	case first != nil || last != nil:
		return http.StatusBadRequest, "calendar.problem.date"
	case days.Name == "":
		return http.StatusUnprocessableEntity, "calendar.problem.no_name"
	case utf8.RuneCountInString(days.Name) > roll.CalendarName:
		return http.StatusUnprocessableEntity, "calendar.problem.long_name"
	case days.Starts > days.Ends:
		return http.StatusUnprocessableEntity, "calendar.problem.reversed"
	case days.Starts.DaysUntil(days.Ends) >= roll.CalendarDays:
		return http.StatusUnprocessableEntity, "calendar.problem.too_long"
	}
	return 0, ""
}

// Remove removes a range of closed days.
func (c *CalendarPage) Remove(v *visit.Visit) error {
	return c.kept(v, c.store.DropClosedDays(v.Ctx, v.School.ID, v.Param("range")))
}

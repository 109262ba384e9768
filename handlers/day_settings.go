package handlers

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/roll"
)

// DaySettings keeps what a school says of its days.
type DaySettings interface {
	SetRollsDue(ctx context.Context, school roll.SchoolID, due roll.TimeOfDay) error
	SetPastDays(ctx context.Context, school roll.SchoolID, days int) error
}

// daySettingsPage is the page on which a school says by when rolls are taken, and how far back
// they may be corrected.
type daySettingsPage struct {
	*shell
	store DaySettings
}

func (d *daySettingsPage) get(v *visit) error {
	view := d.view(v, string(v.school.RollsDue), strconv.Itoa(v.school.PastDays))
	view.Kept = v.QueryParam("kept") != ""
	return d.render(v, http.StatusOK, views.DaySettings(view))
}

func (d *daySettingsPage) view(v *visit, due, past string) *views.DaySettingsView {
	return &views.DaySettingsView{Page: d.officePage(v, v.words.Text("day.settings.title"), views.NavSettings), Due: due, Past: past}
}

// furthestBack is the most days that a school may let its office correct.
const furthestBack = 366

// post stores both; an empty time has no roll be overdue, a field that is missing changes
// nothing.
func (d *daySettingsPage) post(v *visit) error {
	form := v.Request().PostForm
	text, err := web.Single(form, "due")
	if err != nil {
		return err
	}
	past, err := web.Single(form, "past")
	if err != nil {
		return err
	}
	text, past = strings.TrimSpace(text), strings.TrimSpace(past)
	if !form.Has("due") {
		text = string(v.school.RollsDue)
	}
	if past == "" {
		past = strconv.Itoa(v.school.PastDays)
	}
	due, dueErr := roll.ParseTimeOfDay(text)
	days, daysErr := strconv.Atoi(past)
	view := d.view(v, text, past)
	view.Wrong = text != "" && dueErr != nil
	view.WrongPast = daysErr != nil || days < 0 || days > furthestBack
	if view.Wrong || view.WrongPast {
		return d.render(v, http.StatusUnprocessableEntity, views.DaySettings(view))
	}
	if err := d.store.SetRollsDue(v.ctx, v.school.ID, due); err != nil {
		return err
	}
	if err := d.store.SetPastDays(v.ctx, v.school.ID, days); err != nil {
		return err
	}
	return goTo(v, d.paths.Settings(string(v.school.ID), "day")+"?kept=1")
}

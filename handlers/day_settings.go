package handlers

import (
	"context"
	"net/http"
	"strings"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/roll"
)

// DaySettings keeps what a school says of its days.
type DaySettings interface {
	SetRollsDue(ctx context.Context, school roll.SchoolID, due roll.TimeOfDay) error
}

// daySettings is the page on which a school says by when rolls are taken.
type daySettings struct {
	*shell
	store DaySettings
}

func (d *daySettings) get(v *visit) error {
	view := d.view(v, string(v.school.RollsDue))
	view.Kept = v.QueryParam("kept") != ""
	return d.render(v, http.StatusOK, views.DaySettings(view))
}

func (d *daySettings) view(v *visit, due string) *views.DaySettingsView {
	return &views.DaySettingsView{Page: d.officePage(v, v.words.Text("day.settings.title"), views.NavSettings), Due: due}
}

// post stores the time; an empty one has no roll be overdue.
func (d *daySettings) post(v *visit) error {
	text, err := web.Single(v.Request().PostForm, "due")
	if err != nil {
		return err
	}
	text = strings.TrimSpace(text)
	due, err := roll.ParseTimeOfDay(text)
	if text != "" && err != nil {
		view := d.view(v, text)
		view.Wrong = true
		return d.render(v, http.StatusUnprocessableEntity, views.DaySettings(view))
	}
	if err := d.store.SetRollsDue(v.ctx, v.school.ID, due); err != nil {
		return err
	}
	return goTo(v, d.paths.Settings(string(v.school.ID), "day")+"?kept=1")
}

package office

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// DaySettingsPage is the page for the deadline for rolls, the time from which a student is late,
// and how far back rolls may be corrected.
type DaySettingsPage struct {
	pages *visit.Pages
	store *store.Store
}

// Get shows these settings.
func (d *DaySettingsPage) Get(v *visit.Visit) error {
	view := d.view(v, string(v.School.RollsDue), strconv.Itoa(v.School.PastDays))
	view.Late, view.Kept = string(v.School.LateAfter), v.QueryParam("kept") != ""
	return d.pages.Render(v, http.StatusOK, office.DaySettings(view))
}

func (d *DaySettingsPage) view(v *visit.Visit, due, past string) *office.DayIndexView {
	return &office.DayIndexView{Page: d.pages.OfficePage(v, v.Words.Text("day.settings.title"), layout.NavSettings), Due: due, Past: past}
}

// furthestBack limits the past days that a school may let its office correct.
const furthestBack = 366

// Post stores the settings. With an empty time no roll is overdue. A missing field changes nothing.
func (d *DaySettingsPage) Post(v *visit.Visit) error {
	form := v.Request().PostForm
	text, past := strings.TrimSpace(form.Get("due")), strings.TrimSpace(form.Get("past"))
	lateText := strings.TrimSpace(form.Get("late"))
	if !form.Has("due") {
		text = string(v.School.RollsDue)
	}
	if !form.Has("late") {
		lateText = string(v.School.LateAfter)
	}
	past = cmp.Or(past, strconv.Itoa(v.School.PastDays))
	due, dueErr := roll.ParseTimeOfDay(text)
	days, daysErr := strconv.Atoi(past)
	late, lateErr := roll.ParseTimeOfDay(lateText)
	view := d.view(v, text, past)
	view.Late, view.WrongLate = lateText, lateText != "" && lateErr != nil
	view.Wrong = text != "" && dueErr != nil
	view.WrongPast = daysErr != nil || days < 0 || days > furthestBack
	if view.Wrong || view.WrongLate || view.WrongPast {
		return d.pages.Render(v, http.StatusUnprocessableEntity, office.DaySettings(view))
	}
	err := errors.Join(
		d.store.SetRollsDue(v.Ctx, v.School.ID, due), d.store.SetLateAfter(v.Ctx, v.School.ID, late), d.store.SetPastDays(v.Ctx, v.School.ID, days),
	)
	return visit.Done(v, err, d.pages.Paths.Settings(string(v.School.ID), "day")+"?kept=1")
}

package settings

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// DayPage is the page for the deadline for rolls, the time from which a student is late, and how far back rolls may be
// corrected.
type DayPage struct{ base }

// furthestBack limits the past days that a school may let its office correct.
const furthestBack = 366

// fields returns these settings.
func (d *DayPage) fields(v *visit.Visit) []layout.Setting {
	school, words := v.School, v.Words
	return []layout.Setting{
		{Name: "due", Label: words.Text("day.settings.due"), Value: string(school.RollsDue),
			About: words.Text("day.settings.about"), Wrong: words.Text("day.settings.wrong")},
		{Name: "late", Label: words.Text("day.settings.late"), Value: string(school.LateAfter),
			About: words.Text("day.settings.late_about"), Wrong: words.Text("day.settings.wrong")},
		{Name: "past", Label: words.Text("day.settings.past"), Value: strconv.Itoa(school.PastDays), Most: furthestBack,
			Wrong: words.Text("day.settings.wrong_past")},
	}
}

// Get shows these settings.
func (d *DayPage) Get(v *visit.Visit) error { return d.show(v, http.StatusOK, d.fields(v)) }

func (d *DayPage) show(v *visit.Visit, status int, fields []layout.Setting) error {
	return d.pages.ShowAs(v, status, settings.Day(&settings.DayView{Page: d.page(v), Fields: fields}))
}

// Post stores the settings. With an empty time no roll is overdue. A missing field changes nothing.
func (d *DayPage) Post(v *visit.Visit) error {
	fields, valid := d.fields(v), true
	for i := range fields {
		valid = readSetting(v.Request().PostForm, &fields[i]) && valid
	}
	if !valid {
		return d.show(v, http.StatusUnprocessableEntity, fields)
	}
	due, late := roll.TimeOfDay(fields[0].Value), roll.TimeOfDay(fields[1].Value)
	days, err := strconv.Atoi(fields[2].Value)
	if err == nil {
		err = d.store.SetDay(v.Ctx, v.School.ID, due, late, days)
	}
	return d.changed(v, err, "day", "day", d.Get)
}

// readSetting reads the value of a setting from the form, and reports whether it is valid. A missing field changes
// nothing.
func readSetting(form url.Values, setting *layout.Setting) (valid bool) {
	if form.Has(setting.Name) {
		setting.Value = strings.TrimSpace(form.Get(setting.Name))
	}
	if number, err := strconv.Atoi(setting.Value); setting.Most > 0 {
		setting.IsWrong = err != nil || number < setting.Least || number > setting.Most
	} else if _, err := roll.ParseTimeOfDay(setting.Value); setting.Value != "" {
		setting.IsWrong = err != nil
	}
	return !setting.IsWrong
}

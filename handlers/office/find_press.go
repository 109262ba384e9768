package office

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// Post marks the open student. The form is that of a roll of her class with one student, and is handled in
// the same way.
func (f *Finds) Post(v *visit.Visit) error { return f.take(v, false) }

// PostTray marks the ticked students of the tray, of any classes, in one save.
func (f *Finds) PostTray(v *visit.Visit) error { return f.take(v, true) }

func (f *Finds) take(v *visit.Visit, tray bool) error {
	requested, err := v.Query()
	if err != nil {
		return err
	}
	if tray {
		requested.Class = roll.ManyClasses
	}
	return f.desk.Take(v, requested, findPress{f, tray})
}

// findPress shows the outcome of a press for the open student, or for the tray.
type findPress struct {
	page *Finds
	tray bool
}

// Taken redirects to the new state, or shows a conflict at once.
func (f findPress) Taken(v *visit.Visit, taken desk.Taken) error {
	found, err := f.page.seek(v)
	if err != nil {
		return err
	}
	found.save = taken.Tokens()[0]
	if taken.Status() != http.StatusOK {
		return f.page.show(v, taken.Status(), f.page.view(found))
	}
	query := found.query()
	query.Save = string(found.save)
	if !f.tray {
		query.Open = found.open.String()
	}
	return visit.GoTo(v, f.page.pages.Paths.Find(string(v.School.ID), query))
}

// Refused shows the problem beside the form, with all its input.
func (f findPress) Refused(v *visit.Visit, refused desk.Refused) error {
	found, err := f.page.seek(v)
	if err != nil {
		return errors.Join(refused.Cause, err)
	}
	view, press := f.page.view(found), refused.Press
	var form *office.FindForm
	for i := range view.Results {
		form = cmp.Or(form, view.Results[i].Form)
	}
	if f.tray {
		form = view.Collecting
		for i := range view.Collected {
			view.Collected[i].InTray = slices.Contains(press.Enrolments, view.Collected[i].Enrolment)
		}
	}
	if form == nil {
		view.Problem = refused.Sentence(v)
		return f.page.show(v, refused.Status, view)
	}
	form.Problem, form.Reason, form.Save = refused.Sentence(v), press.Reason, refused.Save
	form.Closed = refused.Summary.Closed
	form.Check, _ = roll.ParseCheck(press.Check)
	if press.Time != "" {
		form.Time, form.Now = press.Time, false
	}
	return f.page.show(v, refused.Status, view)
}

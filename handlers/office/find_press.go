package office

import (
	"errors"
	"net/http"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// Post marks the open student. The form is that of a roll of her class with one student, and is handled in
// the same way.
func (f *Finds) Post(v *visit.Visit) error {
	requested, err := v.Query()
	if err != nil {
		return err
	}
	return f.desk.Take(v, requested, foundPress{f})
}

// foundPress shows the outcome of a press for the open student.
type foundPress struct{ page *Finds }

// Taken redirects to the student's new state, or shows a conflict at once.
func (f foundPress) Taken(v *visit.Visit, taken desk.Taken) error {
	return f.page.taken(v, taken, func(found *search) string { return found.open.String() })
}

// taken redirects to the search, with the student to open, or shows a conflict at once.
func (f *Finds) taken(v *visit.Visit, taken desk.Taken, open func(*search) string) error {
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	found.save = taken.Tokens()[0]
	if taken.Status() != http.StatusOK {
		return f.show(v, taken.Status(), f.view(found))
	}
	query := found.query()
	query.Open, query.Save = open(found), string(found.save)
	return visit.GoTo(v, f.pages.Paths.Find(string(v.School.ID), query))
}

// Refused shows the problem beside the form, with all its input.
func (f foundPress) Refused(v *visit.Visit, refused desk.Refused) error {
	found, err := f.page.seek(v)
	if err != nil {
		return errors.Join(refused.Cause, err)
	}
	view, press, problem, shown := f.page.view(found), refused.Press, refused.Sentence(v), false
	for i := range view.Results {
		if form := view.Results[i].Form; form != nil {
			form.Problem, form.Reason, form.Save, shown = problem, press.Reason, refused.Save, true
			form.Closed = refused.Summary.Closed
			form.Check, _ = roll.ParseCheck(press.Check)
			if press.Time != "" {
				form.Time, form.Now = press.Time, false
			}
		}
	}
	if !shown {
		view.Problem = problem
	}
	return f.page.show(v, refused.Status, view)
}

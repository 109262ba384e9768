package office

import (
	"errors"
	"net/http"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/roll"
)

// Post marks the student who is open. The form is that of a roll of her class, with one
// student, and is judged and kept like one.
func (f *Finds) Post(v *visit.Visit) error {
	asked, err := f.QueryOf(v)
	if err != nil {
		return err
	}
	return f.Desk.Take(v, asked, foundPress{f})
}

// foundPress shows the outcome of a press for the student who is open.
type foundPress struct{ page *Finds }

// Taken leads to the student as she is then; a conflict is shown at once.
func (f foundPress) Taken(v *visit.Visit, taken desk.Taken) error {
	return f.page.taken(v, taken, func(found *sought) string { return found.open.String() })
}

// taken leads back to the search, with the student to open; a conflict is shown at once.
func (f *Finds) taken(v *visit.Visit, taken desk.Taken, open func(*sought) string) error {
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
	return visit.GoTo(v, f.Paths.Find(string(v.School.ID), query))
}

// Refused shows what is wrong beside the form, with everything that was entered.
func (f foundPress) Refused(v *visit.Visit, refused desk.Refused) error {
	found, err := f.page.seek(v)
	if err != nil {
		return errors.Join(refused.Cause, err)
	}
	view, press, problem, shown := f.page.view(found), refused.Press, refused.Sentence(v.Words), false
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

package office

import (
	"errors"
	"net/http"

	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/roll"
	"rollbook/web/saving"
)

// Post marks the student who is open. The form is that of a roll of her class, with one
// student, and is judged and kept like one.
func (f *Finds) Post(v *visit.Visit) error {
	asked, err := f.QueryOf(v)
	if err != nil {
		return err
	}
	press, accepted, err := f.Keep(v, asked)
	if err != nil {
		return f.refuse(v, press, err)
	}
	if err := f.Saving.Await(v.Ctx, v.Connection, v.School, accepted); err != nil {
		return err
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	found.save = accepted[0].Save.Token
	if !taking.AnyKept(accepted) {
		return f.show(v, http.StatusConflict, f.view(found))
	}
	query := found.query()
	query.Open, query.Save = found.open.String(), string(found.save)
	return visit.GoTo(v, f.Paths.Find(string(v.School.ID), query))
}

// refuse shows what is wrong with a press beside its form, with everything that was entered.
func (f *Finds) refuse(v *visit.Visit, press saving.Press, cause error) error {
	status, summary := f.Refusal(v, cause)
	if status >= http.StatusInternalServerError && roll.KindOf(cause) != roll.Unkept || status == http.StatusNotFound {
		return cause
	}
	found, err := f.seek(v)
	if err != nil {
		return errors.Join(cause, err)
	}
	view := f.view(found)
	problem := problemText(v, summary)
	shown := false
	for i := range view.Results {
		if form := view.Results[i].Form; form != nil {
			form.Problem, form.Reason, form.Save, shown = problem, press.Reason, f.NextToken(v, press.Save, status), true
			form.Closed = summary.Closed
			form.Check, _ = roll.ParseCheck(press.Check)
			if press.Time != "" {
				form.Time, form.Now = press.Time, false
			}
		}
	}
	if !shown {
		view.Problem = problem
	}
	return f.show(v, status, view)
}

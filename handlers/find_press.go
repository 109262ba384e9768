package handlers

import (
	"errors"
	"net/http"

	"rollbook/web/roll"
	"rollbook/web/saving"
)

// post marks the student who is open. The form is that of a roll of her class, with one
// student, and is judged and kept like one.
func (f *finds) post(v *visit) error {
	asked, err := f.queryOf(v)
	if err != nil {
		return err
	}
	press, accepted, err := f.keep(v, asked)
	if err != nil {
		return f.refuse(v, press, err)
	}
	if err := f.saving.Await(v.ctx, v.connection, v.school, accepted); err != nil {
		return err
	}
	found, err := f.seek(v)
	if err != nil {
		return err
	}
	found.save = accepted[0].Save.Token
	if !anyKept(accepted) {
		return f.show(v, http.StatusConflict, f.view(found))
	}
	query := found.query()
	query.Open, query.Save = found.open.String(), string(found.save)
	return goTo(v, f.paths.Find(string(v.school.ID), query))
}

// refuse shows what is wrong with a press beside its form, with everything that was entered.
func (f *finds) refuse(v *visit, press saving.Press, cause error) error {
	status, summary := f.refusal(v, cause)
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
			form.Problem, form.Reason, form.Save, shown = problem, press.Reason, f.nextToken(v, press.Save, status), true
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

package absences

import (
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Reasons shows the school's reasons, or those of a refused form.
func (k *KnownAbsences) Reasons(v *visit.Visit) error {
	reasons := visit.Checked(naming.AbsenceReasons(v, k.store))(v)
	view := &views.AbsenceReasonsView{
		Page:       k.pages.OfficePage(v, "", layout.NavStudents),
		Authorised: strings.Join(reasons.Authorised, "\n"), NotAuthorised: strings.Join(reasons.NotAuthorised, "\n"),
	}
	if typed := v.Request().PostForm; typed.Has("authorised") {
		view.Authorised, view.NotAuthorised = typed.Get("authorised"), typed.Get("not_authorised")
	}
	return k.pages.Show(v, views.AbsenceReasons(view))
}

// SetReasons stores the school's reasons. Absences keep theirs.
func (k *KnownAbsences) SetReasons(v *visit.Visit) error {
	typed := v.Request().PostForm
	reasons := roll.NewKnownReasons(typed.Get("authorised"), typed.Get("not_authorised"))
	err := reasons.Validate()
	if err == nil {
		err = k.store.SetKnownReasons(v.Ctx, v.School.ID, reasons)
	}
	return visit.After(v, err, k.pages.Paths.To(paths.AbsenceReasons, v.School.ID), "reasons", k.Reasons)
}

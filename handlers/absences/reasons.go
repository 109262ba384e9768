package absences

import (
	"errors"
	"net/http"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// Reasons shows the school's reasons.
func (k *KnownAbsences) Reasons(v *visit.Visit) error {
	reasons, err := naming.AbsenceReasons(v, k.store)
	if err != nil {
		return err
	}
	return k.showReasons(v, http.StatusOK, strings.Join(reasons.Authorised, "\n"),
		strings.Join(reasons.NotAuthorised, "\n"), "")
}

// SetReasons stores the school's reasons. Absences keep theirs.
func (k *KnownAbsences) SetReasons(v *visit.Visit) error {
	authorised, others := v.Request().PostForm.Get("authorised"), v.Request().PostForm.Get("not_authorised")
	reasons := roll.NewKnownReasons(authorised, others)
	if problem, ok := errors.AsType[*roll.Error](reasons.Validate()); ok {
		return k.showReasons(v, visit.StatusOf(problem), authorised, others, v.Words.Text(problem.Message, problem.Values...))
	}
	err := k.store.SetKnownReasons(v.Ctx, v.School.ID, reasons)
	return visit.Done(v, err, k.pages.Paths.AbsenceReasons(string(v.School.ID))+"?kept=1")
}

func (k *KnownAbsences) showReasons(v *visit.Visit, status int, authorised, others, problem string) error {
	return k.pages.Render(v, status, views.AbsenceReasons(&views.AbsenceReasonsView{
		Page: k.pages.OfficePage(v, v.Words.Text("known.reasons.title"), layout.NavStudents), Authorised: authorised,
		NotAuthorised: others, Problem: problem, Kept: v.QueryParam("kept") != "",
	}))
}

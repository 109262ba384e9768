package office

import (
	"errors"
	"net/http"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// reasons returns the school's reasons for known absences, or those of the program.
func (k *KnownAbsences) reasons(v *visit.Visit) (roll.KnownReasons, error) {
	own, err := k.store.KnownReasons(v.Ctx, v.School.ID)
	if own == nil {
		return roll.NewKnownReasons(v.Words.Text("known.reasons"), v.Words.Text("known.reasons_not_authorised")), err
	}
	return *own, err
}

// Reasons shows the school's reasons.
func (k *KnownAbsences) Reasons(v *visit.Visit) error {
	reasons, err := k.reasons(v)
	if err != nil {
		return err
	}
	return k.showReasons(v, http.StatusOK, strings.Join(reasons.Authorised, "\n"), strings.Join(reasons.NotAuthorised, "\n"), "")
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
	return k.pages.Render(v, status, office.AbsenceReasons(&office.AbsenceReasonsView{
		Page: k.pages.OfficePage(v, v.Words.Text("known.reasons.title"), layout.NavStudents), Authorised: authorised, NotAuthorised: others,
		Problem: problem, Kept: v.QueryParam("kept") != "",
	}))
}

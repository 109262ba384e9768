package settings

import (
	"errors"
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// Approve shows the tablet of the typed code, and approves or refuses it if the form has an answer. The code
// comes by POST, so that it does not appear in an address.
func (t *TabletsPage) Approve(v *visit.Visit) error {
	form := v.Request().PostForm
	code, answer, number := form.Get("code"), form.Get("answer"), form.Get("number")
	var err error
	switch answer {
	case "":
		err = t.showAsking(v, http.StatusOK, code, roll.Tablet{Mode: roll.TeacherMode}, "")
	case "refuse":
		if err = t.tablets.Refuse(v.Ctx, staff(v), code); err == nil {
			return t.done(v, "refuse", nil)
		}
	case "approve":
		err = t.letIn(v, code, number)
	default:
		return visit.ErrUnknownChoice()
	}
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.NotFound {
		return t.show(v, http.StatusNotFound, roll.Tablet{Mode: roll.TeacherMode}, func(view *settings.TabletsView) {
			view.Problem = v.Words.Text(problem.Message)
		})
	}
	return err
}

// letIn approves the tablet, or shows the input again with the problem.
func (t *TabletsPage) letIn(v *visit.Visit, code, number string) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	choice, err := t.choiceOf(v)
	if err == nil {
		err = t.tablets.Approve(v.Ctx, staff(v), press, code, number, choice)
	}
	if status, sentence, ok := correctable(v, err); ok {
		return t.showAsking(v, status, code, choice, sentence)
	}
	return t.done(v, "approve", err)
}

func (t *TabletsPage) showAsking(v *visit.Visit, status int, typed string, choice roll.Tablet, problem string) error {
	code, asking, err := t.tablets.Asking(v.Ctx, typed)
	if err != nil {
		return err
	}
	view := &settings.TabletApproveView{
		Page: t.pages.OfficePage(v, "", layout.NavSettings), Press: v.PressToken(),
		Code: roll.SpacedCode(code), Number: asking.Number, From: asking.Address, Problem: problem,
	}
	view.Address = t.pages.Paths.Tablets(string(v.School.ID))
	if view.Form, err = t.form(v, choice); err != nil {
		return err
	}
	return t.pages.Render(v, status, settings.TabletApprove(view))
}

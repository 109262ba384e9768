package settings

import (
	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// Approve shows the tablet of the typed code, and approves or refuses it if the form has an answer. The code
// comes by POST, so that it does not appear in an address.
func (t *TabletsPage) Approve(v *visit.Visit) error {
	form := v.Request().PostForm
	code, number := form.Get("code"), form.Get("number")
	switch form.Get("answer") {
	case "":
		return t.showAsking(v)
	case "refuse":
		return t.after(v, "tablet-refused", t.tablets.Refuse(v.Ctx, staff(v), code))
	case "approve":
	default:
		return visit.ErrUnknownChoice()
	}
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	choice, err := t.choiceOf(v)
	if err == nil {
		err = t.tablets.Approve(v.Ctx, staff(v), press, code, number, choice)
	}
	return visit.After(v, err, t.pages.Paths.Tablets(string(v.School.ID)), "tablet-in", t.showAsking)
}

// showAsking shows the tablet of the typed code, or the list if there is none.
func (t *TabletsPage) showAsking(v *visit.Visit) error {
	code, asking, err := t.tablets.Asking(v.Ctx, v.Request().PostForm.Get("code"))
	if err != nil {
		return t.after(v, "", err)
	}
	view := &settings.TabletApproveView{
		Page: t.page(v), Press: v.PressToken(),
		Code: roll.SpacedCode(code), Number: asking.Number, From: asking.Address,
		Form: t.form(v, roll.Tablet{Mode: roll.TeacherMode}),
	}
	view.Address = t.pages.Paths.Tablets(string(v.School.ID))
	return t.pages.Show(v, settings.TabletApprove(view))
}

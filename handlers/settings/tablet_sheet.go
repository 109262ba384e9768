package settings

import (
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/web/roll"
)

// Sheet shows, in the answer itself, a page with a code for each class without a tablet.
func (t *TabletsPage) Sheet(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	mode, known := roll.ParseTabletMode(v.Request().PostForm.Get("mode"))
	if !known {
		return visit.ErrUnknownChoice()
	}
	classes := t.classes(v)
	if err := v.Failed(); err != nil {
		return err
	}
	made, err := t.tablets.Sheet(v.Ctx, staff(v), press, mode, classes)
	if err != nil {
		return err
	}
	view := &settings.TabletSheetView{Page: t.page(v), PairAt: t.pages.Origin(v) + t.pages.Paths.Pair()}
	view.Address = t.pages.Paths.Tablets(string(v.School.ID))
	for _, one := range made {
		code := settings.SheetCode{Name: one.Tablet.Name, Classes: one.Tablet.ClassNames(), Letters: roll.SpacedCode(one.Code)}
		if code.Image, err = part.CodeOf(view.PairAt + "#" + one.Code); err != nil {
			return err
		}
		view.Codes, view.Until = append(view.Codes, code), v.DayAndClock(one.Ends, "")
	}
	return t.pages.Render(v, http.StatusOK, settings.TabletSheet(view))
}

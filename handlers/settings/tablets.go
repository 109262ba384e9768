package settings

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/tablets"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// TabletsPage is the page of the school's tablets.
type TabletsPage struct {
	base
	tokens  *auth.Tokens
	tablets *tablets.Tablets
	pins    *pins.PINs
}

// staff returns the visitor as a manager of tablets.
func staff(v *visit.Visit) tablets.Staff {
	return tablets.Staff{Person: v.Person.ID, Name: v.Person.Name, School: v.School.ID}
}

// Get shows the tablets, and the result of the last press.
func (t *TabletsPage) Get(v *visit.Visit) error {
	list, tried, err := t.tablets.Of(v.Ctx, v.School.ID)
	v.Check(err)
	view := &settings.TabletsView{
		Page: t.page(v), Press: v.PressToken(), Locked: visit.Read(v, t.pins.Locked),
		Form: t.form(v, roll.Tablet{Mode: roll.TeacherMode}),
	}
	view.Address = t.pages.Paths.To(paths.Tablets, v.School.ID)
	for i := range list {
		view.Tablets = append(view.Tablets, t.lineOf(v, &list[i], tried))
	}
	return t.pages.Show(v, settings.Tablets(view))
}

func (t *TabletsPage) lineOf(v *visit.Visit, tablet *roll.Tablet, tried []roll.Pairing) settings.TabletLine {
	line := settings.TabletLine{Tablet: tablet, NetworkCode: t.tokens.NetworkCode(tablet.ID, tablet.Version),
		Kept: v.KeptRolls(tablet, v.Now())}
	at := slices.IndexFunc(tried, func(pairing roll.Pairing) bool { return pairing.Tablet == tablet.ID })
	if at >= 0 {
		line.TriedAt, line.TriedFrom = tried[at].TriedAt, tried[at].TriedFrom
	}
	return line
}

// classes returns the classes of today or the nearest day with any. A tablet keeps only a class's id: where two
// divisions have it, it opens the class of the shorter period.
func (t *TabletsPage) classes(v *visit.Visit) []roll.Class {
	offered := make(map[roll.ClassID]bool)
	return slices.DeleteFunc(naming.SharedClasses(v, t.rosters, v.Today()), func(class roll.Class) bool {
		again := offered[class.ID]
		offered[class.ID] = true
		return again
	})
}

// form returns the form with the typed values, by default those of the tablet. It leaves out a class that the school no
// longer has, so that the next change removes it.
func (t *TabletsPage) form(v *visit.Visit, tablet roll.Tablet) settings.TabletForm {
	classes := t.classes(v)
	if v.Request().PostForm.Has("name") {
		// The page shows the reason of the refusal.
		tablet, _ = t.choiceOf(v)
	}
	form := settings.TabletForm{Tablet: tablet, Offered: classes,
		Languages: t.pages.Languages(v.Words.Text("tablets.language_auto"))}
	if len(classes) == 0 {
		form.Empty = taking.HomeNoClasses
	}
	return form
}

// choiceOf parses a form. It returns roll.Meaningless for an unknown class or mode.
func (t *TabletsPage) choiceOf(v *visit.Visit) (roll.Tablet, error) {
	form := v.Request().PostForm
	mode, known := roll.ParseTabletMode(form.Get("mode"))
	choice := roll.Tablet{Name: form.Get("name"), Mode: mode, Language: form.Get("language"), Sounds: form.Has("sounds")}
	if !known || !t.pages.Speaks(choice.Language) {
		return choice, visit.ErrUnknownChoice()
	}
	classes := t.classes(v)
	for _, id := range form["class"] {
		at := slices.IndexFunc(classes, func(class roll.Class) bool { return string(class.ID) == id })
		if at < 0 {
			return choice, roll.Problem(roll.Meaningless, "tablets.problem.classes")
		}
		if !choice.Has(classes[at].ID) {
			choice.Classes = append(choice.Classes, roll.TabletClass{ID: classes[at].ID, Name: classes[at].Name})
		}
	}
	return choice, v.Failed()
}

// Add adds a tablet, and shows its code in the answer itself: only its hash is stored, so a redirect could
// not show it. A repeated press does not show it again.
func (t *TabletsPage) Add(v *visit.Visit, press roll.Token) error {
	choice, err := t.choiceOf(v)
	var made tablets.Made
	if err == nil {
		made, err = t.tablets.Add(v.Ctx, staff(v), press, choice)
	}
	return t.showMade(v, made, err)
}

// NewCode makes another code for a tablet.
func (t *TabletsPage) NewCode(v *visit.Visit, press roll.Token) error {
	made, err := t.tablets.NewCode(v.Ctx, staff(v), press, roll.TabletID(v.Param("tablet")))
	return t.showMade(v, made, err)
}

// showMade shows the code, or why none was made.
func (t *TabletsPage) showMade(v *visit.Visit, made tablets.Made, err error) error {
	if err != nil {
		return t.after(v, "", err)
	}
	return t.pages.Show(v, settings.TabletMade(t.codes(v, made)))
}

// codes returns the page of new codes.
func (t *TabletsPage) codes(v *visit.Visit, made ...tablets.Made) *settings.TabletCodesView {
	view := &settings.TabletCodesView{Page: t.page(v), PairAt: t.pages.Origin(v) + t.pages.Paths.To(paths.Pair)}
	view.Address = t.pages.Paths.To(paths.Tablets, v.School.ID)
	for _, one := range made {
		image := visit.Checked(part.CodeOf(view.PairAt + "#" + one.Code))(v)
		view.Ends, view.Codes = one.Ends,
			append(view.Codes, settings.TabletCode{Tablet: &one.Tablet, Letters: roll.SpacedCode(one.Code), Image: image})
	}
	return view
}

// One shows the form for changing a tablet.
func (t *TabletsPage) One(v *visit.Visit) error {
	tablet, err := t.tablets.Tablet(v.Ctx, v.School.ID, roll.TabletID(v.Param("tablet")))
	if err != nil {
		return err
	}
	return t.pages.Show(v, settings.TabletChange(&settings.TabletChangeView{Page: t.page(v), ID: v.Param("tablet"),
		Form: t.form(v, tablet)}))
}

// Change changes the settings of a tablet.
func (t *TabletsPage) Change(v *visit.Visit) error {
	choice, err := t.choiceOf(v)
	if err == nil {
		err = t.tablets.Change(v.Ctx, staff(v), roll.TabletID(v.Param("tablet")), choice)
	}
	return visit.After(v, err, t.pages.Paths.To(paths.Tablets, v.School.ID), "tablet", t.One)
}

// Revoke unpairs a tablet at once.
func (t *TabletsPage) Revoke(v *visit.Visit) error {
	return t.after(v, "tablet-removed", t.tablets.Revoke(v.Ctx, staff(v), roll.TabletID(v.Param("tablet"))))
}

// Lift unlocks PINs for a name on the school's tablets, after too many wrong ones.
func (t *TabletsPage) Lift(v *visit.Visit) error {
	person := roll.PersonID(v.Request().PostForm.Get("person"))
	return t.after(v, "pin-lifted", t.pins.LiftFor(v.Ctx, v.School.ID, person))
}

// after redirects to the list, or shows there why the press did nothing.
func (t *TabletsPage) after(v *visit.Visit, said string, err error) error {
	return visit.After(v, err, t.pages.Paths.To(paths.Tablets, v.School.ID), said, t.Get)
}

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
	return visit.After(v, err, t.pages.Paths.To(paths.Tablets, v.School.ID), "tablet-in", t.showAsking)
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
	view.Address = t.pages.Paths.To(paths.Tablets, v.School.ID)
	return t.pages.Show(v, settings.TabletApprove(view))
}

// Sheet shows, in the answer itself, a page with a code for each class without a tablet.
func (t *TabletsPage) Sheet(v *visit.Visit, press roll.Token) error {
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
		return t.after(v, "", err)
	}
	return t.pages.Show(v, settings.TabletSheet(t.codes(v, made...)))
}

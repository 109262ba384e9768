package taking

import (
	"strings"
	"unicode/utf8"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Unlisted is the page that tells the office of a student in the class whom its list does not name. A tablet opens it
// by a form, which passes on the PIN.
func (r *Rolls) Unlisted(v *visit.Visit) error {
	read, err := r.opened(v)
	if read == nil {
		return err
	}
	form := v.Request().PostForm
	if !form.Has("name") {
		return r.showUnlisted(v, read)
	}
	one := roll.Unlisted{
		School: v.School.ID, ID: v.SaveToken(), Date: read.Date, Period: read.Period.ID,
		Class: read.Roster.Class.ID, ClassName: read.Roster.Class.Name,
		Name: strings.Join(strings.Fields(form.Get("name")), " "), By: v.Actor(), At: v.Now(),
	}
	switch {
	case read.Date != read.Today:
		err = roll.Problem(roll.Stale, "unlisted.problem.over")
	case one.Name == "" || utf8.RuneCountInString(one.Name) > roll.LongestName:
		err = roll.Problem(roll.Meaningless, "unlisted.problem.name", "Most", roll.LongestName)
	default:
		err = r.boards.TellUnlisted(v.Ctx, one)
		r.rollPages.signatures.Carry(v)
	}
	return visit.After(v, err, r.sheets.pages.Paths.To(paths.Unlisted, v.School.ID, read.query()), "",
		func(v *visit.Visit) error { return r.showUnlisted(v, read) })
}

// showUnlisted shows the form, and about which students of the class the office was told, with its answers.
func (r *Rolls) showUnlisted(v *visit.Visit, read *Sheet) error {
	all := visit.Checked(r.sheets.store.Unlisted(v.Ctx, v.School.ID, read.Date))(v)
	to, query := r.sheets.pages.Paths.To, read.query()
	view := &taking.UnlistedView{
		Page: r.sheets.pages.Page(v, "", layout.NavClasses), Class: read.Roster.Class.Name, Opening: v.Opening,
		Action: to(paths.Unlisted, v.School.ID, query), Back: to(paths.Roll, v.School.ID, query),
	}
	if v.Confined {
		view.Back = to(paths.Door, query.Class)
	}
	for _, one := range all {
		switch {
		case !(roll.ClassKey{Period: one.Period, Class: one.Class}).Means(read.Roster.Class):
		case one.Waits():
			view.Told = append(view.Told, v.Words.Text("unlisted.told", "Name", one.Name, "Clock",
				v.DayAndClock(one.At, read.Date)))
		default:
			view.Told = append(view.Told, v.Words.Text("unlisted.answered", "Name", one.Name,
				"Answer", v.Words.Text(language.UnlistedKeys.Of(string(one.Answer))),
				"By", visit.Byline(v.Words, one.AnsweredBy), "Clock", v.DayAndClock(one.AnsweredAt, read.Date)))
		}
	}
	return r.sheets.pages.Show(v, taking.Unlisted(view))
}

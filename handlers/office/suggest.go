package office

import (
	"errors"
	"slices"
	"strings"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/office/finder"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// suggestedMost limits the suggested students, and the suggested classes and groups.
const suggestedMost = 6

// Suggest shows what a typed text may mean: students to collect, classes and groups. A text that begins with a day
// means those of that day too.
func (f *Finds) Suggest(v *visit.Visit) error {
	requested, err := taking.QueryOf(v)
	if err != nil {
		return err
	}
	tray, err := visit.EnrolmentsOf(v.Request().Form["tray"])
	if err != nil {
		return roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	view := &office.SuggestionsView{Words: v.Words}
	typed := &search{sheet: &taking.Sheet{Visit: v, Date: requested.Date, Today: v.Today()},
		text: v.Request().Form.Get("q")}
	f.suggest(view, typed, "")
	for i := range view.All {
		view.All[i].Listed = slices.Contains(tray, view.All[i].Enrolment)
	}
	if date, rest, said := finder.DaySaid(v.Words, v.Today(), typed.text); said &&
		taking.MayLook(v, date, v.Today()) == nil {
		then := &search{sheet: &taking.Sheet{Visit: v, Date: date, Today: v.Today()}, text: rest}
		f.suggest(view, then, date)
	}
	return f.pages.Show(v, office.Suggestions(view))
}

// suggest adds what the text means on the sheet's date: exactly a class, students, and classes (visit.Check).
func (f *Finds) suggest(view *office.SuggestionsView, typed *search, day roll.Date) {
	v := typed.sheet.Visit
	if typed.text == "" {
		if day != "" {
			view.All = append(view.All,
				office.Suggestion{Day: day, Address: f.pages.Paths.To(paths.Day, v.School.ID, day)})
		}
		return
	}
	var err error
	if typed.sheet.Period, err = naming.PeriodIn(v, "", typed.sheet.Date); errors.Is(err, roll.ErrNoPeriods) {
		return
	}
	v.Check(err)
	first, begun := f.suggestedClasses(typed, day)
	result, err := f.rosters.Find(v.Ctx, v.School, typed.sheet.Date, typed.text, suggestedMost)
	if roll.KindOf(err) != roll.Meaningless {
		v.Check(err)
	}
	view.All = append(view.All, first...)
	for _, student := range result.Students {
		view.All = append(view.All, f.suggestedStudent(v, student, day))
	}
	view.All = append(view.All, begun...)
	if day == "" && result.All > len(result.Students) {
		view.More = result.All
	}
}

// suggestedStudent is a student to open or collect, or to open on the other day.
func (f *Finds) suggestedStudent(v *visit.Visit, student roll.Enrolment, day roll.Date) office.Suggestion {
	suggested := office.Suggestion{
		Enrolment: student.ID, Day: day,
		Name: naming.NameInClass(v.Words, student), Class: naming.ClassNameOf(v.Words, student),
	}
	if day != "" {
		query := paths.FindQuery{Date: string(day), Open: student.ID.String()}
		suggested.Address = f.pages.Paths.To(paths.Find, v.School.ID, query)
	}
	return suggested
}

// suggestedClasses returns the classes and groups with exactly this name, and those whose name begins with the text. A
// number means classes before it means the number of a student (visit.Check).
func (f *Finds) suggestedClasses(typed *search, day roll.Date) (first, begun []office.Suggestion) {
	v := typed.sheet.Visit
	classes := naming.ClassesOn(v, f.rosters, typed.sheet.Date)
	text := asOneWord(typed.text)
	for _, class := range classes {
		name, query := asOneWord(class.Name), typed.rollOf(roll.Enrolment{Class: class.ID, Period: class.Period})
		one := office.Suggestion{Name: class.Name, Day: day, Address: f.pages.Paths.To(paths.Roll, v.School.ID, query)}
		switch {
		case text == "":
		case name == text, text[0] >= '0' && text[0] <= '9' && strings.HasPrefix(name, text) && len(first) < suggestedMost:
			first = append(first, one)
		case strings.HasPrefix(name, text) && len(begun) < suggestedMost:
			begun = append(begun, one)
		}
	}
	return first, begun
}

// asOneWord returns a name in a comparable form without spaces, since people write 8B and 8 B.
func asOneWord(name string) string { return strings.ReplaceAll(finder.Folded(name), " ", "") }

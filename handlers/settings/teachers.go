package settings

import (
	"cmp"
	"errors"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/tables"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// TeachersPage is the page of the classes' teachers.
type TeachersPage struct {
	base
}

const (
	// learnedDays is the number of days in which a class's last five rolls are looked for.
	learnedDays = 75
	// teacherName limits the characters of a typed name.
	teacherName = 100
)

// Get lists the classes with their teachers, and suggests those whom the school system names or who took the last
// rolls.
func (t *TeachersPage) Get(v *visit.Visit) error {
	return t.pages.Show(v, settings.Teachers(t.view(v)))
}

// after stores the changes and redirects to the page, or shows there why nothing was changed.
func (t *TeachersPage) after(v *visit.Visit, gone, added []roll.ClassTeacher, place string, err error) error {
	if err = cmp.Or(v.Failed(), err); err == nil {
		err = t.store.EditClassTeachers(v.Ctx, v.School.ID, gone, added)
	}
	return visit.After(v, err, t.pages.Paths.To(paths.Teachers, v.School.ID), "teachers"+place, t.Get)
}

func (t *TeachersPage) view(v *visit.Visit) *settings.TeachersView {
	form := v.Request().PostForm
	view := &settings.TeachersView{Page: t.page(v)}
	list := v.Listed(v.Today())
	view.People = slices.DeleteFunc(visit.Read(v, t.store.PeopleOfSchool),
		func(one roll.MemberOfSchool) bool { return one.KeptOut || one.Disabled })
	teachers := visit.Read(v, t.store.ClassTeachers)
	var named []roll.ClassTeacher
	for _, period := range list.Periods {
		named = append(named, visit.Checked(t.store.NamedTeachers(v.Ctx, v.School.ID, period.ID))(v)...)
	}
	learned := visit.Checked(t.store.UsualTakers(v.Ctx, v.School.ID, v.Today().AddDays(-learnedDays), v.Today()))(v)
	for _, class := range naming.NamedClasses(v, withTaught(list.Classes, teachers)) {
		taught := settings.TaughtClass{Class: class, Teachers: roll.TeachersOf(class, teachers)}
		if isOf(form, class) {
			taught.Typed = form.Get("teacher")
		}
		if len(taught.Teachers) == 0 {
			taught.Named = namedOf(class, view.People, roll.TeachersOf(class, named))
			taught.Learned = slices.DeleteFunc(roll.TeachersOf(class, learned), func(one roll.ClassTeacher) bool {
				return class.Division != "" || len(sameAs(one.Value(), taught.Named)) > 0
			})
			view.Learned += len(taught.Suggested())
		}
		view.Classes = append(view.Classes, taught)
	}
	return view
}

// withTaught adds the classes that have teachers and are on no list any more, so that these teachers can be removed.
func withTaught(classes []roll.Class, teachers []roll.ClassTeacher) []roll.Class {
	for _, one := range teachers {
		if !slices.ContainsFunc(classes, roll.ClassKey{Period: one.Period, Class: one.Class}.Means) {
			classes = append(slices.Clip(classes), roll.Class{ID: one.Class, Period: one.Period})
		}
	}
	return classes
}

// isOf reports whether the form is of the class.
func isOf(form url.Values, class roll.Class) bool {
	return roll.ClassKey{Period: roll.PeriodID(form.Get("period")), Class: roll.ClassID(form.Get("class"))}.Means(class)
}

// teach makes the person a teacher of the class.
func teach(class roll.Class, one roll.ClassTeacher) roll.ClassTeacher {
	if one.Class = class.ID; class.Division != "" {
		one.Period = class.Period
	}
	return one
}

// Post adds the typed teacher to a class, or removes one. Instead of a typed one it adds a suggested teacher, or all.
func (t *TeachersPage) Post(v *visit.Visit) error {
	form := v.Request().PostForm
	view := t.view(v)
	var err error
	var gone, added []roll.ClassTeacher
	class := slices.IndexFunc(view.Classes, func(class settings.TaughtClass) bool {
		return isOf(form, class.Class)
	})
	switch {
	case form.Get("learned") == "all":
		for _, class := range view.Classes {
			added = append(added, class.Suggested()...)
		}
	case class < 0:
		return cmp.Or(v.Failed(), visit.ErrUnknownChoice())
	case form.Get("remove") != "":
		gone = sameAs(form.Get("remove"), view.Classes[class].Teachers)
	case form.Get("learned") != "":
		added = sameAs(form.Get("learned"), slices.Concat(view.Classes[class].Named, view.Classes[class].Learned))
	default:
		var one roll.ClassTeacher
		one, err = teacherOf(view.People, form.Get("teacher"), "")
		added = append(added, teach(view.Classes[class].Class, one))
	}
	return t.after(v, gone, added, "#"+settings.TaughtID(class), err)
}

// namedOf finds the people whom the school system names: by the mail address, or else by a name that only one of them
// has. The others keep the name and the address of the list, without a person.
func namedOf(class roll.Class, people []roll.MemberOfSchool, named []roll.ClassTeacher) (all []roll.ClassTeacher) {
	for _, listed := range named {
		one, err := teacherOf(people, listed.Name, listed.Mail)
		if (err != nil || one.Person == "") && listed.Name != "" {
			if byName, _ := teacherOf(people, listed.Name, ""); byName.Person != "" || err != nil {
				one = byName
			}
		}
		if one.Called() != "" {
			all = append(all, teach(class, one))
		}
	}
	return all
}

// sameAs returns the teacher whose button has the value.
func sameAs(value string, all []roll.ClassTeacher) []roll.ClassTeacher {
	return slices.DeleteFunc(slices.Clone(all), func(one roll.ClassTeacher) bool { return one.Value() != value })
}

// teacherOf reads a teacher from a name and a mail address. The first may have both, as in
// "Grace Adeyemi <grace@a.example>". A name or an address of one of the people means that person. It returns
// roll.Meaningless for any other text.
func teacherOf(people []roll.MemberOfSchool, name, address string) (one roll.ClassTeacher, err error) {
	one.Name = strings.TrimSpace(name)
	if address == "" && strings.Contains(name, "@") {
		parsed, err := mail.ParseAddress(one.Name)
		if err != nil {
			return one, roll.Problem(roll.Meaningless, "class_teachers.problem.address").Because(err)
		}
		one.Name, address = parsed.Name, parsed.Address
	}
	if address = strings.TrimSpace(address); address != "" {
		parsed, valid := auth.ParseEmail(address)
		if !valid {
			return one, roll.Problem(roll.Meaningless, "class_teachers.problem.address")
		}
		one.Mail = parsed
	}
	noName := func(char rune) bool { return char == '@' || unicode.IsControl(char) }
	if one.Called() == "" || utf8.RuneCountInString(one.Name) > teacherName || strings.ContainsFunc(one.Name, noName) {
		return one, roll.Problem(roll.Meaningless, "class_teachers.problem.name")
	}
	same := slices.DeleteFunc(slices.Clone(people), func(person roll.MemberOfSchool) bool {
		return person.Email != one.Mail && (one.Mail != "" || !roll.SameName(person.Name, one.Name))
	})
	switch len(same) {
	case 0:
		return one, nil
	case 1:
		return roll.ClassTeacher{Person: same[0].Person, Name: same[0].Name, Mail: same[0].Email}, nil
	}
	return one, roll.Problem(roll.Meaningless, "class_teachers.problem.several")
}

// mostTaught limits the lines of a list.
const mostTaught = 2000

// File replaces the teachers of the classes in an uploaded or pasted list, with a class, a name and a mail address on
// each line. The teachers of other classes stay. Where a line has a fault it changes nothing.
func (t *TeachersPage) File(v *visit.Visit) error {
	content, err := visit.Uploaded(v)
	if err != nil {
		return err
	}
	view := t.view(v)
	lines, err := visit.TableLines(v, content, "class_teachers.problem.no_lines")
	if len(lines) > mostTaught {
		err = roll.Problem(roll.Meaningless, "class_teachers.problem.too_many")
	}
	var gone, added []roll.ClassTeacher
	rows, _ := tables.Rows(lines, []tables.Column{
		{Key: "class", Names: []string{"class", "form", "group", "roster"}, Needed: true},
		{Key: "name", Names: []string{"name", "teacher", "teacher name"}, Needed: true},
		{Key: "mail", Names: []string{"mail", "email", "e-mail", "teacher mail", "teacher email"}},
	})
	for _, row := range rows {
		class, one, wrong := taughtBy(view, row)
		if problem, ok := errors.AsType[*roll.Error](wrong); ok && err == nil {
			err = roll.Problem(roll.Meaningless, "class_teachers.problem.line", "Number", v.Words.Number(row.Number), "Why",
				v.Words.Text(problem.Message))
		}
		gone, added = append(gone, class.Teachers...), append(added, one)
	}
	return t.after(v, gone, added, "", err)
}

// taughtBy reads a class and its teacher from a line. It returns roll.Meaningless for a line without.
func taughtBy(view *settings.TeachersView, row tables.Row) (class settings.TaughtClass, one roll.ClassTeacher,
	err error) {
	name := row.Of("class")
	at := slices.IndexFunc(view.Classes, func(class settings.TaughtClass) bool {
		return class.Division == "" && string(class.ID) == name || strings.EqualFold(class.Name, name)
	})
	if at < 0 {
		return class, one, roll.Problem(roll.Meaningless, "class_teachers.problem.class")
	}
	one, err = teacherOf(view.People, row.Of("name"), row.Of("mail"))
	return view.Classes[at], teach(view.Classes[at].Class, one), err
}

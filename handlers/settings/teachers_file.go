package settings

import (
	"errors"
	"slices"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

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
	lines, err := visit.TableLines(v, t.turn, content, "class_teachers.problem.no_lines")
	if len(lines) > mostTaught {
		err = roll.Problem(roll.Meaningless, "class_teachers.problem.too_many")
	}
	var gone, added []roll.ClassTeacher
	lines, places := taughtLines(lines)
	for _, line := range lines {
		class, one, wrong := taughtBy(view, line, places)
		if problem, ok := errors.AsType[*roll.Error](wrong); ok && err == nil {
			err = roll.Problem(roll.Meaningless, "class_teachers.problem.line", "Number", v.Words.Number(line.Number), "Why", v.Words.Text(problem.Message))
		}
		gone, added = append(gone, class.Teachers...), append(added, one)
	}
	return t.after(v, gone, added, "", err)
}

// taughtLines returns the lines of teachers, and the positions of the columns: by a header, otherwise class, name, mail.
func taughtLines(lines []tables.Line) ([]tables.Line, tables.Places) {
	columns := []tables.Column{
		{Key: "class", Names: []string{"class", "form", "group", "roster"}, Needed: true},
		{Key: "name", Names: []string{"name", "teacher", "teacher name"}, Needed: true},
		{Key: "mail", Names: []string{"mail", "email", "e-mail", "teacher mail", "teacher email"}},
	}
	if len(lines) > 0 {
		if places, _ := tables.Match(lines[0].Texts, columns); len(tables.Missing(places, columns)) == 0 {
			return lines[1:], places
		}
	}
	return lines, tables.Places{"class": 0, "name": 1, "mail": 2}
}

// taughtBy reads a class and its teacher from a line. It returns roll.Meaningless for a line without.
func taughtBy(view *settings.TeachersView, line tables.Line, places tables.Places) (class settings.TaughtClass,
	one roll.ClassTeacher, err error) {
	name := line.Text(places.Of("class"))
	at := slices.IndexFunc(view.Classes, func(class settings.TaughtClass) bool {
		return string(class.ID) == name || strings.EqualFold(class.Name, name)
	})
	if at < 0 {
		return class, one, roll.Problem(roll.Meaningless, "class_teachers.problem.class")
	}
	one, err = teacherOf(view.People, line.Text(places.Of("name")), line.Text(places.Of("mail")))
	one.Class = view.Classes[at].ID
	return view.Classes[at], one, err
}

package naming

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
)

// Names contains the names of a period's students, for pages about marks whose students may have left the
// list since.
type Names struct {
	words    *language.Words
	Students map[roll.EnrolmentID]roll.Enrolment
	order    map[roll.EnrolmentID]int
}

// NamesOf reads the names of a period's students for a page (visit.Check).
func NamesOf(v *visit.Visit, period roll.PeriodID) Names {
	return NamesAmong(v.Words, v.Students(period))
}

// NamesAmong are the names of the students.
func NamesAmong(words *language.Words, students []roll.Enrolment) Names {
	known := Names{
		words:    words,
		Students: make(map[roll.EnrolmentID]roll.Enrolment, len(students)),
		order:    make(map[roll.EnrolmentID]int, len(students)),
	}
	for i, student := range students {
		known.Students[student.ID], known.order[student.ID] = student, i
	}
	return known
}

// FormerNames returns the earlier names of students.
type FormerNames interface {
	NamesFor(ctx context.Context, save roll.Save, numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Enrolment, error)
}

// NamesFor reads the names of a save's students when its page was made (visit.Check).
func NamesFor(v *visit.Visit, former FormerNames, save roll.Save, numbers []roll.EnrolmentID) Names {
	names := Names{words: v.Words, Students: make(map[roll.EnrolmentID]roll.Enrolment)}
	if save.Generation >= v.School.Connected {
		names = NamesOf(v, save.Period)
	}
	if save.Generation < v.School.Generation {
		older := visit.Checked(former.NamesFor(v.Ctx, save, numbers))(v)
		maps.Copy(names.Students, older)
	}
	return names
}

// StudentName returns the name of a student for every page and file, told apart from namesakes. Without a name it uses
// a number.
func StudentName(words *language.Words, student roll.Enrolment) string {
	return lines.Student(words, student)
}

// NameInClass is StudentName where the class stands beside the name.
func NameInClass(words *language.Words, student roll.Enrolment) string {
	return lines.InClass(words, student)
}

// Of returns the student's name, or a number for a student who is on no list any more.
func (n Names) Of(enrolment roll.EnrolmentID, student roll.StudentID) string {
	if listed, known := n.Students[enrolment]; known {
		return StudentName(n.words, listed)
	}
	if enrolment.Erased() || student < 0 {
		return n.words.Text("roll.erased")
	}
	if student != 0 {
		return n.words.Text("story.unnamed", "Number", student)
	}
	return n.words.Text("story.unnamed", "Number", enrolment)
}

// Named returns the name of the student with the student id of answers, or the id for a student who is on no
// list.
func (n Names) Named(student roll.StudentID) (name string, known bool) {
	if found, known := n.byStudent(student); known {
		return n.Of(found.ID, student), true
	}
	return n.words.Text("story.unnamed", "Number", student), false
}

// ClassOf returns the student's class, or "" for a student who is on no list.
func (n Names) ClassOf(student roll.StudentID) string {
	found, known := n.byStudent(student)
	if !known {
		return ""
	}
	return ClassNameOf(n.words, found)
}

// byStudent returns the student's first row in the list.
func (n Names) byStudent(student roll.StudentID) (first roll.Enrolment, known bool) {
	for _, one := range n.Students {
		if student != 0 && one.Student == student && (!known || n.Place(one.ID) < n.Place(first.ID)) {
			first, known = one, true
		}
	}
	return first, known
}

// Place returns the student's position in the school's list. Students who are on no list any more come last.
func (n Names) Place(enrolment roll.EnrolmentID) int {
	if place, known := n.order[enrolment]; known {
		return place
	}
	return len(n.order)
}

// ClassNameOf returns the name of the student's class for a page.
func ClassNameOf(words *language.Words, student roll.Enrolment) string {
	return className(words, student.InClass())
}

// NameOf returns the name of the class for a page.
func NameOf(v *visit.Visit, class roll.Class) string { return className(v.Words, class) }

// NamedClasses returns the classes with their names on pages.
func NamedClasses(v *visit.Visit, classes []roll.Class) []roll.Class {
	named := slices.Clone(classes)
	for i := range named {
		named[i].Name = NameOf(v, named[i])
	}
	return named
}

// className returns the name of a class, or its id, with its division where another class has the same name.
func className(words *language.Words, class roll.Class) string {
	name := class.Name
	switch {
	case name != "":
	case class.ID == roll.WholePeriod:
		name = words.Text("home.whole_period")
	case class.ID == roll.Unplaced:
		name = words.Text("home.unplaced")
	default:
		name = string(class.ID)
	}
	if class.Division == "" {
		return name
	}
	return words.Text("class.of_division", "Class", name, "Division", class.Division)
}

// SavedFor returns the name of the class of a save.
func SavedFor(v *visit.Visit, save roll.Save) string {
	if save.Class == roll.ManyClasses {
		return v.Words.Text("find.many_classes")
	}
	return className(v.Words, roll.Class{ID: save.Class, Name: save.ClassName})
}

// KnownNote returns the status of a known absence of the whole day and its last day, such as "Excused till Fri". It has
// no reason: everyone who sees the roll reads it.
func KnownNote(v *visit.Visit, known roll.KnownAbsence, date roll.Date) string {
	const week = 7
	last := known.To.Noon(v.School.Zone)
	switch {
	case known.To == date || len(known.Weekdays) > 0:
		return v.Words.Text("known.note.today", "Status", known.StatusName)
	case date.DaysUntil(known.To) < week:
		return v.Words.Text("known.note.till", "Status", known.StatusName, "Day", v.Words.ShortWeekday(last.Weekday()))
	}
	return v.Words.Text("known.note.till", "Status", known.StatusName, "Day", v.Words.DayOfMonth(last))
}

// movesOnRow limits the movements on a row, which is one line.
const movesOnRow = 3

// MovesNote returns the student's movements in their order, such as "in 08:52 · out 11:00 · expected 13:00", without
// those that were removed. Of many it returns the last ones. It has no reason: everyone who sees the roll reads it.
func MovesNote(words *language.Words, moves []roll.Movement) string {
	var texts []string
	for _, one := range moves {
		if one.EndedAt.IsZero() {
			texts = append(texts, words.Text(moveKey(one), "Clock", clockOf(words, string(one.Time))))
		}
	}
	return strings.Join(texts[max(0, len(texts)-movesOnRow):], " · ")
}

func moveKey(one roll.Movement) language.Key {
	switch {
	case !one.Planned:
		return language.MoveKeys.Of(string(one.Kind))
	case one.Kind == roll.MoveOut:
		return "movement.leaves"
	}
	return "movement.expected"
}

// WallTime formats the time of a mark, which is kept as HH:MM and perhaps an offset. It returns "" for none.
func WallTime(v *visit.Visit, observed string) string { return clockOf(v.Words, observed) }

func clockOf(words *language.Words, observed string) string {
	if observed == "" {
		return ""
	}
	text := lines.WallTime(observed)
	at, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return words.Clock(at)
}

// GroupClasses returns the groups that the visitor may see, as classes without a number of students.
func GroupClasses(v *visit.Visit, groups []roll.Group) []roll.Class {
	var classes []roll.Class
	for _, group := range VisibleTo(v, groups) {
		classes = append(classes,
			roll.Class{ID: group.ID.Class(), Name: group.Name, Owner: group.Owner, Period: group.Period})
	}
	return classes
}

// VisibleTo returns the groups that the visitor may see.
func VisibleTo(v *visit.Visit, groups []roll.Group) []roll.Group {
	return slices.DeleteFunc(slices.Clone(groups), func(group roll.Group) bool { return !group.VisibleTo(v.Person.ID) })
}

// Classes returns the classes of the period and the groups that the visitor may see.
func Classes(v *visit.Visit, rosters *rosters.Rosters, period roll.PeriodID) ([]roll.Class, error) {
	classes, _, err := rosters.Classes(v.Ctx, v.School, period)
	if err != nil {
		return nil, err
	}
	groups, err := rosters.Groups(v.Ctx, v.School, period)
	return append(NamedClasses(v, classes), GroupClasses(v, groups)...), err
}

// GroupsOf returns the groups of the periods (visit.Check).
func GroupsOf(v *visit.Visit, rosters *rosters.Rosters, periods []roll.Period) (groups []roll.Group) {
	for _, period := range periods {
		groups = append(groups, visit.Checked(rosters.Groups(v.Ctx, v.School, period.ID))(v)...)
	}
	return groups
}

// ClassesOn returns the classes of the date and the groups that the visitor may see (visit.Check).
func ClassesOn(v *visit.Visit, rosters *rosters.Rosters, date roll.Date) []roll.Class {
	list := v.Listed(date)
	return append(NamedClasses(v, list.Classes), GroupClasses(v, GroupsOf(v, rosters, list.Periods))...)
}

// SharedClasses returns the classes of the date and the school's groups, for a roll that another person takes. Personal
// groups are left out (visit.Check).
func SharedClasses(v *visit.Visit, rosters *rosters.Rosters, date roll.Date) []roll.Class {
	return slices.DeleteFunc(ClassesOn(v, rosters, date), func(class roll.Class) bool { return class.Owner != "" })
}

package part

import (
	"strings"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ClassToday is a class with the progress of its roll of today.
type ClassToday struct {
	roll.ClassDay
	// Own is true for one of the person's own groups.
	Own bool
	// Mine is true if the person teaches the class, or saved its roll today or on one of the last school days; Usual
	// is false if that was today only, so that it does not change during the day.
	Mine, Usual bool
	// Last names the person who took the roll, and the last who changed it; it may be empty.
	Last string
	// Absent lists the students who are absent, in the class's order.
	Absent []AbsentStudent
}

// AbsentStudent is a student who is absent today.
type AbsentStudent struct {
	ID   roll.EnrolmentID
	Name string
}

// Done reports whether all marks of the class are in the school system.
func (c ClassToday) Done() bool { return c.State() == roll.ClassDone }

// Taken reports whether the class needs no more work today. Marks on their way count as taken.
func (c ClassToday) Taken() bool { return !c.State().Missing() }

// IsGroup reports whether it is a group, whose students are counted in their classes.
func (c ClassToday) IsGroup() bool {
	_, is := c.Class.ID.Group()
	return is
}

// Leads returns the class to take next. It prefers, in this order: one of the person's own classes that is
// begun, another of the person's own, the first without marks, the first that is not taken. It returns nil if
// all are taken.
func Leads(classes []ClassToday) (first *ClassToday) {
	best := 0
	for i := range classes {
		if turn := TurnOf(&classes[i].ClassDay, classes[i].Mine); turn > best {
			first, best = &classes[i], turn
		}
	}
	return first
}

// TurnOf is greater for a class to take earlier, in the order of Leads; 0 for one that is taken. Mine is that of
// ClassToday.
func TurnOf(class *roll.ClassDay, mine bool) int {
	state := class.State()
	switch {
	case !state.Missing():
		return 0
	case mine && state != roll.ClassUntouched:
		return 4
	case mine:
		return 3
	case state == roll.ClassUntouched:
		return 2
	}
	return 1
}

// Roll returns the query of the class's roll. It has no date, so a link opened tomorrow opens the roll of
// that day.
func (c ClassToday) Roll() paths.RollQuery {
	return paths.RollQuery{Period: string(c.Class.Period), Class: string(c.Class.ID)}
}

// Text describes the progress of the class.
func (c ClassToday) Text(w *language.Words) string {
	switch c.State() {
	case roll.ClassNeeds, roll.ClassDisputed:
		return w.Count("home.class.need", c.Need)
	case roll.ClassUnderWay:
		return w.Count("home.class.under_way", c.UnderWay)
	case roll.ClassPartly:
		return w.Text("home.class.partly", "Recorded", w.Number(c.Marked+c.Elsewhere-c.UnderWay), "Students",
			w.Number(c.Class.Students))
	case roll.ClassUntouched, roll.ClassOpened:
		return w.Count("home.class.nothing", c.Class.Students)
	case roll.ClassDone:
	}
	return w.Count("home.class.done", c.Class.Students)
}

// brief is Text for a list of classes: for a class without marks it returns only the number of students.
func (c ClassToday) brief(w *language.Words) string {
	if c.State() == roll.ClassUntouched {
		return w.Count("roll.students", c.Class.Students)
	}
	return c.Text(w)
}

// Opens returns the attribute that lets any of the keys follow a link; there may be no key.
func Opens(keys ...string) templ.Attributes {
	pressed := strings.TrimSpace(strings.Join(keys, " "))
	key := templ.KV(pressed, pressed != "")
	return templ.Attributes{"data-key": key, "aria-keyshortcuts": key}
}

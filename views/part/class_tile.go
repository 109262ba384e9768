package part

import (
	"strings"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ClassToday is a class, and how far its roll of today is.
type ClassToday struct {
	Class  roll.Class
	Period roll.PeriodID
	// Own is true for a group of the person's own.
	Own bool
	// Mine is true where the person saved its roll today or on one of the last school days, and Usual
	// where that was before today: so it stays all day.
	Mine, Usual bool
	// Recorded counts the students with a mark that the school system confirmed.
	Recorded int
	// UnderWay counts the marks that go through by themselves, Need those that need a person.
	UnderWay, Need int
	// By is the person who saved last, Clock the time of it, as Words.Clock writes it; both may be empty.
	By, Clock string
}

// State names the state of the class. Where a mark needs a person it is "need", whatever else is
// true of the class.
func (c ClassToday) State() string {
	switch {
	case c.Need > 0:
		return "need"
	case c.UnderWay > 0 && c.Taken():
		return "under_way"
	case c.Recorded+c.UnderWay == 0:
		return "nothing"
	case !c.Taken():
		return "partly"
	default:
		return "done"
	}
}

// Done reports whether all marks of the class are in the school system.
func (c ClassToday) Done() bool { return c.State() == "done" }

// Taken reports whether nobody has anything left to do for the class today: what is on its way
// goes by itself.
func (c ClassToday) Taken() bool { return c.Recorded+c.UnderWay >= c.Class.Students }

// Leads returns the class that is taken next: one of the person's own that is begun, else one of her own
// without marks, else the first without marks, else the first that is not taken. It returns nil where
// all are taken.
func Leads(classes []ClassToday) *ClassToday {
	for _, asks := range []func(*ClassToday) bool{
		func(c *ClassToday) bool { return c.Mine && c.State() != "nothing" },
		func(c *ClassToday) bool { return c.Mine },
		func(c *ClassToday) bool { return c.State() == "nothing" },
		func(*ClassToday) bool { return true },
	} {
		for i := range classes {
			if c := &classes[i]; !c.Taken() && asks(c) {
				return c
			}
		}
	}
	return nil
}

// Roll returns the query of the class's roll. It names no date: the link opens the roll of the day on
// which it is followed.
func (c ClassToday) Roll() paths.RollQuery {
	return paths.RollQuery{Period: string(c.Period), Class: string(c.Class.ID)}
}

// Text says how far the class is.
func (c ClassToday) Text(w *language.Words) string {
	switch state := c.State(); state {
	case "need":
		return w.Count("home.class.need", c.Need)
	case "under_way":
		return w.Count("home.class.under_way", c.UnderWay)
	case "partly":
		return w.Text("home.class.partly", "Recorded", w.Number(c.Recorded), "Students", w.Number(c.Class.Students))
	case "nothing":
		return w.Count("home.class.nothing", c.Class.Students)
	default:
		return w.Count("home.class.done", c.Class.Students)
	}
}

// brief says how far the class is among others: of one without marks only how large it is.
func (c ClassToday) brief(w *language.Words) string {
	if c.State() == "nothing" {
		return w.Count("roll.students", c.Class.Students)
	}
	return c.Text(w)
}

// last says when the class's roll was last saved, and by whom.
func (c ClassToday) last(w *language.Words) string {
	if c.By == "" {
		return c.Clock
	}
	return w.Text("home.class.last", "Clock", c.Clock, "By", c.By)
}

// Opens marks a link as followed by any of the keys; there may be none.
func Opens(keys ...string) templ.Attributes {
	pressed := strings.TrimSpace(strings.Join(keys, " "))
	if pressed == "" {
		return nil
	}
	return templ.Attributes{"data-key": pressed, "aria-keyshortcuts": pressed}
}

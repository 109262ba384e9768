package part

import (
	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ClassToday is a class and what is done of its roll of today.
type ClassToday struct {
	Class  roll.Class
	Period roll.PeriodID
	// Own is true for a group of the person's own.
	Own bool
	// Recorded is how many students have a mark that the school system confirmed.
	Recorded int
	// UnderWay is how many marks go through by themselves, Need how many need a person.
	UnderWay, Need int
	// By is who saved last, Clock when, as Words.Clock writes it; both may be empty.
	By, Clock string
}

// state is what the tile says first: a class with something that needs a person
// says so whatever else is true of it.
func (c ClassToday) state() string {
	switch {
	case c.Need > 0:
		return "need"
	case c.UnderWay > 0:
		return "under_way"
	case c.Recorded == 0:
		return "nothing"
	case c.Recorded < c.Class.Students:
		return "partly"
	default:
		return "done"
	}
}

// Done tells whether nothing is left to do for the class today.
func (c ClassToday) Done() bool { return c.state() == "done" }

// Roll is the address of the class's roll of today, whichever day that is when it is followed.
func (c ClassToday) Roll() paths.RollQuery {
	return paths.RollQuery{Period: string(c.Period), Class: string(c.Class.ID)}
}

func (c ClassToday) text(w *language.Words) string {
	switch c.state() {
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

// last is when the class's roll was last saved, and by whom.
func (c ClassToday) last(w *language.Words) string {
	if c.By == "" {
		return c.Clock
	}
	return w.Text("home.class.last", "Clock", c.Clock, "By", c.By)
}

// opens marks a link as followed by a key.
func opens(key string) templ.Attributes {
	if key == "" {
		return nil
	}
	return templ.Attributes{"data-key": key, "aria-keyshortcuts": key}
}

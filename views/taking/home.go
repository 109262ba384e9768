package taking

import (
	"strconv"
	"strings"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// HomeView is a school's first page: the classes, and how far today's rolls are.
type HomeView struct {
	layout.Page
	// Date is today in the school's zone.
	Date roll.Date
	// Period is the chosen school year or term; Periods are all that can be chosen
	// (posted to Paths.ChoosePeriod with the field period).
	Period  roll.Period
	Periods []roll.Period
	// Classes are shown as given: in the school's order, which is the same all day. Where they are the
	// person's own, Others are the rest of the school's, which are folded.
	Classes, Others []part.ClassToday
	// Learns is true for who took none of the classes before: all are shown.
	Learns bool
	// Lead is the class that is taken next, one of Classes; nil where none is.
	Lead *part.ClassToday
	// Due tells by when rolls are taken; nil where the school does not say.
	Due *Due
	// ListClock is the time at which the lists were read, as Words.Clock writes it, or with the
	// date where that is another day; empty where it is not known.
	ListClock string
	// ListStale is true when the last try to read the lists again failed.
	ListStale bool
	// GroupsAddress leads to the page on which the person keeps groups of her own; empty leaves it out.
	GroupsAddress string
	// Closed says that the school is closed today; empty where it is open.
	Closed string
	// TakesAway offers the page of exports.
	TakesAway bool
	// Compared is the outcome of comparing the day with the school system's; nil leaves it out.
	Compared *ComparisonSummary
	// Empty says why there are no classes.
	Empty HomeEmpty
}

// HomeEmpty is the reason why a school's first page shows no classes. Its words are in the
// catalogue as home.empty.REASON, with what to do as home.todo.REASON, and for admins
// as home.admin_todo.REASON.
type HomeEmpty string

// The reasons.
const (
	// HomeNotEmpty: there are classes.
	HomeNotEmpty HomeEmpty = ""
	// HomeNoClasses: the lists of the school year or term hold nobody.
	HomeNoClasses HomeEmpty = "no_classes"
	// HomeNotRead: the school system has not given its lists yet.
	HomeNotRead HomeEmpty = "not_read"
	// HomeNoPeriod: the school system gives no school year or term.
	HomeNoPeriod HomeEmpty = "no_period"
	// HomeNotConnected: the school has no address or key of its school system yet.
	HomeNotConnected HomeEmpty = "not_connected"
)

// Due is the time by which rolls are taken today.
type Due struct {
	// Clock is the time, as Words.Clock writes it.
	Clock string
	// Minutes are left until then; negative once it has passed.
	Minutes int
}

// text says by when the roll is due, and how late it is.
func (d *Due) text(w *language.Words) string {
	switch {
	case d == nil:
		return w.Text("home.due_next")
	case d.Minutes > 60:
		return w.Text("home.due", "Clock", d.Clock)
	case d.Minutes > 0:
		return w.Count("home.due_in", d.Minutes, "Clock", d.Clock)
	case d.Minutes == 0:
		return w.Text("home.due_now", "Clock", d.Clock)
	}
	return w.Count("home.due_late", -d.Minutes, "Clock", d.Clock)
}

// progress counts the rolls that are done, in one line.
func (v *HomeView) progress() string {
	if len(v.Classes) == 0 {
		return v.School.Name
	}
	done := len(v.those(part.ClassToday.Done))
	return v.Words.Count(v.progressKey(), len(v.Classes), "Done", v.Words.Number(done), "School", v.School.Name)
}

// mostBlocks is the largest number of classes that a line of blocks shows, one each.
const mostBlocks = 24

// numbered is a class with the digit that opens it all day; only nine classes have one.
type numbered struct {
	part.ClassToday
	key string
}

// those returns the classes for which asked is true, in the school's order.
func (v *HomeView) those(asked func(part.ClassToday) bool) []numbered {
	var those []numbered
	for i := range v.Classes {
		if asked(v.Classes[i]) {
			those = append(those, numbered{v.Classes[i], v.key(i)})
		}
	}
	return those
}

// others returns the classes that are not the person's own; their digits follow those of hers.
func (v *HomeView) others() []numbered {
	others := make([]numbered, len(v.Others))
	for i := range v.Others {
		others[i] = numbered{v.Others[i], v.key(len(v.Classes) + i)}
	}
	return others
}

// progressKey counts all rolls of the school, or those of the person's own classes.
func (v *HomeView) progressKey() language.Key {
	if len(v.Others) > 0 {
		return "home.progress_own"
	}
	return "home.progress"
}

// takenKey says that all rolls of the school are done, or all that are the person's own.
func (v *HomeView) takenKey() language.Key {
	if len(v.Others) > 0 {
		return "home.own_taken"
	}
	return "home.all_taken"
}

// toDo returns the classes of which something is left to do, besides the one that leads.
func (v *HomeView) toDo() []numbered {
	return v.those(func(c part.ClassToday) bool {
		return !c.Taken() && (v.Lead == nil || c.Class.ID != v.Lead.Class.ID)
	})
}

// underWay returns the classes whose remaining marks go through by themselves.
func (v *HomeView) underWay() []numbered {
	return v.those(func(c part.ClassToday) bool { return c.Taken() && !c.Done() })
}

func names(classes []numbered) string {
	all := make([]string, len(classes))
	for i := range classes {
		all[i] = classes[i].Class.Name
	}
	return strings.Join(all, ", ")
}

// key is the digit that opens the n-th class; only nine classes have one.
func (v *HomeView) key(n int) string {
	if n >= 9 || v.Person == nil || !v.Person.SingleKeys {
		return ""
	}
	return strconv.Itoa(n + 1)
}

// leadKeys returns the keys that open the class that leads: its digit, and Enter where nothing
// else has the focus.
func (v *HomeView) leadKeys() (digit, enter string) {
	if v.Person == nil || !v.Person.SingleKeys {
		return "", ""
	}
	for i := range v.Classes {
		if v.Classes[i].Class.ID == v.Lead.Class.ID {
			digit = v.key(i)
		}
	}
	return digit, "Enter"
}

func (v *HomeView) lists() string {
	if v.ListStale {
		return v.Words.Text("home.lists_stale", "Clock", v.ListClock)
	}
	return v.Words.Text("home.lists", "Clock", v.ListClock)
}

// worksInOffice reports whether the person may see why a list is an older one.
func (v *HomeView) worksInOffice() bool {
	return v.Person != nil && (v.Person.Role == roll.Office || v.Person.Role == roll.Admin)
}

func (v *HomeView) administers() bool { return v.Person != nil && v.Person.Role == roll.Admin }

// emptyAdvice is the key of what to do about a page without classes.
func (v *HomeView) emptyAdvice() language.Key {
	if v.administers() {
		return language.HomeAdminTodoKeys.Of(string(v.Empty))
	}
	return language.HomeTodoKeys.Of(string(v.Empty))
}

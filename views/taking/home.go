package taking

import (
	"slices"
	"strconv"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// HomeView is a school's first page: the classes, with the progress of today's rolls.
type HomeView struct {
	layout.Page
	// Date is today in the school's zone.
	Date roll.Date
	// Period has the names of today's school years or terms.
	Period string
	// Classes are shown in the given order: the school's, which stays the same all day. If they are only the
	// person's own, OtherClasses are the school's other classes, which are folded.
	Classes, OtherClasses []part.ClassToday
	// Learns is true for a person who has taken none of the classes before; the page then shows all.
	Learns bool
	// Lead is the class to take next, one of Classes; it may be nil.
	Lead *part.ClassToday
	// Due is the deadline for rolls; nil if the school sets none.
	Due *Due
	// ListClock is the time when Rollbook read the lists, as Words.Clock writes it, with the date if that is
	// another day; it is empty if the time is not known.
	ListClock string
	// ListStale is true if the last attempt to read the lists failed.
	ListStale bool
	// GroupsAddress is the address of the person's own groups; if it is empty the page has no link to them.
	GroupsAddress string
	// Closed is the sentence about a day when the school is closed; empty if it is open.
	Closed string
	// TakesAway is true if the page links to the exports.
	TakesAway bool
	// Question is the key of the sentence about a question that waits for the office; it may be empty.
	Question language.Key
	// Compared is the result of comparing the day with the school system's; it may be nil.
	Compared *roll.Comparison
	// Empty is the reason why there are no classes.
	Empty HomeEmpty
}

// HomeEmpty is the reason why a school's first page shows no classes. Its words are in the catalogue as
// home.empty.REASON, with what to do as home.todo.REASON, and for admins as home.admin_todo.REASON.
type HomeEmpty string

// The reasons.
const (
	// HomeNotEmpty: there are classes.
	HomeNotEmpty HomeEmpty = ""
	// HomeNoClasses: the lists of the school year or term are empty.
	HomeNoClasses HomeEmpty = "no_classes"
	// HomeNotRead: Rollbook has not read the school system's lists yet.
	HomeNotRead HomeEmpty = "not_read"
	// HomeNoPeriod: the school system has no school year or term.
	HomeNoPeriod HomeEmpty = "no_period"
	// HomeNotOpen: no school year or term contains today.
	HomeNotOpen HomeEmpty = "not_open"
	// HomeBeforeList: Rollbook has no list and no marks of the past day.
	HomeBeforeList HomeEmpty = "before_list"
	// HomeNotConnected: the school system's address or key is not set yet.
	HomeNotConnected HomeEmpty = "not_connected"
)

// Due is the deadline for rolls today.
type Due struct {
	// Clock is the time, as Words.Clock writes it.
	Clock string
	// Minutes is the number of minutes until then; it is negative afterwards.
	Minutes int
}

// text returns the sentence about the time left, or the delay.
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

// progress returns the number of rolls that are done, in one line.
func (v *HomeView) progress() string {
	if len(v.Classes) == 0 {
		return v.School.Name
	}
	isDone := func(class part.ClassToday) bool { return !class.IsGroup() && class.Done() }
	done := v.Words.Number(len(v.filter(isDone)))
	return v.Words.Count(v.ofAll("home.progress", "home.progress_own"), v.rolls(), "Done", done, "School", v.School.Name)
}

// rolls counts the classes without the groups, like the day board.
func (v *HomeView) rolls() int {
	return len(v.filter(func(class part.ClassToday) bool { return !class.IsGroup() }))
}

// mostBlocks is the maximum number of classes that the progress line draws as blocks, one per class.
const mostBlocks = 24

// numbered is a class with its digit key, which is the same all day; only nine classes have one.
type numbered struct {
	part.ClassToday
	key string
}

// filter returns the classes that match, in the school's order, each with its key.
func (v *HomeView) filter(match func(part.ClassToday) bool) []numbered {
	var matching []numbered
	for i := range v.Classes {
		if match(v.Classes[i]) {
			matching = append(matching, numbered{v.Classes[i], v.key(i)})
		}
	}
	return matching
}

// others returns the classes that are not the person's own; their digits follow those of the person's
// classes.
func (v *HomeView) others() []numbered {
	others := make([]numbered, len(v.OtherClasses))
	for i := range v.OtherClasses {
		others[i] = numbered{v.OtherClasses[i], v.key(len(v.Classes) + i)}
	}
	return others
}

// ofAll returns the key of a sentence about all rolls of the school, or else about the person's own.
func (v *HomeView) ofAll(all, own language.Key) language.Key {
	return language.Either(len(v.OtherClasses) > 0, own, all)
}

// toDo returns the classes with work left, without the one that leads.
func (v *HomeView) toDo() []numbered {
	return v.filter(func(c part.ClassToday) bool {
		return !c.Taken() && (v.Lead == nil || c.Class.ID != v.Lead.Class.ID)
	})
}

// underWay returns the classes whose remaining marks Rollbook sends without help.
func (v *HomeView) underWay() []numbered {
	return v.filter(func(c part.ClassToday) bool { return c.Taken() && !c.Done() })
}

func (v *HomeView) names(classes []numbered) string {
	all := make([]string, len(classes))
	for i := range classes {
		all[i] = classes[i].Class.Name
	}
	return v.Words.List(all)
}

// key returns the digit that opens the n-th class, or "" after the ninth.
func (v *HomeView) key(n int) string {
	if n >= 9 || v.Person == nil || !v.Person.SingleKeys {
		return ""
	}
	return strconv.Itoa(n + 1)
}

// leadKeys returns the keys that open the leading class: its digit, and Enter if no other element has the
// focus.
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

// advice returns the key of the advice for a page without classes.
func (e HomeEmpty) advice(p *layout.Page) language.Key {
	if p.Connects {
		return language.HomeAdminTodoKeys.Of(string(e))
	}
	return language.HomeTodoKeys.Of(string(e))
}

// absent returns the number of absent students in the classes and groups on the page, and those that have one. A
// student of a class and a group is named under the class.
func (v *HomeView) absent() (count int, classes []part.ClassToday) {
	named := make(map[roll.EnrolmentID]bool)
	for _, class := range v.Classes {
		class.Absent = slices.DeleteFunc(slices.Clone(class.Absent),
			func(one part.AbsentStudent) bool { return named[one.ID] })
		for _, one := range class.Absent {
			named[one.ID] = true
		}
		if len(class.Absent) > 0 {
			classes = append(classes, class)
		}
	}
	return len(named), classes
}

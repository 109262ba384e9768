package taking

import (
	"strconv"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// HomeView is a school's first page: the classes, and what is done of today's roll.
type HomeView struct {
	layout.Page
	// Date is today in the school's zone.
	Date roll.Date
	// Period is the chosen school year or term; Periods are all that can be chosen
	// (posted to Paths.ChoosePeriod with the field period).
	Period  roll.Period
	Periods []roll.Period
	// Classes are shown as given: those used last first.
	Classes []part.ClassToday
	// ListClock is when the lists were read, as Words.Clock writes it, or with the
	// date where that is another day; empty where it is not known.
	ListClock string
	// ListStale is true when the last try to read the lists again failed.
	ListStale bool
	// GroupsAddress is where the person keeps groups of her own; empty leaves it out.
	GroupsAddress string
	// Closed says that the school is closed today; empty where it is open.
	Closed string
	// TakesAway offers what leaves Rollbook.
	TakesAway bool
	// Compared is how the day compares with the school system's; nil leaves it out.
	Compared *ComparisonSummary
	// Empty is why there are no classes.
	Empty HomeEmpty
}

// HomeEmpty is why a school's first page shows no classes. Its words are in the
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

// progress is how many classes are done, in one line.
func (v *HomeView) progress() string {
	done := 0
	for _, class := range v.Classes {
		if class.Done() {
			done++
		}
	}
	if len(v.Classes) == 0 {
		return v.School.Name
	}
	return v.Words.Count("home.progress", len(v.Classes), "Done", v.Words.Number(done), "School", v.School.Name)
}

// key is the digit that opens the n-th class; only nine classes have one.
func (v *HomeView) key(n int) string {
	if n >= 9 || v.Person == nil || !v.Person.SingleKeys {
		return ""
	}
	return strconv.Itoa(n + 1)
}

func (v *HomeView) lists() string {
	if v.ListStale {
		return v.Words.Text("home.lists_stale", "Clock", v.ListClock)
	}
	return v.Words.Text("home.lists", "Clock", v.ListClock)
}

func (v *HomeView) administers() bool { return v.Person != nil && v.Person.Role == roll.Admin }

// emptyAdvice is the key of what to do about a page without classes.
func (v *HomeView) emptyAdvice() language.Key {
	if v.administers() {
		return language.HomeAdminTodoKeys.Of(string(v.Empty))
	}
	return language.HomeTodoKeys.Of(string(v.Empty))
}

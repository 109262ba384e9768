package office

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DayView is the office's page of a date: every class, and how far its roll is.
type DayView struct {
	layout.Page
	Period roll.Period
	Date   roll.Date
	// Today is the date in the school's zone, Earliest the first date that can be looked at.
	Today, Earliest roll.Date
	// Due is the time by which the school's rolls are taken, HH:MM; empty where the school sets none.
	Due string
	// Closed says that the school is closed on the date; empty where it is open.
	Closed string
	// OthersNamed tells the office once that the school system named students who were not sent.
	OthersNamed bool
	// Earlier counts the marks of days before that only a person can send.
	Earlier int
	// Refused lists the taps at doors that could not be saved, today only.
	Refused []RefusedTaps
	// Classes are shown as given: those that are missing first.
	Classes []DayClass
	Parts   DayParts
	// CellsAddress and EventsAddress are the addresses at which the page hears of changes.
	CellsAddress, EventsAddress string
	// Empty says why there are no classes.
	Empty taking.HomeEmpty
}

// DayClass is one class of a board.
type DayClass struct {
	Name  string
	Class roll.Class
	Roll  paths.RollQuery
	Cell  DayCell
}

// longName is the number of characters from which on a class's name takes the place of several.
const longName = 9

func (c *DayClass) long() bool { return utf8.RuneCountInString(c.Name) >= longName }

// DayParts holds the parts of a board that change while somebody looks at it.
type DayParts struct {
	// Cells holds the cells of all classes, in the order of the school's list.
	Cells []DayCell
	Chart []DayCount
	// Away lists who is away, class by class.
	Away []DayAway
	// Arrivals wait for somebody's word.
	Arrivals []DayArrival
	// Tablets lists the tablets at classroom doors by class, today only.
	Tablets []DayTablet
}

// DayCell says how far one class is.
type DayCell struct {
	// ID is the name of the cell's element.
	ID    string
	State roll.ClassState
	// Marked counts those of the Students who have a mark; UnderWay and Need count those of them whose
	// mark goes through by itself and who need a person.
	Students, Marked, UnderWay, Need int
	// Elsewhere counts those of the others whose mark was made in the school system, as it was read
	// at Read; 0 and empty where there are none.
	Elsewhere int
	Read      string
	// By is the person who marked last and Clock the time of it, as Words.Clock writes it; where nobody is
	// marked, they are those of the roll's opening. Both may be empty.
	By, Clock string
	// Overdue is the number of minutes by which the roll is overdue; 0 where it is not.
	Overdue int
}

// DayCount is a bar of the chart: students who are counted together, such as those with one status.
type DayCount struct {
	Label string
	// Look is the look of the bar, one of the classes f-...; empty for none.
	Look, Letter string
	Students     int
	// Place is the bar's place among the others.
	Place int
}

// DayAnswer holds the changes of a board: some cells, and the counts of all.
type DayAnswer struct {
	layout.Page
	DayParts
	// Changed are the cells to be put in their places.
	Changed []DayCell
	// AwayChanged is true where the list of who is away is to be put in its place, too.
	AwayChanged bool
}

// text says how far the class is.
func (c *DayCell) text(w *language.Words) string {
	switch c.State {
	case roll.ClassOpened:
		return w.Text("day.state.opened", "Clock", c.Clock, "By", c.By)
	case roll.ClassPartly:
		return w.Text("day.state.partly", "Marked", w.Number(c.Marked+c.Elsewhere), "Students", w.Number(c.Students))
	case roll.ClassNeeds:
		return w.Count("day.state.need", c.Need)
	case roll.ClassUnderWay:
		return w.Count("day.state.under_way", c.UnderWay)
	case roll.ClassDone:
		return w.Count("day.state.done", c.Students)
	case roll.ClassUntouched:
	}
	return w.Text("day.state.untouched")
}

// detail returns the smaller text beside it: who marked last and when, and the missing students
// where the text says something else.
func (c *DayCell) detail(w *language.Words) string {
	elsewhere := ""
	if c.Elsewhere > 0 {
		elsewhere = w.Count("day.state.elsewhere", c.Elsewhere, "Clock", c.Read)
	}
	if c.Marked == 0 || c.Clock == "" {
		return elsewhere
	}
	last := w.Text("home.class.last", "Clock", c.Clock, "By", c.By)
	if elsewhere != "" {
		last = elsewhere + " · " + last
	}
	if missing := c.Students - c.Marked - c.Elsewhere; c.State == roll.ClassNeeds && missing > 0 {
		return w.Count("day.state.missing", missing, "Last", last)
	}
	return last
}

func (c *DayCell) overdue(w *language.Words) string { return w.Count("day.overdue", c.Overdue) }

// count counts the classes that are in any of the states.
func (p *DayParts) count(states ...roll.ClassState) int {
	count := 0
	for _, cell := range p.Cells {
		if slices.Contains(states, cell.State) {
			count++
		}
	}
	return count
}

func percent(part, all int) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(part)/float64(max(all, 1))), ".0") + "%"
}

// missing counts the classes that have students without a mark, or with one that needs a person.
func (p *DayParts) missing() int {
	return p.count(roll.ClassUntouched, roll.ClassOpened, roll.ClassPartly, roll.ClassNeeds)
}

func (p *DayParts) done() int { return p.count(roll.ClassDone) }

// lead says how many rolls are missing, or that none is.
func (p *DayParts) lead(w *language.Words) string {
	if missing := p.missing(); missing > 0 {
		return w.Count("day.missing", missing)
	}
	return w.Count("day.none_missing", len(p.Cells))
}

// overdue returns the minutes by which the missing rolls are overdue; all are due at the same time.
func (p *DayParts) overdue() int {
	most := 0
	for _, cell := range p.Cells {
		most = max(most, cell.Overdue)
	}
	return most
}

// absent counts the students whose status means that they are absent.
func (p *DayParts) absent() int {
	absent := 0
	for _, count := range p.Chart {
		if count.Look == string(roll.Absent) {
			absent += count.Students
		}
	}
	return absent
}

// dayBar is a part of the bar of all students, as SVG wants it.
type dayBar struct{ Look, At, Width string }

// bars returns the parts of the bar of all students, one after the other.
func (p *DayParts) bars() []dayBar {
	all, before := p.students(), 0
	bars := make([]dayBar, 0, len(p.Chart))
	for _, count := range p.Chart {
		bars = append(bars, dayBar{Look: count.Look, At: percent(before, all), Width: percent(count.Students, all)})
		before += count.Students
	}
	return bars
}

// rest counts, in one line, the classes of each state but done.
func (p *DayParts) rest(w *language.Words) string {
	var texts []string
	for _, state := range roll.ClassStates() {
		if n := p.count(state); n > 0 && state != roll.ClassDone {
			texts = append(texts, w.Count(language.DayClassesKeys.Of(string(state)), n))
		}
	}
	return strings.Join(texts, " · ")
}

// students counts the students of the chart.
func (p *DayParts) students() int {
	all := 0
	for _, count := range p.Chart {
		all += count.Students
	}
	return all
}

// students returns the address of the page on which a class's students are found and marked one by one.
func (v *DayView) students(class string) templ.SafeURL {
	query := paths.FindQuery{Text: class}
	if v.past() {
		query.Date = string(v.Date)
	}
	return templ.SafeURL(v.Paths.Find(string(v.School.ID), query))
}

// in returns the classes in the states, in the order in which they are shown.
func (v *DayView) in(states ...roll.ClassState) []*DayClass {
	var classes []*DayClass
	for i := range v.Classes {
		if slices.Contains(states, v.Classes[i].Cell.State) {
			classes = append(classes, &v.Classes[i])
		}
	}
	return classes
}

func (v *DayView) roll(class *DayClass) templ.SafeURL {
	return templ.SafeURL(v.Paths.Roll(string(v.School.ID), class.Roll))
}

func (v *DayView) past() bool { return v.Date < v.Today }

func (v *DayView) longDate() string { return v.Words.LongDate(v.Date.Noon(time.UTC)) }

// at is the address of another date; today's has none.
func (v *DayView) at(date roll.Date) templ.SafeURL {
	if date == v.Today {
		date = ""
	}
	return templ.SafeURL(v.Paths.Day(string(v.School.ID), string(date)))
}

// advice is the key of what to do about a board without classes.
func (v *DayView) advice() language.Key {
	if v.Person != nil && v.Person.Role == roll.Admin {
		return language.HomeAdminTodoKeys.Of(string(v.Empty))
	}
	return language.HomeTodoKeys.Of(string(v.Empty))
}

// live says where the page hears of changes.
func (v *DayView) live() templ.Attributes {
	return templ.Attributes{
		"data-events": v.EventsAddress, "data-statuses": v.CellsAddress, "data-always": true, "data-silence": "25000",
		"data-script": v.Assets.Path("htmx-sse.js"),
	}
}

// DayIndexView is the page on which a school sets the time by which rolls are taken, and how far
// back they may be corrected.
type DayIndexView struct {
	layout.Page
	// Due is HH:MM, or what was typed; empty where no roll is ever overdue.
	Due string
	// Late is the time until which nobody is late, HH:MM or what was typed; it may be empty.
	Late string
	// Past is the number of days back that the office may correct, or what was typed.
	Past string
	// Wrong and WrongLate are true where the text typed is no time, WrongPast where it is no such number,
	// Kept where all was stored.
	Wrong, WrongLate, WrongPast, Kept bool
}

package office

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DayView is the office's page of a date: every class, with the progress of its roll.
type DayView struct {
	layout.Page
	Period string // names those of the date
	Date   roll.Date
	// Today is the date in the school's zone, Earliest the first date that the page can show.
	Today, Earliest roll.Date
	// Due is the time by which the school's rolls are taken, HH:MM; empty if the school sets none.
	Due string
	// Closed is the sentence about a day when the school is closed; empty if it is open.
	Closed string
	// OthersNamed is true if the office has not seen yet that the school system named students who were not
	// sent.
	OthersNamed bool
	// Question is the key of the sentence about a question that waits for the office; it may be empty.
	Question language.Key
	// Earlier counts the marks of earlier days that only a person can send.
	Earlier int
	// Refused lists the taps at doors that Rollbook could not save, today only.
	Refused []RefusedTaps
	// Reminded lists the teachers who were reminded of a missing roll today, the last first.
	Reminded []RemindedTeacher
	// Classes are shown in the given order: the missing ones first.
	Classes []DayClass
	Parts   DayParts
	// Order is "teacher" where the classes of each teacher stand together; it is empty for the school's order.
	Order string
	// CellsAddress and EventsAddress are the addresses for the page's updates.
	CellsAddress, EventsAddress string
	// Empty is the reason why there are no classes.
	Empty taking.HomeEmpty
	// Opening is the form that opens a school year or term for days that none contains; it may be nil.
	Opening *Opening
}

// Opening is the form that opens a school year or term for some days.
type Opening struct {
	Periods          []layout.Option
	Chosen, From, To string
}

// RemindedTeacher is a teacher with the time of the reminder, as Words.Clock writes it.
type RemindedTeacher struct{ Name, Clock string }

// namedReminded limits the reminded teachers who are named on the board; the page of reminders has all.
const namedReminded = 4

// reminded names the reminded teachers.
func (v *DayView) reminded() string {
	var names []string
	for _, one := range v.Reminded[:min(len(v.Reminded), namedReminded)] {
		names = append(names, one.Name+" "+one.Clock)
	}
	if more := len(v.Reminded) - len(names); more > 0 {
		names = append(names, v.Words.Text("day.reminded_more", "Count", v.Words.Number(more)))
	}
	return v.Words.Text("day.reminded", "Names", v.Words.List(names))
}

// DayClass is one class of a board.
type DayClass struct {
	Name string
	Roll paths.RollQuery
	// Teacher names the class's teachers in the order by teacher; it may be empty.
	Teacher string
	Cell    DayCell
}

// longName is the number of characters from which a class's name takes several places on the board.
const longName = 9

func (c *DayClass) long() bool { return utf8.RuneCountInString(c.Name) >= longName }

// DayParts holds the parts of a board that change while it is on the screen.
type DayParts struct {
	// Cells holds the cells of all classes, in the order of the school's list.
	Cells []DayCell
	Chart []DayCount
	// Kept counts the students in the chart whose mark is in Rollbook only.
	Kept int
	// In is the time when the last roll was taken, as Words.Clock writes it; it is empty without marks.
	In string
	// Away lists the students who are away, class by class.
	Away []DayAway
	// Moved lists the students with movements, class by class, and Late those who are not in as expected. Declined lists
	// those whose mark the school system did not accept, with its sentence.
	Moved, Late, Declined []DayMoved
	// Unnumbered are the students whom the list names without a number, today only.
	Unnumbered []roll.Enrolment
	// Unlisted are the students whom teachers have and no list names, today only.
	Unlisted []DayUnlisted
	// Checks are the teachers' answers about new lists, today only.
	Checks ClassChecks
	// Known counts today's known absences; it is zero for another day.
	Known DayKnown
	// Arrivals lists the arrivals that wait for a decision.
	Arrivals []DayArrival
	// Tablets lists the tablets at classroom doors by class, and Locked the people whose PINs they refuse, today only.
	Tablets []DayTablet
	Locked  []DayLock
}

// DayLock is a person whose PIN no tablet accepts after too many wrong ones.
type DayLock struct {
	Person roll.PersonID
	Name   string
	// Since is the time of the last wrong PIN, as Words.Clock writes it.
	Since string
}

// DayKnown counts the students who are known to be absent, and those of them who are marked otherwise.
type DayKnown struct{ Count, Otherwise int }

// DayCell is the progress of one class.
type DayCell struct {
	// ID is the id of the cell's element.
	ID    string
	State roll.ClassState
	// Marked counts those of the Students who have a mark; UnderWay counts the marks that Rollbook sends
	// without help, Need those that need a person.
	Students, Marked, UnderWay, Need int
	// Elsewhere counts the other students with a mark made in the school system, as Rollbook read it at Read;
	// 0 and empty if there are none.
	Elsewhere int
	Read      string
	// Last names the person who took the roll, and the last who changed it; empty for a class without marks.
	Last string
	// By is the person who opened the roll and Clock the time, as Words.Clock writes it. Both are empty for a
	// roll with marks.
	By, Clock string
	// Absent counts the students who are absent, Letter is the letter of their status.
	Absent int
	Letter string
	// Overdue is the roll's delay in minutes; 0 if it is not overdue.
	Overdue int
}

// DayCount is a bar of the chart: students who are counted together, such as those with one status.
type DayCount struct {
	Label string
	// Look is the class of the bar's colours, one of f-...; it may be empty.
	Look, Letter string
	Students     int
	// Place is the bar's place among the bars.
	Place int
}

// DayAnswer holds the parts of a board for an update.
type DayAnswer struct {
	layout.Page
	DayParts
}

// Pieces returns the elements of the page that an update replaces, by their ids: those that a beat compares,
// and for the whole board also the others.
func (a *DayAnswer) Pieces(whole bool) map[string]templ.Component {
	pieces := map[string]templ.Component{
		"day-tablets": dayTablets(&a.Page, a.Tablets, a.Locked, "true"),
		"light":       part.ConnectionLight(a.Light, a.Words, "true"),
		"calm-light":  part.CalmLight(a.Light, a.Words, "true"),
	}
	if !whole {
		return pieces
	}
	pieces["day-progress"], pieces["day-chart"] = dayProgress(a.Words, &a.DayParts, "true"),
		dayChart(&a.Page, &a.DayParts, "true")
	pieces["day-unnumbered"] = dayUnnumbered(a.Words, a.Unnumbered, "true")
	pieces["day-unlisted"] = dayUnlisted(&a.Page, a.Unlisted, "true")
	pieces["day-checks"] = dayChecks(&a.Page, &a.DayParts, "true")
	pieces["day-moved"], pieces["day-late"] = dayMoved(&a.Page, a.Moved, "true"), dayLate(&a.Page, a.Late, "true")
	pieces["day-declined"] = dayDeclined(&a.Page, a.Declined, "true")
	pieces["day-away"], pieces["day-arrivals"] = dayAway(&a.Page, &a.DayParts, "true"), dayArrivals(a, "true")
	for i := range a.Cells {
		pieces[a.Cells[i].ID] = dayCell(a.Words, &a.Cells[i], "true")
	}
	return pieces
}

// Line describes a missing roll in one line, for a list to copy; it is empty for a class without marks.
func (c *DayCell) Line(w *language.Words) string {
	if c.State == roll.ClassUntouched {
		return ""
	}
	return strings.TrimSuffix(c.text(w)+" · "+c.detail(w), " · ")
}

// text describes the progress of the class.
func (c *DayCell) text(w *language.Words) string {
	switch c.State {
	case roll.ClassOpened:
		return w.Text("day.state.opened", "Clock", c.Clock, "By", c.By)
	case roll.ClassPartly:
		return w.Text("day.state.partly", "Marked", w.Number(c.Marked+c.Elsewhere), "Students", w.Number(c.Students))
	case roll.ClassNeeds, roll.ClassDisputed:
		return w.Count("day.state.need", c.Need)
	case roll.ClassUnderWay:
		return w.Count("day.state.under_way", c.UnderWay)
	case roll.ClassDone:
		return w.Count("day.state.done", c.Students)
	case roll.ClassUntouched:
	}
	return w.Text("day.state.untouched")
}

// detail returns the smaller text below: the person and the time of the last mark, and the number of missing
// students if text does not give it.
func (c *DayCell) detail(w *language.Words) string {
	elsewhere := ""
	if c.Elsewhere > 0 {
		elsewhere = w.Count("day.state.elsewhere", c.Elsewhere, "Clock", c.Read)
	}
	if c.Marked == 0 || c.Last == "" {
		return elsewhere
	}
	last := c.Last
	if elsewhere != "" {
		last = elsewhere + " · " + last
	}
	if missing := c.Students - c.Marked - c.Elsewhere; c.State == roll.ClassNeeds && missing > 0 {
		return w.Count("day.state.missing", missing, "Last", last)
	}
	return last
}

func (c *DayCell) overdue(w *language.Words) string { return w.Count("day.overdue", c.Overdue) }

// count counts the classes that match.
func (p *DayParts) count(match func(*DayCell) bool) int {
	count := 0
	for i := range p.Cells {
		if match(&p.Cells[i]) {
			count++
		}
	}
	return count
}

func percent(part, all int) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(part)/float64(max(all, 1))), ".0") + "%"
}

// missing counts the classes whose roll is missing.
func (p *DayParts) missing() int { return p.count(func(c *DayCell) bool { return c.State.Missing() }) }

func (p *DayParts) done() int {
	return p.count(func(c *DayCell) bool {
		return c.State == roll.ClassDone || c.State == roll.ClassDisputed && c.UnderWay == 0
	})
}

// lead returns the sentence about the number of missing rolls.
func (p *DayParts) lead(w *language.Words) string {
	missing := p.missing()
	switch {
	case missing > 0:
		return w.Count("day.missing", missing)
	case p.In == "":
		return w.Count("day.none_missing", len(p.Cells))
	}
	return w.Count("day.all_in", len(p.Cells), "Clock", p.In)
}

// overdue returns the delay of the missing rolls in minutes; all are due at the same time.
func (p *DayParts) overdue() int {
	most := 0
	for _, cell := range p.Cells {
		most = max(most, cell.Overdue)
	}
	return most
}

// absent returns the students with a status of the family Absent, in the order of the list of all who are away.
func (p *DayParts) absent() []DayAway {
	return slices.DeleteFunc(slices.Clone(p.Away), func(one DayAway) bool { return one.Look != string(roll.Absent) })
}

// namedAbsent limits the absent students who are named beside the chart; the list below has all.
const namedAbsent = 12

// dayBar is a segment of the bar of all students, with SVG's attributes.
type dayBar struct{ Look, At, Width string }

// bars returns the segments of the bar of all students, in order.
func (p *DayParts) bars() []dayBar {
	all, before := p.students(), 0
	bars := make([]dayBar, 0, len(p.Chart))
	for _, count := range p.Chart {
		bars = append(bars, dayBar{Look: count.Look, At: percent(before, all), Width: percent(count.Students, all)})
		before += count.Students
	}
	return bars
}

// students counts the students in the chart.
func (p *DayParts) students() int {
	all := 0
	for _, count := range p.Chart {
		all += count.Students
	}
	return all
}

// students returns the address of the page where a class's students are marked one by one.
func (v *DayView) students(class string) string {
	query := paths.FindQuery{Class: class}
	if v.past() {
		query.Date = string(v.Date)
	}
	return v.Paths.To(paths.Find, v.School.ID, query)
}

// in returns the classes in the states, in the order of the page.
func (v *DayView) in(states ...roll.ClassState) []*DayClass {
	var classes []*DayClass
	for i := range v.Classes {
		if slices.Contains(states, v.Classes[i].Cell.State) {
			classes = append(classes, &v.Classes[i])
		}
	}
	return classes
}

func (v *DayView) roll(class *DayClass) string {
	return v.Paths.To(paths.Roll, v.School.ID, class.Roll)
}

// known names the page of known absences, with the number of today's.
func (v *DayView) known() string {
	if v.Parts.Known.Count == 0 {
		return v.Words.Text("known.title")
	}
	return v.Words.Count("day.known", v.Parts.Known.Count)
}

func (v *DayView) past() bool { return v.Date < v.Today }

func (v *DayView) longDate() string { return v.Words.LongDate(v.Date.Noon(time.UTC)) }

// at returns the address of another date's board; today's address has no date.
func (v *DayView) at(date roll.Date) string {
	if date == v.Today {
		date = ""
	}
	return v.Paths.To(paths.Day, v.School.ID, date, v.Order)
}

// inOrder returns the address of this board in another order.
func (v *DayView) inOrder(order string) string {
	other := *v
	other.Order = order
	return other.at(v.Date)
}

// untaught counts the classes without a known teacher in the order by teacher.
func (v *DayView) untaught() int {
	if v.Order == "" {
		return 0
	}
	return len(slices.DeleteFunc(slices.Clone(v.Classes), func(class DayClass) bool { return class.Teacher != "" }))
}

// rows returns the begun classes that have a row each; so that all classes stay on one screen, the others
// stand among those without marks.
func (v *DayView) rows() (rows, others []*DayClass) {
	begun := v.in(roll.ClassNeeds, roll.ClassDisputed, roll.ClassOpened, roll.ClassPartly)
	shown := min(len(begun), mostRows)
	return begun[:shown], append(begun[shown:], v.in(roll.ClassUntouched)...)
}

// mostRows limits the begun classes that have a row each.
const mostRows = 4

// live returns the attributes with the addresses for updates. An invented page has none.
func (v *DayView) live() templ.Attributes {
	if v.Invented {
		return nil
	}
	return templ.Attributes{
		"data-events": v.EventsAddress, "data-statuses": v.CellsAddress, "data-silence": "25000",
	}
}

package office

import (
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// FindView is the page of the search for students. Page.SearchText is the text of the search.
type FindView struct {
	layout.Page
	// Date is the date of the marks, Today the date in the school's zone.
	Date, Today roll.Date
	// Searched is true if there is a search. Sought are its sealed words, for addresses.
	Searched bool
	Sought   string
	Results  []FindResult
	// Groups are those with the name, for taking the roll of all their students at once.
	Groups []FindGroup
	// All counts the students found, including those in the tray; More is true if the page shows only the
	// first of them.
	All  int
	More bool
	// Alone is true for the page of one student without a search.
	Alone bool
	// KnowsTray is true if the address or the form says which students are in the tray, or that none is.
	KnowsTray bool
	// Opened is the student to open; if it is empty the page opens the first.
	Opened string
	// Collected are the students of the tray, Collecting the form that marks them; nil for an empty tray, and while a
	// student is open.
	Collected  []FindResult
	Collecting *FindForm
	// Problem is the reason for refusing the search or a mark; it may be empty.
	Problem string
}

// FindGroup is a group found.
type FindGroup struct {
	Name     string
	Students int
	Roll     paths.RollQuery
}

// FindResult is a student found, with the mark of the date.
type FindResult struct {
	Enrolment roll.EnrolmentID
	Student   roll.StudentID
	Name      string
	Class     string
	Roll      paths.RollQuery
	// Open is the query of the page that has this student open.
	Open paths.FindQuery
	// By gives the person and the time of the last mark; it is empty without a mark.
	By      string
	History string
	Cell    part.Cell
	// Change is the last change of the mark; it is empty without a change.
	Change part.Change
	// Form marks the student; nil if another student is open.
	Form *FindForm
	// InTray is true for a student already in the tray. Seen is the version of the mark on the page.
	InTray bool
	Seen   int64
}

// FindForm marks one student. It is posted to Paths.Find, with the fields of a roll.
type FindForm struct {
	Save     roll.Token
	Period   roll.PeriodID
	Statuses []roll.Status
	// Ready is the index of the status that one key saves; -1 for none.
	Ready int
	// Time is HH:MM; Now is true while the field follows the clock.
	Time string
	Now  bool
	// Clears is true if the form offers to clear the times in the school system.
	Clears bool
	// Gate keeps the student's movements; nil for the tray.
	Gate *Gate
	// Closed is true if the next press is the second one on a day when the school is closed.
	Closed bool
	Reason *layout.Reason
	// Result is the result of the previous save, Problem the reason if Rollbook refused it.
	Result, Problem string
	// Roll is true while that save is on its way.
	Roll bool
}

func (v *FindView) past() bool { return v.Date < v.Today }

// saveAs returns the text of a button that saves the status; on another day than today it names the day.
func (v *FindView) saveAs(status string) string {
	return v.saves("find.save", "find.save_on", "Status", status)
}

// saveReady returns the text of the form's main button, which names the student if there is only one.
func (v *FindView) saveReady(f *FindForm, status string) string {
	marked := v.marked(f)
	if len(marked) == 1 {
		return v.saves("find.save_one", "find.save_one_on", "Status", status, "Name", marked[0])
	}
	return v.saves("find.save_ticked", "find.save_ticked_on", "Status", status)
}

func (v *FindView) saves(today, otherDay language.Key, pairs ...any) string {
	if v.Date == v.Today {
		return v.Words.Text(today, pairs...)
	}
	return v.Words.Text(otherDay, append(pairs, "Date", v.Words.ShortDate(v.Date.Noon(time.UTC)))...)
}

// marked returns the names of the students that the form marks.
func (v *FindView) marked(f *FindForm) []string {
	if f != v.Collecting {
		at := slices.IndexFunc(v.Results, func(r FindResult) bool { return r.Form == f })
		return []string{v.Results[at].Name}
	}
	return v.listed()
}

// listed returns the names of the students of the tray who are not saved.
func (v *FindView) listed() (names []string) {
	for i := range v.Collected {
		if v.Collected[i].InTray {
			names = append(names, v.Collected[i].Name)
		}
	}
	return names
}

// together returns the person and the time if several marks were made in one press, as in a roll; otherwise
// it is empty. A changed mark shows its own change.
func (v *FindView) together() string {
	by, marked := "", 0
	for i := range v.Results {
		r := &v.Results[i]
		if r.By == "" || r.Change.To != "" {
			continue
		}
		if marked++; by != "" && by != r.By {
			return ""
		}
		by = r.By
	}
	if marked < 2 {
		return ""
	}
	return by
}

// cell returns the student's cell. It omits the time if the page shows it once for all, unless the mark
// carries a time of its own.
func (r *FindResult) cell(together string) part.Cell {
	cell := r.Cell
	if together != "" && r.By == together && cell.Outcome == roll.Saved && cell.Family != roll.Late &&
		cell.Family != roll.LeftEarly {
		cell.At = ""
	}
	return cell
}

func (v *FindView) sheet() *part.Sheet { return taking.Sheet(&v.Page, part.SheetOptions{}) }

func (v *FindView) roll(r *FindResult) string {
	return v.Paths.To(paths.Roll, v.School.ID, r.Roll)
}

func (v *FindView) address(q paths.FindQuery) string {
	return v.Paths.To(paths.Find, v.School.ID, q)
}

// query returns the query of the search.
func (v *FindView) query() paths.FindQuery {
	query := paths.FindQuery{Sought: v.Sought}
	if v.past() {
		query.Date = string(v.Date)
	}
	return query
}

// own returns the page's address, without the result of a save.
func (v *FindView) own() string {
	query := v.query()
	query.Open, query.Tray = v.Opened, v.trayed()
	return v.address(query)
}

// keeps returns the attributes with which the script remembers the students of the tray who are not saved, while the
// office looks at other pages: today only. Without them the script keeps those that it remembers.
func (v *FindView) keeps() templ.Attributes {
	if v.past() || !v.KnowsTray {
		return nil
	}
	return templ.Attributes{"data-tray": strings.Join(v.waiting(), " ")}
}

// waiting returns the students of the tray who are not saved.
func (v *FindView) waiting() []string {
	waiting := make([]string, len(v.Tray))
	for i, student := range v.Tray {
		waiting[i] = student.String()
	}
	return waiting
}

// trayed returns all collected students, also those who are saved.
func (v *FindView) trayed() []string {
	var all []string
	for i := range v.Collected {
		all = append(all, v.Collected[i].Enrolment.String())
	}
	return all
}

// emptied returns the address of the page with an empty tray.
func (v *FindView) emptied() string { return v.inTray([]string{paths.EmptyTray}) }

// collect returns the address of the page with the student in the tray.
func (v *FindView) collect(r *FindResult) string {
	return v.inTray(append(v.waiting(), r.Enrolment.String()))
}

func (v *FindView) inTray(students []string) string {
	query := v.query()
	query.Tray = students
	return v.address(query)
}

// asks reports whether a conflict waits for a decision; then no other button leads.
func (v *FindView) asks() bool {
	asks := func(r FindResult) bool { return r.Cell.Outcome == roll.Conflict }
	return slices.ContainsFunc(v.Results, asks) || slices.ContainsFunc(v.Collected, asks)
}

// live returns the attributes with the addresses for updates of the open student's mark while it is on its
// way.
func (v *FindView) live(r *FindResult) templ.Attributes {
	query := r.Roll
	query.Generation = v.School.Generation
	return taking.Live(&v.Page, query, "")
}

// row returns the attribute that identifies the student, for programs that read the page.
func (r *FindResult) row() templ.Attributes {
	student := ""
	if r.Student != 0 {
		student = r.Student.String()
	}
	return templ.Attributes{"data-enrolment": r.Enrolment.String(), "data-student": student,
		"data-outcome": string(r.Cell.Outcome)}
}

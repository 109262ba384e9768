package office

import (
	"slices"
	"strings"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// FindView is the page of students who are found. The text sought is Page.Sought.
type FindView struct {
	layout.Page
	// Date is the date whose marks are shown, Today the date in the school's zone.
	Date, Today roll.Date
	// Asked is true when somebody is sought.
	Asked   bool
	Results []FindResult
	// All counts the students found, including those in the tray; More is true where
	// only the first of them are shown.
	All  int
	More bool
	// Opened is the student who was asked for to be opened; empty for the first.
	Opened string
	// Collected are the students of the tray, Collecting the form that marks them; nil where
	// there are none.
	Collected  []FindResult
	Collecting *FindForm
	// Problem says why nobody can be sought so, or why a mark was not saved; empty where
	// all is well.
	Problem string
}

// FindResult is a student who is found, with the mark of the date.
type FindResult struct {
	Enrolment roll.EnrolmentID
	Student   roll.StudentID
	Name      string
	Number    roll.StudentID
	Class     string
	Roll      paths.RollQuery
	// Open is the query of the page with this student open.
	Open paths.FindQuery
	// By says when the student was marked last and by whom; empty where nobody did.
	By      string
	History string
	Cell    part.Cell
	// Change is the last change to the mark; empty where nothing changed.
	Change part.Change
	// Form marks the student; nil where another student is open.
	Form *FindForm
	// InTray is true where the student is collected already, Seen the version of the mark
	// that the person is shown.
	InTray bool
	Seen   int64
}

// FindForm marks one student. It is sent to Paths.Find, with the fields of a roll.
type FindForm struct {
	Save   roll.Token
	Period roll.PeriodID
	Class  roll.ClassID
	Date   roll.Date
	// Seen is the version of the mark that the person is shown.
	Seen     int64
	Statuses []roll.Status
	// Ready is the place of the status that one key saves; -1 for none.
	Ready int
	// Time is HH:MM; Now is true while it follows the clock.
	Time string
	Now  bool
	// Checks is true where a check in or out may be chosen besides the status; Check is the
	// one that was chosen.
	Checks bool
	Check  roll.Check
	// Closed is true where the next press is the second one on a day on which the school is
	// closed.
	Closed bool
	// Past is true where another day than today is changed: that takes a reason.
	Past   bool
	Reason string
	// Said tells what became of the save before, Problem why it was not accepted.
	Said, Problem string
	// Roll is true while that save is on its way.
	Roll bool
}

func (v *FindView) past() bool { return v.Date < v.Today }

// together tells when and by whom several were marked in one go, as in a roll; empty where they were
// marked otherwise. A mark that was changed says so itself.
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

// cell is the student's cell. Its time is left out where it is said once for all, unless the mark
// carries a time of its own.
func (r *FindResult) cell(together string) part.Cell {
	cell := r.Cell
	if together != "" && r.By == together && cell.Outcome == roll.Saved && cell.Family != roll.Late && cell.Family != roll.LeftEarly {
		cell.At = ""
	}
	return cell
}

func (v *FindView) sheet() *part.Sheet { return taking.Sheet(&v.Page) }

func (v *FindView) roll(r *FindResult) templ.SafeURL {
	return templ.SafeURL(v.Paths.Roll(string(v.School.ID), r.Roll))
}

func (v *FindView) address(q paths.FindQuery) templ.SafeURL {
	return templ.SafeURL(v.Paths.Find(string(v.School.ID), q))
}

// own returns the page's own address, without what became of a save.
func (v *FindView) own() templ.SafeURL {
	query := paths.FindQuery{Text: v.Sought, Open: v.Opened}
	if v.past() {
		query.Date = string(v.Date)
	}
	for _, student := range v.Tray {
		query.Tray = append(query.Tray, student.String())
	}
	return v.address(query)
}

// keeps has the script remember who is collected while the office looks at other pages: on the
// day itself, and as long as somebody is still to be saved.
func (v *FindView) keeps() templ.Attributes {
	if v.past() {
		return nil
	}
	var waiting []string
	for _, student := range v.Collected {
		if student.InTray {
			waiting = append(waiting, student.Enrolment.String())
		}
	}
	return templ.Attributes{"data-tray": strings.Join(waiting, " "), "data-date": string(v.Date)}
}

// emptied returns the address of the page without a tray.
func (v *FindView) emptied() templ.SafeURL {
	query := paths.FindQuery{Text: v.Sought}
	if v.past() {
		query.Date = string(v.Date)
	}
	return v.address(query)
}

// asks reports whether a conflict waits for a decision: then no other button leads.
func (v *FindView) asks() bool {
	asks := func(r FindResult) bool { return r.Cell.Outcome == roll.Conflict }
	return slices.ContainsFunc(v.Results, asks) || slices.ContainsFunc(v.Collected, asks)
}

// live has the page hear of the open student's mark while it is on its way.
func (v *FindView) live(r *FindResult) templ.Attributes {
	school, query := string(v.School.ID), r.Roll
	query.Generation = v.School.Generation
	return templ.Attributes{
		"data-events": v.Paths.RollEvents(school, query), "data-statuses": v.Paths.RollStatuses(school, query), "data-always": true,
		"data-script": v.Assets.Path("htmx-sse.js"),
	}
}

// row names the student of a result, for programs that read the page.
func (r *FindResult) row() templ.Attributes {
	student := ""
	if r.Student != 0 {
		student = r.Student.String()
	}
	return templ.Attributes{"data-enrolment": r.Enrolment.String(), "data-student": student, "data-outcome": string(r.Cell.Outcome)}
}

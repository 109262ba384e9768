package paths

import "strconv"

// Query has the values of all parameters of an address.
type Query interface{ values() []any }

// The parameters of addresses with a RollQuery and an ExportQuery.
const (
	ofRoll   = "?period&class&date&save&others_save&opening&generation&state"
	ofExport = "?period&class&student&from&to"
)

// RollQuery identifies a roll. The page chooses values for empty fields.
type RollQuery struct {
	// Period is the id of the school period.
	Period string
	// Class is the class's id, or its name.
	Class string
	// Date is written YYYY-MM-DD.
	Date string
	// Save is the token of a save whose outcome the page shows, OthersSave that of the second save of the
	// same press.
	Save, OthersSave string
	// Opening proves that the page was opened on a tablet with a PIN.
	Opening string
	// Generation is the generation of the page that receives updates; 0 for none.
	Generation int64
	// State is the state of the marks that the page shows; empty when unknown.
	State string
}

func (q RollQuery) values() []any {
	return []any{q.Period, q.Class, q.Date, q.Save, q.OthersSave, q.Opening, Generation(q.Generation), q.State}
}

// Generation is a generation of a school's numbers. Pages need not name the first.
type Generation int64

// String returns "" for the first generation.
func (g Generation) String() string {
	if g <= 1 {
		return ""
	}
	return strconv.FormatInt(int64(g), 10)
}

// DayQuery identifies a board. The page chooses values for empty fields.
type DayQuery struct {
	// Period is the id of the school period.
	Period string
	// Date is written YYYY-MM-DD.
	Date string
	// AsToday is "yes" for the updates of a board that was opened on its own date.
	AsToday string
}

func (q DayQuery) values() []any { return []any{q.Period, q.Date, q.AsToday} }

// FindQuery is a search for students, with the other parts of the page.
type FindQuery struct {
	// Class is the name of a class. Sought are the sealed words of any other search (visit.HideSearch).
	Class, Sought string
	// Date is written YYYY-MM-DD; empty for today.
	Date string
	// Open is the enrolment of the student with an open form; Save the token of the save whose outcome is
	// shown.
	Open, Save string
	// Tray are the enrolments of the collected students, who are marked together; nil says nothing about them.
	Tray []string
}

func (q FindQuery) values() []any { return []any{q.Class, q.Sought, q.Date, q.Open, q.Save, q.Tray} }

// EmptyTray is the only element of a FindQuery's tray whose last student has left it.
const EmptyTray = "none"

// ExportQuery is a range of dates (YYYY-MM-DD) and who is exported: a class, a student, or the whole school.
type ExportQuery struct{ Period, Class, Student, From, To string }

func (q ExportQuery) values() []any { return []any{q.Period, q.Class, q.Student, q.From, q.To} }

// AuditQuery selects events of the audit log. Empty fields select all. Before is the id of the last event of the page
// before.
type AuditQuery struct {
	// By is a person's id, or command. Kind is a kind of events. Day is written YYYY-MM-DD.
	By, Kind, Day, Before string
}

func (q AuditQuery) values() []any { return []any{q.By, q.Kind, q.Day, q.Before} }

// GroupsOf returns the address of a person's own groups, or of the school's. Those of one group begin with it.
func GroupsOf(own bool) Address {
	if own {
		return OwnGroups
	}
	return Groups
}

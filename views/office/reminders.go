package office

import (
	"slices"

	"rollbook/views/layout"
	"rollbook/web/roll"
)

// RemindersView lists the classes without a roll today. Teachers are mailed with the field remind, or only noted as
// reminded with note: a teacher's Value, NotReminded or EveryTeacher.
type RemindersView struct {
	layout.Page
	// Clock is the time when the list was made, as Words.Clock writes it.
	Clock string
	// Classes counts the classes on the list; List is the list as text to copy.
	Classes int
	List    string
	// Teachers are the known teachers of these classes, and Untaught the classes without one.
	Teachers []MissedBy
	Untaught []string
	// Closed is the sentence about a day when the school is closed; empty if it is open.
	Closed string
	// Mails is true if Rollbook can mail the list; To is the address entered.
	Mails bool
	To    string
}

// The choices of several teachers.
const (
	NotReminded  = "new"
	EveryTeacher = "all"
)

// MissedBy is a teacher with the classes whose roll is missing.
type MissedBy struct {
	roll.ClassTeacher
	Classes []roll.ClassID
	// Names are the classes' names, and Lines their lines for a list.
	Names, Lines []string
	// Reminded is the time of the last reminder, as Words.Clock writes it; it may be empty.
	Reminded string
}

// choice is the choice of the button for all teachers: those without a reminder, unless all have one.
func (v *RemindersView) choice() (choice string, teachers int) {
	for _, one := range v.Teachers {
		if one.Reminded == "" && (!v.Mails || one.Mail != "") {
			teachers++
		}
	}
	if teachers == 0 {
		return EveryTeacher, 0
	}
	return NotReminded, teachers
}

// mailed reports whether the button mails a teacher.
func (v *RemindersView) mailed() bool {
	return v.Mails && slices.ContainsFunc(v.Teachers, func(one MissedBy) bool { return one.Mail != "" })
}

func (v *RemindersView) untaught() string { return v.Words.List(v.Untaught) }

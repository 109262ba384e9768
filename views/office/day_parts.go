package office

import (
	"slices"
	"strings"
	"time"

	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DayArrival is a student who tapped in on a tablet although a person had marked the student otherwise.
type DayArrival struct {
	roll.HeldMark
	// Name is the student's, Clock the time of the tap, HH:MM.
	Name, Clock string
	Roll        paths.RollQuery
}

// confirm returns the form's address: that of any of the saves, because the decision names its students.
func (a *DayAnswer) confirm() string {
	return a.Paths.To(paths.SaveDecisions, a.School.ID, a.Arrivals[0].Save)
}

// DayAway is a student who is away: absent, or excused.
type DayAway struct {
	// Class is the class's name, Place its place in the school's list and Roll its roll of the day.
	Class string
	Place int
	Roll  paths.RollQuery
	Name  string
	// Status is the mark's status, with the class of its colours (one of f-...) and its letter.
	Status, Look, Letter string
	// Kept is true for a mark that is in Rollbook only.
	Kept bool
	// Clock is the time of the mark, as Words.Clock writes it, or the words for a mark made in the school
	// system.
	Clock string
}

// DayMoved is a student with movements, such as "in 08:52 · out 11:00".
type DayMoved struct {
	Name, Class, Moves string
	// Said is the school system's sentence about a mark; it may be empty.
	Said string
	// Open shows the student in the finder.
	Open paths.FindQuery
}

// fewStudents is the number of students who are named above the classes.
const fewStudents = 3

// awayByClass returns the students who are away, grouped by class.
func (p *DayParts) awayByClass() [][]DayAway {
	var classes [][]DayAway
	for i, one := range p.Away {
		if i == 0 || one.Place != p.Away[i-1].Place {
			classes = append(classes, nil)
		}
		classes[len(classes)-1] = append(classes[len(classes)-1], one)
	}
	return classes
}

// awayCounts returns the number of students who are away for each status, in one line.
func (p *DayParts) awayCounts(w *language.Words) string {
	var statuses []string
	counts := make(map[string]int)
	for _, one := range p.Away {
		if counts[one.Status]++; !slices.Contains(statuses, one.Status) {
			statuses = append(statuses, one.Status)
		}
	}
	texts := make([]string, len(statuses))
	for i, status := range statuses {
		texts[i] = w.Text("roll.counted", "Count", w.Number(counts[status]), "Status", status)
	}
	return strings.Join(texts, " · ")
}

// RefusedTaps are taps of one class, day and reason that Rollbook refused, or the marks of a roll that the
// tablet stored; the embedded one is the first. The office marks these students by hand and then posts press
// to Paths.DayRefused.
type RefusedTaps struct {
	roll.RefusedMark
	Students []TappedStudent
	Presses  []string
}

// TappedStudent is a student with the time of the tap, as Words.Clock writes it, or with the status of a
// roll.
type TappedStudent struct{ Name, Status, Clock string }

func (r *RefusedTaps) why(w *language.Words) string {
	return w.Text(language.TapRefusalKeys.Of(string(r.Reason)))
}

func (r *RefusedTaps) heading(w *language.Words) string {
	var key language.Key = "day.refused"
	if r.Status != "" {
		key = "day.refused_roll"
	}
	return w.Count(key, len(r.Students), "Class", r.Class, "Day", w.LongDate(r.Date.Noon(time.UTC)), "Tablet", r.Tablet)
}

// DayTablet is a tablet at a classroom door.
type DayTablet struct {
	Name string
	// Classes are the names of its classes, formatted for people.
	Classes string
	// There is true while the tablet is on and has a network.
	There bool
	// Seen is the time of the tablet's last request, formatted for people; empty for never.
	Seen string
	// Waiting counts the unsent taps in the tablet's last report.
	Waiting int
	// Rolls lists the unsaved rolls in the tablet's last report.
	Rolls []part.KeptRolls
	// Fault is the fault in the tablet's last report.
	Fault roll.TabletFault
}

// state returns the words for a tablet with a fault, or that is there, or the time of its last request.
func (t DayTablet) state(w *language.Words) string {
	switch {
	case t.Fault == roll.TabletBroken:
		return w.Text("day.tablet_broken")
	case t.Fault == roll.TabletMalformed:
		return w.Text("day.tablet_malformed")
	case t.There:
		return w.Text("day.tablet_there")
	}
	return w.Text("day.tablet_away", "When", t.Seen)
}

// ClassChecks are the teachers' answers about new lists: how many classes are right, and the answers against the
// others, each with who gave it and when.
type ClassChecks struct {
	Right   int
	Against []DayCheck
}

// DayCheck is an answer that a class is not right.
type DayCheck struct {
	roll.ClassCheck
	Told string
}

// DayUnlisted is a student whom no list names, with who told of her and when.
type DayUnlisted struct {
	roll.Unlisted
	Told string
}

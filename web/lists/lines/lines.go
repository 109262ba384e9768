// Package lines writes marks as lines of a table, and names their students, people and outcomes.
package lines

import (
	"cmp"
	"strings"
	"time"

	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// Table is a text or a workbook that is written line by line.
type Table interface {
	Write(cells ...tables.Cell) error
	Close() error
}

// Columns returns the columns of every table of marks, with their widths in characters. The catalogue has
// their names as export.column.NAME.
func Columns() (names []string, widths []float64) {
	return []string{"date", "class", "number", "name", "status", "code", "reason", "authorised", "time", "outcome", "by",
			"at", "changed_by", "changed_at", "in", "out", "back"},
		[]float64{12, 14, 14, 28, 16, 8, 24, 12, 8, 34, 24, 18, 24, 18, 24, 24, 24}
}

// Fill writes the head of a table of marks, then the lines that all adds, and ends the table.
func Fill(into Table, words *language.Words, all func(add func(cells ...tables.Cell) error) error) error {
	names, _ := Columns()
	heads := make([]string, len(names))
	for i, name := range names {
		heads[i] = words.Text(language.ExportColumnKeys.Of(name))
	}
	if err := into.Write(tables.Texts(heads...)...); err != nil {
		return err
	}
	if err := all(into.Write); err != nil {
		return err
	}
	return into.Close()
}

// Marks writes marks as lines of a table. Most marks share their texts, so it makes each only once.
type Marks struct {
	words    *language.Words
	zone     *time.Location
	people   map[roll.Actor]string
	outcomes map[roll.Mark]string
	cells    []tables.Cell
}

// New returns a Marks for the school's zone.
func New(words *language.Words, zone *time.Location) *Marks {
	return &Marks{words: words, zone: zone, people: make(map[roll.Actor]string), outcomes: make(map[roll.Mark]string)}
}

// Each adds a line for each mark.
func (m *Marks) Each(marks []roll.ExportedMark, add func(cells ...tables.Cell) error) error {
	for i := range marks {
		if err := add(m.line(&marks[i])...); err != nil {
			return err
		}
	}
	return nil
}

// line returns the cells of a mark. They hold until the next line.
func (m *Marks) line(one *roll.ExportedMark) []tables.Cell {
	number, authorised, mark := "", "", &one.Mark
	if one.Student.Student != 0 {
		number = one.Student.Student.String()
	}
	if one.Counts.IsAbsence() {
		authorised = m.words.Text(language.Either(one.Counts == roll.CountsAuthorised, "export.yes", "export.no"))
	}
	m.cells = append(m.cells[:0], tables.Cell{Text: string(one.Date), At: one.Date.Noon(m.zone)})
	m.add(one.Class, number, Student(m.words, one.Student), mark.Recorded(), one.Code, one.Reason, authorised,
		WallTime(mark.Observed))
	switch {
	case mark.Version == 0:
		m.add(m.words.Text("export.outcome.none"), "", "", "", "")
	case mark.Save == "":
		m.add(m.words.Text("export.outcome.elsewhere", "Clock", m.words.ClockIn(mark.MarkedAt, m.zone)), "", "", "", "")
	default:
		m.add(m.outcome(mark))
		m.byAndAt(one.Taken())
		if one.Change.Corrects() {
			m.byAndAt(roll.Taking{By: one.Change.By, At: one.Change.At})
		} else {
			m.add("", "")
		}
	}
	for _, kind := range roll.Moves() {
		m.add(m.moves(one.Moves, kind))
	}
	return m.cells
}

// add adds cells with plain texts.
func (m *Marks) add(texts ...string) {
	for _, text := range texts {
		m.cells = append(m.cells, tables.Cell{Text: text})
	}
}

// moves returns the times of the movements of a kind, each with the person who kept it.
func (m *Marks) moves(all []roll.Movement, kind roll.Move) string {
	var texts []string
	for i := range all {
		if all[i].Kind == kind {
			texts = append(texts, string(all[i].Time)+" "+m.by(all[i].MadeBy))
		}
	}
	return strings.Join(texts, ", ")
}

// byAndAt adds who did it, and when.
func (m *Marks) byAndAt(taking roll.Taking) {
	at := taking.At.In(m.zone)
	m.add(m.by(taking.By))
	m.cells = append(m.cells, tables.Cell{Text: at.Format("2006-01-02 15:04"), At: at, Clock: true})
}

func (m *Marks) by(actor roll.Actor) string {
	by, known := m.people[actor]
	if !known {
		by = By(m.words, actor)
		m.people[actor] = by
	}
	return by
}

func (m *Marks) outcome(mark *roll.Mark) string {
	key := roll.Mark{Outcome: mark.Outcome, KeyedBy: mark.KeyedBy, Intent: roll.Intent{Status: mark.Status}}
	text, known := m.outcomes[key]
	if !known {
		text = Outcome(m.words, *mark)
		m.outcomes[key] = text
	}
	return text
}

// Student returns the name of a student for every page and file, with the number or the class of a student who has a
// namesake. Without a name it uses a number.
func Student(words *language.Words, student roll.Enrolment) string {
	if class := student.NameOfClass(); student.Namesake == roll.NamesakeElsewhere && class != "" {
		return words.Text("roll.same_name_class", "Name", InClass(words, student), "Class", class)
	}
	return InClass(words, student)
}

// WithClasses returns the names of students, each with the class, as one text.
func WithClasses(words *language.Words, students []roll.Enrolment) string {
	names := make([]string, len(students))
	for i, student := range students {
		names[i] = words.Text("student_list.in_class", "Name", InClass(words, student), "Class",
			cmp.Or(student.ClassName, string(student.Class)))
	}
	return words.List(names)
}

// InClass is Student where the class stands beside the name.
func InClass(words *language.Words, student roll.Enrolment) string {
	if student.ID.Erased() || student.Student < 0 {
		return words.Text("roll.erased")
	}
	name := words.FullName(student.Given, student.Family)
	switch {
	case name != "" && student.Namesake == roll.NamesakeInClass:
		return words.Text("roll.same_name", "Name", name, "Number", Number(student))
	case name != "":
		return name
	}
	return words.Text("roll.no_name", "Number", Number(student))
}

// Number returns the student's own number, or else that of the enrolment.
func Number(student roll.Enrolment) string {
	if student.Student != 0 {
		return student.Student.String()
	}
	return student.ID.String()
}

// WallTime returns the time of a mark, HH:MM, without the offset that the history keeps.
func WallTime(observed string) string {
	const minutes = len("15:04")
	return observed[:min(len(observed), minutes)]
}

// Outcome describes the outcome of a mark, for readers of a file.
func Outcome(words *language.Words, mark roll.Mark) string {
	if mark.Outcome == roll.Stopped && mark.KeyedBy != "" {
		return words.Text("export.by_hand", "Status", mark.Status.Name, "By", mark.KeyedBy)
	}
	return words.Text(language.OutcomeKeys.Of(string(mark.Outcome)), "Status", mark.Status.Name)
}

// By returns the actor's name with the role, "K. Osei (office)", or with the tablet, "Grace Adeyemi, tablet
// Door 12". Without an actor it names the school system.
func By(words *language.Words, actor roll.Actor) string {
	switch {
	case actor == (roll.Actor{}):
		return words.Text("roll.by_school_system")
	case actor.Tablet != "":
		return words.Text("roll.with_pin", "Name", actor.Name, "Tablet", actor.Tablet)
	}
	return words.Text(language.BylineKeys.Of(string(actor.Role)), "Name", actor.Name)
}

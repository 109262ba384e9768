// Package lines writes marks as lines of a table, and names their students, people and outcomes.
package lines

import (
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
	return []string{"date", "class", "name", "number", "status", "time", "outcome", "by", "at", "changed_by", "changed_at"},
		[]float64{12, 14, 28, 14, 16, 8, 34, 24, 18, 24, 18}
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

// Line returns a student's mark as one line of a table, with the student's number. Without a mark it returns
// only the cells of the student.
func Line(words *language.Words, zone *time.Location, number string, one roll.ExportedMark) []tables.Cell {
	noon, mark := one.Date.Noon(zone), one.Mark
	cells := append([]tables.Cell{{Text: words.Numeric(noon), At: noon}}, tables.Texts(one.Class, Student(words, one.Student), number)...)
	if mark.Version == 0 {
		return cells
	}
	cells = append(cells, tables.Texts(mark.Recorded(), WallTime(mark.Observed), Outcome(words, mark))...)
	taken := one.Taken()
	cells = append(cells, tables.Cell{Text: By(words, taken.By)}, clock(words, taken.At.In(zone)))
	if !one.Change.Corrects() {
		return append(cells, tables.Texts("", "")...)
	}
	return append(cells, tables.Cell{Text: By(words, one.Change.By)}, clock(words, one.Change.At.In(zone)))
}

func clock(words *language.Words, at time.Time) tables.Cell {
	return tables.Cell{Text: words.Numeric(at) + " " + words.Clock(at), At: at, Clock: true}
}

// Student returns the name of a student for every page and file. Without a name it uses a number.
func Student(words *language.Words, student roll.Enrolment) string {
	if name := student.Name(); name != "" {
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
		return words.Text("export.by_hand", "Status", mark.Sent, "By", mark.KeyedBy)
	}
	return words.Text(language.OutcomeKeys.Of(string(mark.Outcome)), "Status", mark.Sent)
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

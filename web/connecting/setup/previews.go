package setup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// previewNamed returns an item with a name and an id for people.
func previewNamed(item mapping.Item) readings.Row {
	id := cmp.Or(item.Text(mapping.ID), number(item, mapping.ID))
	return readings.Row{Text: cmp.Or(item.Text(mapping.Name), id), Note: notes(id, teachersOf(item))}
}

// notes joins the notes that are not empty.
func notes(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(note string) bool { return note == "" }), " · ")
}

// teachersOf returns the teachers of a class, or of a student's class, in one line.
func teachersOf(item mapping.Item) string {
	return strings.ReplaceAll(mapping.TeachersOf(item), "\n", ", ")
}

func previewPeriod(period mapping.Item) readings.Row {
	row := previewNamed(period)
	row.Text = mapping.PeriodName(period)
	if from, to := period.Text(mapping.From), period.Text(mapping.To); from+to != "" && period.Text(mapping.Name) != "" {
		row.Note += " · " + from + " – " + to
	}
	return row
}

func previewStudent(student mapping.Item) readings.Row {
	enrolment, own := number(student, mapping.EnrolmentID), number(student, mapping.StudentID)
	note := notes(enrolment, own, classOf(student), teachersOf(student))
	return readings.Row{Text: mapping.FullNameOf(student), Number: cmp.Or(own, enrolment), Note: note}
}

func previewMark(mark mapping.Item) readings.Row {
	return readings.Row{
		Text: cmp.Or(number(mark, mapping.StudentID), number(mark, mapping.EnrolmentID)),
		Note: cmp.Or(mark.Text(mapping.Status), number(mark, mapping.StatusID)),
	}
}

// number returns a number of an item in digits, or "".
func number(item mapping.Item, field string) string {
	if item.Number(field) == 0 {
		return ""
	}
	return strconv.FormatInt(item.Number(field), 10)
}

// classOf returns the name of a student's class, or its id.
func classOf(student mapping.Item) string {
	return cmp.Or(student.Text(mapping.ClassName), student.Text(mapping.ClassID))
}

package setup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// preview returns an item for people: its name, and the facts that identify it.
func (s *seeker) preview(item mapping.Item) readings.Row {
	own, enrolment := number(item, mapping.StudentID), number(item, mapping.EnrolmentID)
	id, days := cmp.Or(item.Text(mapping.ID), number(item, mapping.ID)), ""
	if from, to := item.Text(mapping.From), item.Text(mapping.To); from+to != "" && item.Text(mapping.Name) != "" {
		days = from + " – " + to
	}
	row := readings.Row{
		Text: cmp.Or(mapping.FullNameOf(item), mapping.PeriodName(item), id), Number: cmp.Or(own, enrolment),
		Note: notes(id, enrolment, own, days, classOf(item), strings.ReplaceAll(mapping.TeachersOf(item), "\n", ", ")),
	}
	if status := cmp.Or(item.Text(mapping.Status), number(item, mapping.StatusID)); status != "" {
		row.Text, row.Note = row.Number, status // a mark of a day
	}
	row.Text, row.Note = s.client.Redact(row.Text), s.client.Redact(row.Note)
	return row
}

// notes joins the notes that are not empty.
func notes(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(note string) bool { return note == "" }), " · ")
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

package setup

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
)

// shownRows is how many of the things that were read are kept to be shown.
const shownRows = 12

// trier reads the calls of a draft, and writes down what came.
type trier struct {
	client *apiclient.Client
	now    time.Time
	date   string
	draft  *Draft
	// class is a class to try students by, where they come by class.
	class string
}

// read reads the whole list of a call as the draft's mapping says. What was found out about the
// answer stays. Students are not read while there is a question about them.
func (t *trier) read(ctx context.Context, call Call) error {
	if call == Students && t.draft.Asks() {
		return nil
	}
	reader, err := mapping.NewReader(t.client, t.draft.readable())
	if err != nil {
		return err
	}
	list, err := reader.Read(ctx, call, mapping.Place{Period: t.draft.Period.ID, Class: t.class, Date: t.date})
	trial := t.draft.Trials[call]
	trial.At = t.now
	trial.summarise(call, list, err)
	switch call {
	case Periods:
		if err == nil {
			t.tryFor(list.Items)
		}
	case Classes:
		if len(list.Items) > 0 {
			t.class = list.Items[0].Text(mapping.ID)
		}
	case Students:
		trial.Classes = classesOf(list.Items)
		if trial.People != nil && !t.draft.Reading(People).Absent {
			trial.People.Students = t.told(list.Items)
		}
	case People:
	case mapping.Statuses, mapping.Day:
	}
	trial.Doubts = doubtsAbout(call, list.Items, trial.Classes)
	for i, row := range trial.Rows {
		trial.Rows[i] = Row{t.client.Redact(row.Text), t.client.Redact(row.Note), row.Number}
	}
	t.draft.Trials[call] = trial
	return nil
}

// summarise writes down how reading a list went.
func (t *Trial) summarise(call Call, list mapping.List, err error) {
	t.Finding, t.Rows, t.Items, t.Unreadable, t.Repeated = list.Finding(err), nil, len(list.Items), list.Unreadable, list.Duplicates
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		t.show(failure.Exchange)
		return
	}
	if t.Asked == "" {
		t.show(list.Exchange)
	}
	if t.Finding == mapping.FindingPartly && t.Items == 0 {
		t.Finding = mapping.FindingEmpty
	}
	for _, item := range list.Items[:min(len(list.Items), shownRows)] {
		t.Rows = append(t.Rows, rowOf(call, item))
	}
}

// show keeps what was asked and answered.
func (t *Trial) show(exchange apiclient.Exchange) {
	t.Asked, t.Status, t.Answer = exchange.Method+" "+exchange.URL, exchange.Status, exchange.ResponseBody.Text
}

// rowOf is an item as people see it.
func rowOf(call Call, item mapping.Item) Row {
	switch call {
	case Periods:
		return periodRow(item)
	case Students:
		return studentRow(item)
	case mapping.Day:
		return dayRow(item)
	case People:
		return studentRow(item)
	case Classes, mapping.Statuses:
	}
	id := cmp.Or(item.Text(mapping.ID), number(item, mapping.ID))
	return Row{Text: cmp.Or(item.Text(mapping.Name), id), Note: id}
}

// number is a number of an item in digits.
func number(item mapping.Item, field string) string {
	return strconv.FormatInt(item.Number(field), 10)
}

func periodRow(period mapping.Item) Row {
	id, from, to := period.Text(mapping.ID), period.Text(mapping.From), period.Text(mapping.To)
	row := Row{Text: mapping.PeriodName(period), Note: id}
	if (from != "" || to != "") && period.Text(mapping.Name) != "" {
		row.Note += " · " + from + " – " + to
	}
	return row
}

func studentRow(student mapping.Item) Row {
	var row Row
	var notes []string
	if student.Number(mapping.EnrolmentID) != 0 {
		row.Number = number(student, mapping.EnrolmentID)
		notes = append(notes, row.Number)
	}
	if student.Number(mapping.StudentID) != 0 {
		row.Number = number(student, mapping.StudentID)
		notes = append(notes, row.Number)
	}
	if class := cmp.Or(student.Text(mapping.ClassName), student.Text(mapping.ClassID)); class != "" {
		notes = append(notes, class)
	}
	name := strings.TrimSpace(student.Text(mapping.GivenName) + " " + student.Text(mapping.FamilyName))
	row.Text, row.Note = cmp.Or(name, student.Text(mapping.FullName)), strings.Join(notes, " · ")
	return row
}

func dayRow(mark mapping.Item) Row {
	of := mapping.StudentID
	if mark.Number(of) == 0 {
		of = mapping.EnrolmentID
	}
	return Row{Text: number(mark, of), Note: cmp.Or(mark.Text(mapping.Status), number(mark, mapping.StatusID))}
}

// told are some of the students with what is told of them elsewhere.
func (t *trier) told(students []mapping.Item) []Person {
	var all []Person
	for _, student := range spread(students) {
		class := cmp.Or(student.Text(mapping.ClassName), student.Text(mapping.ClassID))
		all = append(all, Person{t.client.Redact(studentRow(student).Text), t.client.Redact(class)})
	}
	return all
}

// lacksNames tells whether the students of the draft have a student id, and no names of their own.
func (d Draft) lacksNames() bool {
	return d.Reading(Students).Fields[mapping.StudentID] != "" && slices.Contains(d.Trials[Students].Doubts, NoNames)
}

// MayNeedPeople tells whether the students' own list lacks what another may tell of them by student id.
func (d Draft) MayNeedPeople() bool {
	doubts := d.Trials[Students].Doubts
	return d.Reading(Students).Fields[mapping.StudentID] != "" && (slices.Contains(doubts, NoNames) || slices.Contains(doubts, NoClass))
}

// classesOf counts the classes that the students name.
func classesOf(students []mapping.Item) int {
	classes := map[[2]string]bool{}
	for _, student := range students {
		if class := [2]string{student.Text(mapping.ClassID), student.Text(mapping.ClassName)}; class != [2]string{} {
			classes[class] = true
		}
	}
	return len(classes)
}

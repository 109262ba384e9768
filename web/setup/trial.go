package setup

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
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
func (t *trier) read(ctx context.Context, call discovery.Call) error {
	if call == discovery.Students && t.draft.Asks() {
		return nil
	}
	reader, err := t.client.Reader(t.draft.readable())
	if err != nil {
		return err
	}
	trial := t.draft.Trials[call]
	trial.At = t.now
	switch call {
	case discovery.Periods:
		list, err := reader.Periods(ctx)
		summarise(&trial, list, err, periodRow)
		if current, known := apiclient.CurrentPeriod(list.Items, t.date); known && err == nil {
			t.draft.Period = Period{current.ID, named(current.Name, current.ID)}
		}
	case discovery.Classes:
		list, err := reader.Classes(ctx, t.draft.Period.ID)
		summarise(&trial, list, err, func(class apiclient.Class) Row { return Row{Text: named(class.Name, class.ID), Note: class.ID} })
		if len(list.Items) > 0 {
			t.class = list.Items[0].ID
		}
	case discovery.Students:
		list, err := reader.Students(ctx, t.draft.Period.ID, t.class)
		summarise(&trial, list, err, studentRow)
		trial.Classes = classesOf(list.Items)
	case discovery.Statuses:
		list, err := reader.Statuses(ctx, t.draft.Period.ID)
		summarise(&trial, list, err, func(status apiclient.Status) Row {
			return Row{Text: named(status.Name, strconv.FormatInt(status.ID, 10)), Note: strconv.FormatInt(status.ID, 10)}
		})
	case discovery.Day:
		list, err := reader.DailyAttendance(ctx, t.draft.Period.ID, t.class, t.date)
		summarise(&trial, list, err, dayRow)
	}
	for i, row := range trial.Rows {
		trial.Rows[i] = Row{t.client.Redact(row.Text), t.client.Redact(row.Note), row.Number}
	}
	t.draft.Trials[call] = trial
	return nil
}

// summarise writes down how reading a list went.
func summarise[T any](trial *Trial, list apiclient.List[T], err error, row func(T) Row) {
	trial.Rows, trial.Items, trial.Unreadable, trial.Repeated = nil, len(list.Items), list.Unreadable, list.Duplicates
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		trial.Finding = apiclient.FindingOf(failure)
		trial.Asked, trial.Status = failure.Exchange.Method+" "+failure.Exchange.URL, failure.Status
		trial.Answer = failure.Exchange.ResponseBody.Text
		return
	}
	if trial.Asked == "" {
		trial.Asked, trial.Status, trial.Answer = list.Exchange.Method+" "+list.Exchange.URL, list.Exchange.Status, list.Exchange.ResponseBody.Text
	}
	switch {
	case errors.Is(err, apiclient.ErrNotMapped):
		trial.Finding = apiclient.FindingNoCall
	case err != nil:
		trial.Finding = apiclient.FindingFailed
	case len(list.Items) == 0 && list.Unreadable > 0:
		trial.Finding = apiclient.FindingUnreadable
	case len(list.Items) == 0:
		trial.Finding = apiclient.FindingEmpty
	case len(list.Problems) > 0:
		trial.Finding = apiclient.FindingPartly
	default:
		trial.Finding = apiclient.FindingWorks
	}
	for _, item := range list.Items[:min(len(list.Items), shownRows)] {
		trial.Rows = append(trial.Rows, row(item))
	}
}

func named(name, id string) string {
	if name == "" {
		return id
	}
	return name
}

func periodRow(period apiclient.Period) Row {
	note := period.ID
	if period.From != "" || period.To != "" {
		note += " · " + period.From + " – " + period.To
	}
	return Row{Text: named(period.Name, period.ID), Note: note}
}

func studentRow(student apiclient.Enrolment) Row {
	name := strings.TrimSpace(student.GivenName + " " + student.FamilyName)
	number := strconv.FormatInt(student.ID, 10)
	notes := []string{number}
	if student.StudentID != 0 {
		number = strconv.FormatInt(student.StudentID, 10)
		notes = append(notes, number)
	}
	if class := named(student.ClassName, student.ClassID); class != "" {
		notes = append(notes, class)
	}
	return Row{Text: named(name, student.FullName), Note: strings.Join(notes, " · "), Number: number}
}

func dayRow(mark apiclient.DayMark) Row {
	id := mark.StudentID
	if id == 0 {
		id = mark.EnrolmentID
	}
	return Row{Text: fmt.Sprint(id), Note: named(mark.Status, strconv.FormatInt(mark.StatusID, 10))}
}

// classesOf counts the classes that the students name.
func classesOf(students []apiclient.Enrolment) int {
	classes := map[[2]string]bool{}
	for _, student := range students {
		if student.ClassID != "" || student.ClassName != "" {
			classes[[2]string{student.ClassID, student.ClassName}] = true
		}
	}
	return len(classes)
}

// countOf is how long a list is, for people.
func countOf(list discovery.List) string { return strconv.Itoa(len(list.Items)) }

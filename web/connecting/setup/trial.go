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
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// shownRows limits the stored items of a list for display.
const shownRows = 12

// trier tries the calls of a draft, and records the results.
type trier struct {
	client *apiclient.Client
	now    time.Time
	date   string
	draft  *Draft
	// code is the code of the school in the school system.
	code string
	// unsaid are the folded class names of the students, if nothing says that their list is whole.
	unsaid []string
	// class is the class for trials of students listed by class.
	class string
}

// place returns the placeholder values for trials.
func (t *trier) place() mapping.Place {
	return mapping.Place{Period: t.draft.Period.ID, Class: t.class, Date: t.date}
}

// readable returns the draft's mapping. While the enrolment id is undecided, it uses a candidate, for display
// only.
func (t *trier) readable() mapping.Mapping {
	students := t.draft.Mapping.Of(mapping.Students)
	if !t.draft.Asks() {
		return t.draft.Mapping
	}
	number := students.Fields[mapping.StudentID]
	for _, choice := range t.draft.Trials[mapping.Students].Offers.Numbers {
		number = choice.Fields[mapping.EnrolmentID] // the last candidate distinguishes students best
	}
	students.Fields[mapping.EnrolmentID], students.Absent = number, number == ""
	return t.draft.Mapping.With(mapping.Students, students)
}

// read reads the whole list of a call by the draft's mapping. Earlier findings about the answer stay.
func (t *trier) read(ctx context.Context, call Call) error {
	reader, err := mapping.NewReader(t.client, t.readable())
	if err != nil {
		return err
	}
	list, err := reader.Read(ctx, call, t.place())
	if call == mapping.Students && t.draft.Asks() && errors.Is(err, mapping.ErrNotMapped) {
		return nil // the list has no possible number
	}
	trial := t.draft.Trials[call]
	if call == mapping.Students && reader.PerClass() && len(list.Items) > 0 {
		list, trial.FirstOnly = t.allClasses(ctx, reader, list)
	}
	t.summarise(&trial, call, list, err)
	switch {
	case call == mapping.Periods && err == nil:
		t.tryFor(list.Items)
	case call == mapping.Classes && len(list.Items) > 0:
		t.class = list.Items[0].Text(mapping.ID)
	case call == mapping.Students:
		t.describeStudents(&trial, list)
	}
	if call == mapping.Students || call == mapping.Statuses || call == mapping.Classes {
		trial.Offers.Leaving = t.leaving(call, list.Kept)
	}
	trial.Objections = t.objections(call, list)
	trial.Doubts = doubtsAbout(call, list.Items, trial.Classes)
	if call == mapping.Periods && !mapping.SaysNow(list.Items, t.date) {
		trial.Doubts = append(trial.Doubts, readings.UnknownNow)
	}
	if call == mapping.Students {
		trial.Doubts = append(trial.Doubts, t.doubtsAboutStudents(list)...)
	}
	t.draft.Trials[call] = trial
	return nil
}

func (t *trier) describeStudents(trial *readings.Trial, list mapping.List) {
	students := list.Items
	trial.Classes, t.unsaid = classesOf(students), nil
	for _, student := range students {
		if list.IsSilent {
			t.unsaid = append(t.unsaid, document.Fold(student.Text(mapping.ClassName)))
		}
	}
	if t.draft.Asks() { // an item without a candidate number is still on the list
		trial.Items += trial.Unreadable + trial.Repeated
	}
	if !t.draft.Mapping.Of(mapping.People).Absent || !t.draft.Mapping.Of(mapping.Classes).Absent {
		trial.Offers.Students = t.sample(students)
	}
}

// doubtsAboutStudents returns the doubts whether all students are read, whether they have left, and whether only a part
// of the class or of the name is read.
func (t *trier) doubtsAboutStudents(list mapping.List) []readings.Doubt {
	entries, fields := list.Entries, t.draft.Mapping.Of(mapping.Students).Fields
	var doubts []readings.Doubt
	if list.IsRound {
		doubts = append(doubts, readings.Round)
	}
	if len(list.Kept) > 0 && discovery.AllLeft(list.Kept, t.date) {
		doubts = append(doubts, readings.AllLeft)
	}
	if fields[mapping.ClassID] == "" && discovery.DividesClass(entries, fields[mapping.ClassName]) != "" {
		doubts = append(doubts, readings.PartOfClass)
	}
	if fields[mapping.FullName] == "" && discovery.LacksNamePart(entries, fields) {
		doubts = append(doubts, readings.PartOfName)
	}
	return doubts
}

// allClassesLimit limits the time for reading all classes. A page waits for it.
const allClassesLimit = 10 * time.Second

// allClasses returns the students of all classes; when that fails or takes too long, those of the first class.
func (t *trier) allClasses(ctx context.Context, reader *mapping.Reader, first mapping.List) (list mapping.List, firstOnly bool) {
	ctx, cancel := context.WithTimeout(ctx, allClassesLimit)
	defer cancel()
	whole, err := reader.Students(ctx, t.place())
	if err != nil || len(whole.Items) == 0 {
		return first, true
	}
	return whole, false
}

// summarise records how a list was read.
func (t *trier) summarise(trial *Trial, call Call, list mapping.List, err error) {
	trial.Finding, trial.Rows, trial.Items, trial.Unreadable, trial.Repeated = list.Finding(err), nil, len(list.Items), list.Unreadable, list.Duplicates
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		show(trial, failure.Exchange)
		return
	}
	if trial.Request == "" {
		show(trial, list.Exchange)
	}
	if trial.Finding == mapping.FindingPartly && trial.Items == 0 {
		trial.Finding = mapping.FindingEmpty
	}
	for _, item := range list.Items[:min(len(list.Items), shownRows)] {
		row := rowOf(call, item)
		trial.Rows = append(trial.Rows, readings.Row{Text: t.client.Redact(row.Text), Note: t.client.Redact(row.Note), Number: row.Number})
	}
}

// show records the request and its answer.
func show(trial *Trial, exchange apiclient.Exchange) {
	trial.Request, trial.Status, trial.Answer = exchange.Method+" "+exchange.URL, exchange.Status, exchange.ResponseBody.Text
}

// rowOf returns an item for display.
func rowOf(call Call, item mapping.Item) readings.Row {
	id := cmp.Or(item.Text(mapping.ID), number(item, mapping.ID))
	row := readings.Row{Text: cmp.Or(item.Text(mapping.Name), id), Note: id}
	switch call {
	case mapping.Periods:
		row.Text = mapping.PeriodName(item)
		if from, to := item.Text(mapping.From), item.Text(mapping.To); from+to != "" && item.Text(mapping.Name) != "" {
			row.Note += " · " + from + " – " + to
		}
	case mapping.Students, mapping.People:
		numbers := []string{number(item, mapping.EnrolmentID), number(item, mapping.StudentID)}
		row.Text, row.Number = mapping.FullNameOf(item), cmp.Or(number(item, mapping.StudentID), number(item, mapping.EnrolmentID))
		notes := slices.DeleteFunc(append(numbers, classOf(item)), func(note string) bool { return note == "" })
		row.Note = strings.Join(notes, " · ")
	case mapping.Day:
		row.Text = cmp.Or(number(item, mapping.StudentID), number(item, mapping.EnrolmentID))
		row.Note = cmp.Or(item.Text(mapping.Status), number(item, mapping.StatusID))
	case mapping.Classes, mapping.Statuses:
	}
	return row
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

// sample returns some of the students for display.
func (t *trier) sample(students []mapping.Item) []readings.Person {
	var all []readings.Person
	for _, student := range spread(students) {
		all = append(all, readings.Person{Name: t.client.Redact(mapping.FullNameOf(student)), Class: t.client.Redact(classOf(student))})
	}
	return all
}

// classesOf counts the students' different classes.
func classesOf(students []mapping.Item) int {
	classes := map[[2]string]bool{}
	for _, student := range students {
		classes[[2]string{student.Text(mapping.ClassID), student.Text(mapping.ClassName)}] = true
	}
	delete(classes, [2]string{})
	return len(classes)
}

// mostPeriods limits the school periods in a choice.
const mostPeriods = 60

// tryFor stores the periods and selects the current one for trials, unless a person chose another that still
// exists.
func (t *trier) tryFor(periods []mapping.Item) {
	current, known := mapping.CurrentPeriod(periods, t.date)
	if !known {
		return
	}
	d := t.draft
	d.Periods = nil
	for _, period := range periods[:min(len(periods), mostPeriods)] {
		d.Periods = append(d.Periods, readings.Period{ID: period.Text(mapping.ID), Name: mapping.PeriodName(period)})
	}
	d.Opens = readings.Period{ID: current.Text(mapping.ID), Name: mapping.PeriodName(current)}
	stays := func(period readings.Period) bool { return d.Period.Chosen && period.ID == d.Period.ID }
	if !slices.ContainsFunc(d.Periods, stays) {
		d.Period = d.Opens
	}
}

// TryFor tries the draft's lists for another school period. It returns [roll.Stale] for a period that the
// draft does not have.
func (c *Connecting) TryFor(ctx context.Context, school roll.School, id string) error {
	return c.change(ctx, school, func(ctx context.Context, s *seeker) error {
		at := slices.IndexFunc(s.draft.Periods, func(period readings.Period) bool { return period.ID == id })
		if at < 0 {
			return roll.Problem(roll.Stale, "problem.what.409")
		}
		s.draft.Period = s.draft.Periods[at]
		s.draft.Period.Chosen = true
		return s.tryAll(ctx, mapping.Calls()[1:])
	})
}

// periodIDs returns the ids of all known periods.
func periodIDs(d *Draft) []string {
	ids := []string{d.Period.ID}
	for _, period := range d.Periods {
		ids = append(ids, period.ID)
	}
	return ids
}

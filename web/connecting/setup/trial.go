package setup

import (
	"context"
	"errors"
	"slices"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// shownRows limits the stored items of a list for display.
const shownRows = 12

// read reads the whole list of a call by the draft's mapping. Earlier findings about the answer stay.
func (s *seeker) read(ctx context.Context, call Call) {
	reader, err := mapping.NewReader(s.client, s.readable())
	if s.fail(err); s.err != nil {
		return
	}
	list, err := reader.Read(ctx, call, s.place())
	if s.draft.Asks(call) && errors.Is(err, mapping.ErrNotMapped) {
		return // the list has no possible number
	}
	row, trial := s.row(call), s.draft.Trials[call]
	if mapping.IsByClass(call, s.draft.Mapping.Of(call)) && len(list.Items) > 0 {
		list, trial.FirstOnly = s.allClasses(ctx, reader, list)
	}
	s.summarise(&trial, call, list, err)
	if row.learn != nil {
		row.learn(s, &trial, list)
	}
	if row.leaves {
		trial.Offers.Leaving = s.leaving(call, list.Kept)
	}
	trial.Objections, trial.Doubts = s.objections(call, list), nil
	if row.objects != nil {
		trial.Objections = append(trial.Objections, row.objects(s, list)...)
	}
	if row.doubts != nil {
		trial.Doubts = row.doubts(s, list, trial.Classes)
	}
	s.draft.Trials[call] = trial
}

// allClassesLimit limits the time for reading all classes. A page waits for it.
const allClassesLimit = 10 * time.Second

// allClasses returns the students of all classes; when that fails or takes too long, those of the first class.
func (s *seeker) allClasses(ctx context.Context, reader *mapping.Reader,
	first mapping.List) (list mapping.List, firstOnly bool) {
	ctx, cancel := context.WithTimeout(ctx, allClassesLimit)
	defer cancel()
	whole, err := reader.Students(ctx, s.place())
	if err != nil || len(whole.Items) == 0 {
		return first, true
	}
	return whole, false
}

// summarise records how a list was read.
func (s *seeker) summarise(trial *Trial, call Call, list mapping.List, err error) {
	trial.Finding, trial.Rows, trial.Items, trial.Unreadable, trial.Repeated = list.Finding(err), nil, len(list.Items),
		list.Unreadable, list.Duplicates
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
	preview := previewNamed
	if own := s.row(call).preview; own != nil {
		preview = own
	}
	for _, item := range list.Items[:min(len(list.Items), shownRows)] {
		row := preview(item)
		trial.Rows = append(trial.Rows,
			readings.Row{Text: s.client.Redact(row.Text), Note: s.client.Redact(row.Note), Number: row.Number})
	}
}

// show records the request and its answer.
func show(trial *Trial, exchange apiclient.Exchange) {
	trial.Request, trial.Status, trial.Answer = exchange.Method+" "+
		exchange.URL, exchange.Status, exchange.ResponseBody.Text
}

// sample returns some of the students for display.
func (s *seeker) sample(students []mapping.Item) []readings.Person {
	var all []readings.Person
	for _, student := range spread(students) {
		all = append(all, readings.Person{Name: s.client.Redact(mapping.FullNameOf(student)),
			Class: s.client.Redact(classOf(student))})
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
func (s *seeker) tryFor(_ *Trial, list mapping.List) {
	periods := list.Items
	current, known := mapping.CurrentPeriod(periods, s.date)
	if !known {
		return
	}
	d := s.draft
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

// tryClass selects the first class for trials of students listed by class.
func (s *seeker) tryClass(_ *Trial, list mapping.List) {
	if len(list.Items) > 0 {
		s.class = list.Items[0].Text(mapping.ID)
	}
}

// periodIDs returns the ids of all known periods.
func periodIDs(d *Draft) []string {
	ids := []string{d.Period.ID}
	for _, period := range d.Periods {
		ids = append(ids, period.ID)
	}
	return ids
}

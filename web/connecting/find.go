package connecting

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/web/proof"
	"rollbook/web/roll"
)

// How long looking for all calls may take, and how many requests it may make besides those that read
// the lists to their ends. A page waits for it.
const (
	findLimit    = 40 * time.Second
	findRequests = 60
	oneRequests  = 25
)

// Find looks for all calls with the school's own key and keeps what it finds as the draft.
func (c *Connecting) Find(ctx context.Context, school roll.School) (Draft, error) {
	ctx, cancel := context.WithTimeout(ctx, findLimit)
	defer cancel()
	draft := Draft{Trials: make(map[discovery.Call]Trial)}
	var err error
	if draft.Mapping, err = proof.MappingOf(school); err != nil {
		draft.Mapping = apiclient.DefaultMapping()
	}
	seeker, err := c.seeker(ctx, school, &draft, findRequests)
	if err != nil {
		return draft, err
	}
	if err := seeker.all(ctx); err != nil {
		return draft, err
	}
	return draft, c.keep(context.WithoutCancel(ctx), school, draft)
}

// seeker finds calls for a draft.
type seeker struct {
	trier
	search *discovery.Search
}

func (c *Connecting) seeker(ctx context.Context, school roll.School, draft *Draft, requests int) (*seeker, error) {
	client, err := c.clients.Client(ctx, school)
	if err != nil {
		return nil, err
	}
	now := c.clock()
	return &seeker{
		trier:  trier{client: client, now: now, date: school.Today(now).String(), draft: draft},
		search: discovery.NewSearch(client.Look, requests),
	}, nil
}

// place is what placeholders stand for while calls are tried.
func (s *seeker) place() apiclient.Place {
	return apiclient.Place{Period: s.draft.Period.ID, Class: s.class, Date: s.date}
}

// all looks for one call after the other. Without a period nothing else can be asked.
func (s *seeker) all(ctx context.Context) error {
	known := s.knownPaths()
	for _, call := range discovery.Calls() {
		if call == discovery.Classes {
			continue // only where students come by class
		}
		if call != discovery.Periods && s.draft.Period.ID == "" {
			s.draft.Trials[call] = Trial{At: s.now, Finding: apiclient.FindingNotTried}
			continue
		}
		if err := s.one(ctx, call, known[call]); err != nil {
			return err
		}
	}
	return nil
}

// knownPaths are the paths of the mapping in force.
func (s *seeker) knownPaths() map[discovery.Call]string {
	known := make(map[discovery.Call]string)
	for _, call := range discovery.Calls() {
		if reading, err := discovery.Of(s.draft.Mapping, call); err == nil && !reading.PerClass {
			known[call] = reading.Path
		}
	}
	return known
}

// one looks for a call. Students that are not listed by period are looked for by class.
func (s *seeker) one(ctx context.Context, call discovery.Call, known string) error {
	found, err := s.search.Find(ctx, call, s.place(), known)
	if call == discovery.Students && err == nil && !enrols(found) {
		return s.byClass(ctx, found)
	}
	if call == discovery.Day && err == nil && !found.Works() && found.Err == nil {
		found = s.earlier(ctx, found)
	}
	return s.take(ctx, call, found)
}

// enrols tells whether students were found with a number that may be the one that saving needs.
func enrols(found discovery.Found) bool {
	return found.Works() && found.Guess.Warning != discovery.NoEnrolment
}

// earlierDays is how many days back marks are looked for where there are none of today.
const earlierDays = 4

// earlier guesses how a day is read from one before today.
func (s *seeker) earlier(ctx context.Context, today discovery.Found) discovery.Found {
	for days := range earlierDays {
		at := s.place()
		at.Date = s.now.AddDate(0, 0, -1-days).Format(time.DateOnly)
		found, err := s.search.Try(ctx, discovery.Day, today.Reading.Path, at, false)
		if err != nil {
			break
		}
		if found.Works() {
			return found
		}
	}
	return today
}

// byClass looks for the classes of the period, and for the students of the first of them.
func (s *seeker) byClass(ctx context.Context, without discovery.Found) error {
	classes, err := s.search.Find(ctx, discovery.Classes, s.place(), "")
	if err != nil || !classes.Works() {
		return s.take(ctx, discovery.Students, without)
	}
	if err := s.take(ctx, discovery.Classes, classes); err != nil {
		return err
	}
	// What makes a search give up is told by what it found.
	students, _ := s.search.FindPerClass(ctx, s.place())
	students.Tried = append(without.Tried, students.Tried...)
	if !enrols(students) && without.Works() {
		students = without
	}
	return s.take(ctx, discovery.Students, students)
}

// take puts what was found into the draft and reads the list by it. A call for which something else
// answered everywhere is taken for one that the service has not. After a failure, which may pass, it
// stays as it was, and so does that of the periods, which every service has.
func (s *seeker) take(ctx context.Context, call discovery.Call, found discovery.Found) error {
	trial := s.describe(found)
	s.draft.Trials[call] = trial
	missing := trial.Finding == apiclient.FindingWrongPath || trial.Finding == apiclient.FindingUnreadable
	reading := found.Reading
	switch {
	case found.Works():
	case call == discovery.Periods || !missing:
		return nil
	default:
		reading = discovery.Reading{Absent: true}
	}
	if err := discovery.Set(&s.draft.Mapping, call, reading); err != nil {
		return err
	}
	if call == discovery.Students && !reading.PerClass {
		delete(s.draft.Trials, discovery.Classes)
		if err := discovery.Set(&s.draft.Mapping, discovery.Classes, discovery.Reading{Absent: true}); err != nil {
			return err
		}
	}
	if reading.Absent {
		return nil
	}
	return s.readOrCount(ctx, call, found)
}

// readOrCount reads the list. Where the service has no page after the last one, a page that is not full
// has to end the list.
func (s *seeker) readOrCount(ctx context.Context, call discovery.Call, found discovery.Found) error {
	if err := s.read(ctx, call); err != nil {
		return err
	}
	kind := found.Reading.Paging.Kind
	works := s.draft.Trials[call].Finding != apiclient.FindingFailed && s.draft.Trials[call].Finding != apiclient.FindingWrongPath
	if works || kind != apiclient.PagingPage && kind != apiclient.PagingOffset {
		return nil
	}
	found.Reading.Paging.Size = found.Guess.Items
	if err := discovery.Set(&s.draft.Mapping, call, found.Reading); err != nil {
		return err
	}
	s.draft.Trials[call] = s.describe(found)
	return s.read(ctx, call)
}

// describe is what is known of a call before its whole list is read.
func (s *seeker) describe(found discovery.Found) Trial {
	exchange := found.Look.Exchange
	trial := Trial{
		At: s.now, Finding: apiclient.FindingNotTried, Asked: strings.TrimSpace(exchange.Method + " " + exchange.URL), Status: exchange.Status,
		Answer: found.Look.Shown, Tried: found.Tried, Unsure: found.Works() && !found.Guess.Sure,
	}
	if failure, ok := errors.AsType[*apiclient.Error](found.Err); ok {
		trial.Finding = apiclient.FindingOf(failure)
	} else if found.Err == nil && exchange.Status != 0 {
		trial.Finding = apiclient.FindingUnreadable
	}
	s.offer(&trial, found.Look.Document, found.Reading.List)
	if trial.Finding == apiclient.FindingUnreadable && slices.ContainsFunc(discovery.Lists(found.Look.Document), isEmpty) {
		trial.Finding = apiclient.FindingEmpty
	}
	if found.Guess.Warning == discovery.NoEnrolment || found.Guess.Warning == discovery.OtherStudents {
		s.ask(&trial, found)
	}
	return trial
}

func isEmpty(list discovery.List) bool { return len(list.Items) == 0 }

// Choices beyond these help nobody.
const (
	longestSample = 40
	mostChoices   = 40
)

// offer puts down what an answer offers to choose from.
func (s *seeker) offer(trial *Trial, document any, listed string) {
	for _, list := range discovery.Lists(document) {
		if s.client.Redact(list.Path) == list.Path {
			trial.Lists = append(trial.Lists, Choice{Path: list.Path, Sample: countOf(list)})
		}
	}
	items, err := discovery.Items(document, listed)
	if listed == "" || err != nil {
		return
	}
	for _, field := range discovery.Fields(items) {
		if s.client.Redact(field.Path) != field.Path {
			continue
		}
		sample := []rune(s.client.Redact(field.Sample))
		trial.Fields = append(trial.Fields, Choice{Path: field.Path, Sample: string(sample[:min(len(sample), longestSample)])})
	}
	trial.Fields = trial.Fields[:min(len(trial.Fields), mostChoices)]
}

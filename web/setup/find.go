package setup

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
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
	before, err := c.Draft(ctx, school)
	if err != nil {
		return before, err
	}
	draft := Draft{Mapping: before.Mapping, Trials: make(map[Call]Trial)}
	if before.Period.Chosen {
		draft.Period = before.Period
	}
	seeker, err := c.seeker(ctx, school, &draft, findRequests)
	if err != nil {
		return draft, err
	}
	seeker.before = before
	seeker.before.InForce = before.InForce && school.Mapping != ""
	if err := seeker.all(ctx); err != nil {
		return draft, err
	}
	return draft, c.keep(context.WithoutCancel(ctx), school, draft)
}

// seeker finds calls for a draft.
type seeker struct {
	trier
	search *discovery.Search
	// before is the draft of which what works stays when all calls are looked for again.
	before Draft
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
func (s *seeker) place() mapping.Place {
	return mapping.Place{Period: s.draft.Period.ID, Class: s.class, Date: s.date}
}

// all looks for one call after the other. Without a period nothing else can be asked.
func (s *seeker) all(ctx context.Context) error {
	for _, call := range Calls() {
		if call == Classes || call == People && !s.draft.lacksNames() {
			continue // only where students come by class, or without names
		}
		if call != Periods && s.draft.Trials[Periods].Items == 0 {
			s.draft.Trials[call] = Trial{At: s.now, Finding: mapping.FindingNotTried}
			continue
		}
		kept, err := s.keeps(ctx, call)
		if err == nil && !kept {
			err = s.one(ctx, call)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keeps leaves a call as it was read before, where it still can be: what was typed or chosen is not guessed again. A
// list that somebody said there is none of stays so, too.
func (s *seeker) keeps(ctx context.Context, call Call) (bool, error) {
	was := s.before.Trials[call]
	if was.Finding == mapping.FindingNoCall {
		s.draft.Trials[call] = was
		return true, nil
	}
	reading := s.draft.Reading(call)
	if reading.Absent || was.Items == 0 && !s.before.InForce || call == Students && s.draft.Asks() {
		return false, nil
	}
	if err := s.prepare(ctx, call, reading.By); err != nil {
		return false, err
	}
	found := s.search.Look(ctx, call, reading.Path, s.place())
	if !hasItems(found, reading) {
		return false, nil
	}
	if err := s.accept(ctx, call, found, reading); err != nil {
		return false, err
	}
	now := s.draft.Trials[call]
	now.Unsure = was.Unsure
	s.draft.Trials[call] = now
	return now.Items > 0, nil
}

// hasItems tells whether the reading finds anything in what was answered.
func hasItems(found discovery.Found, reading Reading) bool {
	items, err := discovery.Items(found.Look.Document, reading.List)
	return found.Err == nil && err == nil && len(items) > 0
}

// known is the path by which the draft reads the call; none where it reads it by class.
func (s *seeker) known(call Call) string {
	reading := s.draft.Reading(call)
	if reading.By == mapping.ByClass {
		return ""
	}
	return reading.Path
}

// one looks for a call. Students that are not listed by period are looked for by class.
func (s *seeker) one(ctx context.Context, call Call) error {
	find := s.search.Find
	if s.isTyped(call) && s.known(call) != "" {
		find = func(ctx context.Context, call Call, at mapping.Place, typed string) (discovery.Found, error) {
			return s.search.Try(ctx, call, typed, at, "")
		}
	}
	found, err := find(ctx, call, s.place(), s.known(call))
	if call == Students && err == nil && !enrols(found) {
		return s.byClass(ctx, found)
	}
	if call == mapping.Day && err == nil && !found.Works() && found.Err == nil {
		found = s.earlier(ctx, found)
	}
	if err := s.take(ctx, call, found); err != nil || call != People || !found.Works() {
		return err
	}
	return s.read(ctx, Students) // who now have names
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
		found, err := s.search.Try(ctx, mapping.Day, today.Reading.Path, at, "")
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
	classes, err := s.search.Find(ctx, Classes, s.place(), "")
	if err != nil || !classes.Works() {
		return s.take(ctx, Students, without)
	}
	if err := s.take(ctx, Classes, classes); err != nil {
		return err
	}
	// What makes a search give up is told by what it found.
	students, _ := s.search.FindPerClass(ctx, s.place())
	students.Tried = append(without.Tried, students.Tried...)
	if !enrols(students) && without.Works() {
		students = without
	}
	return s.take(ctx, Students, students)
}

// take puts what was found into the draft and reads the list by it. A call for which something else
// answered everywhere is taken for one that the service has not. After a failure, which may pass, it
// stays as it was, and so does that of the periods, which every service has.
func (s *seeker) take(ctx context.Context, call Call, found discovery.Found) error {
	trial := s.describe(call, found)
	s.draft.Trials[call] = trial
	missing := trial.Finding == mapping.FindingWrongPath || trial.Finding == mapping.FindingUnreadable
	reading := found.Reading
	switch {
	case found.Works():
	case call == Periods || !missing || s.isTyped(call):
		return nil
	default:
		reading = Reading{Absent: true}
	}
	s.draft.Mapping = s.draft.Mapping.With(call, reading)
	if call == Students && reading.By != mapping.ByClass {
		delete(s.draft.Trials, Classes)
		s.draft.Mapping = s.draft.Mapping.With(Classes, Reading{Absent: true})
	}
	if reading.Absent {
		return nil
	}
	return s.readOrCount(ctx, call, found)
}

// isTyped tells whether a person gave the path of a call: looking again never throws it away.
func (s *seeker) isTyped(call Call) bool {
	reading := s.draft.Reading(call)
	return !reading.Absent && reading.Path != "" && !discovery.IsLikely(call, reading.Path)
}

// readOrCount reads the list. Where the service has no page after the last one, a page that is not full
// has to end the list.
func (s *seeker) readOrCount(ctx context.Context, call Call, found discovery.Found) error {
	if err := s.read(ctx, call); err != nil {
		return err
	}
	kind := found.Reading.Paging.Kind
	works := s.draft.Trials[call].Finding != mapping.FindingFailed && s.draft.Trials[call].Finding != mapping.FindingWrongPath
	if works || kind != mapping.PagingPage && kind != mapping.PagingOffset {
		return nil
	}
	found.Reading.Paging.Size = found.Guess.Items
	s.draft.Mapping = s.draft.Mapping.With(call, found.Reading)
	s.draft.Trials[call] = s.describe(call, found)
	return s.read(ctx, call)
}

// describe is what is known of a call before its whole list is read.
func (s *seeker) describe(call Call, found discovery.Found) Trial {
	exchange := found.Look.Exchange
	trial := Trial{
		At: s.now, Finding: mapping.FindingNotTried, Asked: strings.TrimSpace(exchange.Method + " " + exchange.URL), Status: exchange.Status,
		Answer: found.Look.Shown, Tried: found.Tried, Unsure: found.Works() && !found.Guess.Sure,
	}
	if failure, ok := errors.AsType[*apiclient.Error](found.Err); ok {
		trial.Finding = mapping.FindingOf(failure)
	} else if found.Err == nil && exchange.Status != 0 {
		trial.Finding = mapping.FindingUnreadable
	}
	s.offer(&trial, found.Look.Document, found.Reading.List)
	trial.People = s.people(call, found)
	if trial.Finding == mapping.FindingUnreadable && slices.ContainsFunc(discovery.Lists(found.Look.Document), isEmpty) {
		trial.Finding = mapping.FindingEmpty
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
			trial.Lists = append(trial.Lists, Choice{Path: list.Path, Sample: strconv.Itoa(len(list.Items))})
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

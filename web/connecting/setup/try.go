package setup

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// accept reads a call by a person's choices. While the enrolment id is undecided, it guesses the candidates
// again.
func (s *seeker) accept(ctx context.Context, call Call, found discovery.Found, reading Reading) error {
	found.Reading, found.Guess = reading, discovery.Guess{List: reading.List}
	if call == mapping.Students && reading.Fields[mapping.EnrolmentID] == "" {
		guess := discovery.ReadList(call, discovery.List{Path: reading.List, Items: itemsOf(found, reading)})
		found.Guess.Candidates = guess.Candidates
		if path := guess.Fields[mapping.EnrolmentID]; path != "" {
			found.Guess.Candidates = []map[string]string{{mapping.EnrolmentID: path}}
		}
	}
	return s.put(ctx, call, found)
}

// compare requests the students of another school period once. A service that does not know the parameter
// sends the same list.
func (s *seeker) compare(ctx context.Context, found discovery.Found) {
	other := slices.IndexFunc(s.draft.Periods, func(period readings.Period) bool { return period.ID != s.draft.Period.ID })
	first := itemsOf(found, found.Reading)
	if other < 0 || len(first) == 0 || found.Reading.By == mapping.ByClass {
		return
	}
	place := s.place()
	place.Period = s.draft.Periods[other].ID
	again := s.search.Look(ctx, mapping.Students, found.Reading.Path, place)
	again.Reading = found.Reading
	if trial := s.draft.Trials[mapping.Students]; document.Same(itemsOf(again, found.Reading), first) {
		trial.SameFor = s.draft.Periods[other].Name
		s.draft.Trials[mapping.Students] = trial
	}
}

// compareClasses looks for classes of the school system that have no students on the list, or fewer than they say, where
// nothing says that the list is whole. It requests them once. Without one class in common the names mean something else.
func (s *seeker) compareClasses(ctx context.Context, reading Reading) {
	if len(s.unsaid) == 0 || reading.By == mapping.ByClass || slices.Contains(reading.Unrelated, readings.EmptyClasses) {
		return
	}
	found, _ := s.search.Try(ctx, mapping.Classes, mapping.DefaultOf(mapping.Classes).Path, s.place())
	classes := itemsOf(found, found.Reading)
	trial := s.draft.Trials[mapping.Students]
	for _, class := range classes {
		name, counted := s.at(class, found.Reading.Fields[mapping.Name]), 0
		for _, one := range s.unsaid {
			if one == document.Fold(name) {
				counted++
			}
		}
		says, _ := document.CountsMembers(class)
		trial.Counted += int(says)
		trial.Short = trial.Short || int(says) > counted
		if counted == 0 {
			trial.Empty = append(trial.Empty, name)
		}
	}
	if len(trial.Empty) < len(classes) {
		trial.Objections = append(trial.Objections, lacksOfClasses(trial)...)
		s.draft.Trials[mapping.Students] = trial
	}
}

// findPeriod records the field that names a student's school period, so that students of other periods are
// noticed.
func (s *seeker) findPeriod(found *discovery.Found) {
	var names []string
	for _, period := range s.draft.Periods {
		names = append(names, period.Name)
	}
	if found.Reading.Fields[mapping.SchoolPeriod] == "" && len(names) > 0 {
		if path := discovery.PeriodField(itemsOf(*found, found.Reading), periodIDs(s.draft), names, found.Reading.Unrelated); path != "" {
			found.Reading.Fields[mapping.SchoolPeriod] = path
		}
	}
}

// put puts a reading into the draft and reads the list. If the service answers with an error after the last
// page, put makes an incomplete page end the list. After the second list about students it reads the students
// again.
func (s *seeker) put(ctx context.Context, call Call, found discovery.Found) error {
	if call == mapping.Students {
		s.findPeriod(&found)
	}
	if err := s.readBy(ctx, call, found); err != nil {
		return err
	}
	if call == mapping.Students {
		s.compare(ctx, found)
		s.compareClasses(ctx, found.Reading)
	}
	finding, paging := s.draft.Trials[call].Finding, &found.Reading.Paging
	isCounted := paging.Kind == mapping.PagingPage || paging.Kind == mapping.PagingOffset
	if isCounted && paging.Size == 0 && (finding == mapping.FindingFailed || finding == mapping.FindingWrongPath) && found.Guess.Items > 0 {
		paging.Size = found.Guess.Items
		if err := s.readBy(ctx, call, found); err != nil {
			return err
		}
	}
	if call == mapping.People {
		return s.read(ctx, mapping.Students)
	}
	return nil
}

func (s *seeker) readBy(ctx context.Context, call Call, found discovery.Found) error {
	s.draft.Mapping = s.draft.Mapping.With(call, found.Reading)
	if err := s.validate(); err != nil {
		return err
	}
	s.draft.Trials[call] = s.describe(call, found)
	return s.read(ctx, call)
}

// validate returns an error for an unusable mapping. The enrolment id may still be undecided.
func (s *seeker) validate() error {
	students := s.draft.Mapping.Of(mapping.Students)
	if s.draft.Asks() {
		students.Fields[mapping.EnrolmentID] = "$"
	}
	return s.draft.Mapping.With(mapping.Students, students).Validate()
}

// itemsOf returns the items that a reading finds in an answer.
func itemsOf(found discovery.Found, reading Reading) []any {
	items, err := discovery.Items(found.Look.Document, reading.List)
	if found.Err != nil || err != nil || reading.List == "" {
		return nil
	}
	return items
}

// describe returns the known facts of a call before its whole list is read.
func (s *seeker) describe(call Call, found discovery.Found) Trial {
	exchange, items := found.Look.Exchange, itemsOf(found, found.Reading)
	trial := Trial{
		Finding: mapping.FindingNotTried, Request: strings.TrimSpace(exchange.Method + " " + exchange.URL), Status: exchange.Status,
		Answer: found.Look.Shown, Tried: len(found.Tried), Unsure: found.Works() && found.Guess.Warning != "", Items: len(items),
	}
	isEmpty := func(list discovery.List) bool { return len(list.Items) == 0 }
	if failure, ok := errors.AsType[*apiclient.Error](found.Err); ok {
		trial.Finding = mapping.FindingOf(failure)
	} else if found.Err == nil && exchange.Status != 0 {
		trial.Finding = mapping.FindingUnreadable
		if exchange.Status == http.StatusNoContent || slices.ContainsFunc(discovery.Lists(found.Look.Document), isEmpty) {
			trial.Finding = mapping.FindingEmpty
		}
	}
	s.offerPlaces(&trial, found.Look.Document, items)
	beside, all := discovery.Beside(found.Look.Document, found.Reading.List)
	for _, list := range beside {
		trial.Beside.Names = append(trial.Beside.Names, s.client.Redact(nameOfList(list.Path)))
		trial.Beside.Items += len(list.Items)
	}
	if trial.Beside.All = all; !s.isShowable(all) {
		trial.Beside.All = ""
	}
	if len(items) > 0 {
		trial.Offers = s.offers(call, found, items)
	}
	return trial
}

// nameOfList is the last name of a path.
func nameOfList(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// More choices would not help people.
const (
	longestSample = 40
	mostPlaces    = 40
)

// offerPlaces records the lists and fields of an answer, for a person to choose from.
func (s *seeker) offerPlaces(trial *Trial, document any, items []any) {
	add := func(places []readings.Place, path, sample string) []readings.Place {
		if !s.isShowable(path) || len(places) == mostPlaces {
			return places
		}
		short := []rune(s.client.Redact(sample))
		return append(places, readings.Place{Path: path, Sample: string(short[:min(len(short), longestSample)])})
	}
	for _, list := range discovery.Lists(document) {
		trial.Lists = add(trial.Lists, list.Path, strconv.Itoa(len(list.Items)))
	}
	for _, field := range discovery.Fields(items) {
		trial.Fields = add(trial.Fields, field.Path, field.Sample)
	}
}

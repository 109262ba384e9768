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
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
)

// accept reads a call by a person's choices.
func (s *seeker) accept(ctx context.Context, call Call, found discovery.Found, reading Reading) {
	found.Reading, found.Guess = reading, discovery.Guess{List: reading.List}
	s.put(ctx, call, found)
}

// put puts a reading into the draft and reads the list. If the service answers with an error after the last
// page, put makes an incomplete page end the list. It reads the list again that this one completes.
func (s *seeker) put(ctx context.Context, call Call, found discovery.Found) {
	row := s.row(call)
	if row.before != nil {
		row.before(s, &found)
	}
	s.readBy(ctx, call, found)
	if row.after != nil && s.err == nil {
		row.after(s, ctx, found)
	}
	finding, paging := s.draft.Trials[call].Finding, &found.Reading.Paging
	isCounted := paging.Kind == mapping.PagingPage || paging.Kind == mapping.PagingOffset
	if isCounted && paging.Size == 0 && (finding == mapping.FindingFailed || finding == mapping.FindingWrongPath) &&
		found.Guess.Items > 0 {
		paging.Size = found.Guess.Items
		s.readBy(ctx, call, found)
	}
	s.readCompleted(ctx, call)
}

// readCompleted reads the list again that gets facts from the call's list.
func (s *seeker) readCompleted(ctx context.Context, call Call) {
	if completed := mapping.Completes(call); completed != "" {
		s.read(ctx, completed)
	}
}

func (s *seeker) readBy(ctx context.Context, call Call, found discovery.Found) {
	s.draft.Mapping = s.draft.Mapping.With(call, found.Reading)
	s.fail(s.validate())
	s.draft.Trials[call] = s.describe(call, found)
	s.read(ctx, call)
}

// validate returns an error for an unusable mapping. The enrolment id may still be undecided.
func (s *seeker) validate() error {
	students := s.draft.Mapping.Of(mapping.Students)
	if s.draft.Asks(mapping.Students) {
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
		Finding: mapping.FindingNotTried, Request: strings.TrimSpace(exchange.Method + " " + exchange.URL),
		Status: exchange.Status, Answer: found.Look.Shown, Tried: len(found.Tried), Unsure: found.Works() &&
			found.Guess.Warning != "", Items: len(items),
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
	if offers := s.row(call).offers; offers != nil && len(items) > 0 {
		trial.Offers = offers(s, found, items)
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

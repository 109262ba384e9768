package setup

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

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

// put puts a reading into the draft and tries it. If the service answers with an error after the last page, put makes
// an incomplete page end the list. It tries the list again that this one completes.
func (s *seeker) put(ctx context.Context, call Call, found discovery.Found) {
	if before := s.row(call).before; before != nil {
		before(s, &found)
	}
	s.try(ctx, call, found)
	finding, paging := s.draft.Trials[call].Finding, &found.Reading.Paging
	isCounted := paging.Kind == mapping.PagingPage || paging.Kind == mapping.PagingOffset
	if isCounted && paging.Size == 0 && (finding == mapping.FindingFailed || finding == mapping.FindingWrongPath) &&
		found.Guess.Items > 0 {
		paging.Size = found.Guess.Items
		s.try(ctx, call, found)
	}
	s.tryCompleted(ctx, call)
}

// tryCompleted tries the list again that gets facts from the call's list.
func (s *seeker) tryCompleted(ctx context.Context, call Call) {
	if completed := mapping.Completes(call); completed != "" && !s.draft.Mapping.Of(completed).Absent {
		s.again(ctx, completed)
	}
}

// try reads the whole list of a call, and records in the draft how that went and what a person should know.
func (s *seeker) try(ctx context.Context, call Call, found discovery.Found) {
	s.draft.Mapping = s.draft.Mapping.With(call, found.Reading)
	// The enrolment id may still be undecided.
	students := s.draft.Mapping.Of(mapping.Students)
	if s.draft.Asks(mapping.Students) {
		students.Fields[mapping.EnrolmentID] = "$"
	}
	s.fail(s.draft.Mapping.With(mapping.Students, students).Validate())
	t, row := s.describe(call, found), s.row(call)
	if row.offers != nil && len(t.items()) > 0 {
		row.offers(t)
	}
	s.draft.Trials[call] = t.Trial
	reader, err := mapping.NewReader(s.client, s.readable())
	if s.fail(err); s.err != nil {
		return
	}
	t.list, err = reader.Read(ctx, call, s.place())
	if s.draft.Asks(call) && errors.Is(err, mapping.ErrNotMapped) {
		return // the list has no possible number
	}
	if mapping.IsByClass(call, found.Reading) && len(t.list.Items) > 0 {
		t.readAllClasses(ctx, reader)
	}
	t.summarise(err)
	t.objections()
	if row.judge != nil {
		row.judge(t, ctx)
	}
	s.draft.Trials[call] = t.Trial
}

// allClassesLimit limits the time for reading all classes. A page waits for it.
const allClassesLimit = 10 * time.Second

// readAllClasses reads the students of all classes; when that fails or takes too long, those of the first class stay.
func (t *trying) readAllClasses(ctx context.Context, reader *mapping.Reader) {
	ctx, cancel := context.WithTimeout(ctx, allClassesLimit)
	defer cancel()
	whole, err := reader.Students(ctx, t.place())
	if t.FirstOnly = err != nil || len(whole.Items) == 0; !t.FirstOnly {
		t.list = whole
	}
}

// describe returns the known facts of a call before its whole list is read.
func (s *seeker) describe(call Call, found discovery.Found) *trying {
	t := &trying{seeker: s, call: call, reading: found.Reading, found: found}
	t.Ways = make(map[readings.Question][]readings.Choice)
	t.show(found.Look.Exchange)
	t.Answer, t.Tried, t.Items = found.Look.Shown, len(found.Tried), len(t.items())
	t.Finding, t.Unsure = mapping.FindingNotTried, found.Works() && found.Guess.Warning != ""
	isEmpty := func(list discovery.List) bool { return len(list.Items) == 0 }
	if failure, ok := errors.AsType[*apiclient.Error](found.Err); ok {
		t.Finding = mapping.FindingOf(failure)
	} else if found.Err == nil && t.Status != 0 {
		t.Finding = mapping.FindingUnreadable
		if t.Status == http.StatusNoContent || slices.ContainsFunc(discovery.Lists(found.Look.Document), isEmpty) {
			t.Finding = mapping.FindingEmpty
		}
	}
	t.offerPlaces(found.Look.Document, t.items())
	return t
}

// show records the request and its answer.
func (t *trying) show(exchange apiclient.Exchange) {
	t.Request, t.Status, t.Answer = strings.TrimSpace(exchange.Method+" "+exchange.URL), exchange.Status,
		exchange.ResponseBody.Text
}

// shownRows limits the stored items of a list for display.
const shownRows = 12

// summarise records how the list was read.
func (t *trying) summarise(err error) {
	t.Finding, t.Items = t.list.Finding(err), len(t.list.Items)
	if failure, ok := errors.AsType[*apiclient.Error](err); ok {
		t.show(failure.Exchange)
		return
	}
	if t.Request == "" {
		t.show(t.list.Exchange)
	}
	t.note(t.list.Unreadable > 0, readings.Remark{Key: "connect.unreadable", Number: t.list.Unreadable})
	t.note(t.list.Duplicates > 0, readings.Remark{Key: "connect.repeated", Number: t.list.Duplicates})
	if t.Finding == mapping.FindingPartly && t.Items == 0 {
		t.Finding = mapping.FindingEmpty
	}
	for _, item := range t.list.Items[:min(t.Items, shownRows)] {
		t.Rows = append(t.Rows, t.preview(item))
	}
}

// More choices would not help people.
const (
	longestSample = 40
	mostPlaces    = 40
)

// offerPlaces records the lists and fields of an answer, for a person to choose from.
func (t *trying) offerPlaces(document any, items []any) {
	add := func(places []readings.Place, path, sample string) []readings.Place {
		if !t.isShowable(path) || len(places) == mostPlaces {
			return places
		}
		short := []rune(t.client.Redact(sample))
		return append(places, readings.Place{Path: path, Sample: string(short[:min(len(short), longestSample)])})
	}
	for _, list := range discovery.Lists(document) {
		t.Lists = add(t.Lists, list.Path, strconv.Itoa(len(list.Items)))
	}
	for _, field := range discovery.Fields(items) {
		t.Fields = add(t.Fields, field.Path, field.Sample)
	}
}

// again tries a call as the draft reads it, and reports whether it has items. If a person should check the fields, that
// stays so.
func (s *seeker) again(ctx context.Context, call Call) bool {
	isUnsure := s.draft.Trials[call].Unsure
	s.tryWith(ctx, call, s.draft.Mapping.Of(call))
	trial := s.draft.Trials[call]
	trial.Unsure = isUnsure
	s.draft.Trials[call] = trial
	return trial.Items > 0
}

// tryWith tries a call with the reading and puts it into the draft.
func (s *seeker) tryWith(ctx context.Context, call Call, reading Reading) {
	s.prepare(ctx, call, reading)
	s.accept(ctx, call, s.search.Look(ctx, call, reading.Path, s.place()), reading)
}

// readable returns the draft's mapping. While the enrolment id is undecided, it uses a candidate, for display
// only.
func (s *seeker) readable() mapping.Mapping {
	students := s.draft.Mapping.Of(mapping.Students)
	if !s.draft.Asks(mapping.Students) {
		return s.draft.Mapping
	}
	number := students.Fields[mapping.StudentID]
	for _, way := range s.draft.Trials[mapping.Students].Ways[readings.AskNumber] {
		number = way.Reading.Fields[mapping.EnrolmentID] // the last candidate distinguishes students best
	}
	students.Fields[mapping.EnrolmentID], students.Absent = number, number == ""
	return s.draft.Mapping.With(mapping.Students, students)
}

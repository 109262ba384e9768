package mapping

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"rollbook/apiclient"
)

// ErrNotMapped says that the mapping has no such call.
var ErrNotMapped = errors.New("the mapping has no such call")

// Reader reads one school by a mapping. It is safe for concurrent use.
type Reader struct {
	client *apiclient.Client
	calls  map[Call]*compiled
}

// NewReader compiles the mapping for the client. Its errors are [ErrUnusable].
func NewReader(client *apiclient.Client, m Mapping) (*Reader, error) {
	calls, err := compile(m)
	if err != nil {
		return nil, err
	}
	return &Reader{client: client, calls: calls}, nil
}

// Has tells whether the mapping has the call.
func (r *Reader) Has(call Call) bool { return r.calls[call] != nil }

// PerClass tells whether students are listed by class, so that [Reader.Read] needs one.
func (r *Reader) PerClass() bool { return r.Has(Students) && r.calls[Students].By == ByClass }

// Read lists the items of a call to the end of all its pages, or returns [ErrNotMapped]. The period, the
// class and the date are used only where the path names them.
//
// An item that repeats is listed once: an enrolment that is named for two classes is listed for each,
// and of a day's marks only exact repeats are left out. Where the answer does not tell the class of an
// enrolment or the date of a mark, it is the one asked for. What the list of a period's students does not tell of
// them comes from [People], where the mapping has that call; classes are asked for students without it.
//
// A list may be doubtful ([List.Doubtful]): then a person decides before it is used. A call that fails is an
// [*apiclient.Error]; what could be read of a list with unreadable items is no
// error.
func (r *Reader) Read(ctx context.Context, call Call, at Place) (List, error) {
	if !r.Has(call) {
		return List{}, ErrNotMapped
	}
	pages, err := r.calls[call].readPages(ctx, r.client, at)
	if err != nil {
		return List{}, err
	}
	asked, err := r.asked(ctx, r.calls[call], pages, at)
	if err != nil {
		return List{}, err
	}
	list := r.calls[call].assemble(pages, at, asked)
	if call != Students || !r.Has(People) || r.PerClass() {
		return list, nil
	}
	people, err := r.Read(ctx, People, at)
	if err != nil {
		return List{}, err
	}
	list.tell(people.Items)
	list.Gaps = append(list.Gaps, people.Gaps...)
	return list, nil
}

// tell gives students what is told of them elsewhere, by student id, where their own list says nothing.
func (l List) tell(people []Item) {
	known := make(map[int64]Item, len(people))
	for _, person := range people {
		known[person.Number(StudentID)] = person
	}
	for _, student := range l.Items {
		person, isKnown := known[student.Number(StudentID)]
		for at, field := range person.fields {
			if own := indexOf(student.fields, field.name); isKnown && own >= 0 && student.isEmpty(field.name) {
				student.values[own] = person.values[at]
			}
		}
	}
}

// CurrentPeriod is the period that the date (YYYY-MM-DD) lies in, the shortest where it lies in several; else the
// one that the service calls the current one, else the last.
func CurrentPeriod(periods []Item, date string) (current Item, known bool) {
	if len(periods) == 0 {
		return Item{}, false
	}
	at, shortest := -1, 0
	for i, period := range periods {
		if days := daysAround(period, date); days > 0 && (at < 0 || days < shortest) {
			at, shortest = i, days
		}
	}
	if at < 0 {
		at = slices.IndexFunc(periods, func(p Item) bool { return p.Flag(Current) })
	}
	if at < 0 {
		at = len(periods) - 1
	}
	return periods[at], true
}

// daysAround counts the days of a period in which the date lies, and is 0 for any other period. An end that
// is not known limits nothing; a period without any does not say that it is current.
func daysAround(period Item, date string) int {
	const open = 1 << 20
	from, to := period.Text(From), period.Text(To)
	if from == "" && to == "" || from > date || to != "" && to < date {
		return 0
	}
	first, firstErr := time.Parse(time.DateOnly, from)
	last, lastErr := time.Parse(time.DateOnly, to)
	if firstErr != nil || lastErr != nil {
		return open
	}
	return int(last.Sub(first)/(24*time.Hour)) + 1
}

// PeriodName returns the name of a period for people: its name, else its first and last day, else its id.
func PeriodName(period Item) string {
	if name := strings.TrimSpace(period.Text(Name)); name != "" {
		return name
	}
	from, to := period.Text(From), period.Text(To)
	if from == "" && to == "" {
		return period.Text(ID)
	}
	return strings.TrimSpace(from + " – " + to)
}

// asked returns what the items of a call are held against. The names of the school period are read only where an item
// names one by anything but its id.
func (r *Reader) asked(ctx context.Context, c *compiled, pages *pages, at Place) (asked, error) {
	asked := asked{date: at.Date, periods: []string{at.Period}}
	if at.Period == "" || c.call != Students {
		asked.periods = nil
		return asked, nil
	}
	if !c.namesOther(pages, asked) {
		return asked, nil
	}
	periods, err := r.Read(ctx, Periods, Place{})
	if err != nil {
		return asked, err
	}
	for _, period := range periods.Items {
		if period.Text(ID) == at.Period {
			asked.periods = append(asked.periods, PeriodName(period))
		}
	}
	return asked, nil
}

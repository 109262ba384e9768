package sandbox

import (
	"cmp"
	"net/http"
	"slices"
	"sync"
	"time"
)

// The limits of the journal. Beyond them the oldest arrivals are dropped.
const (
	maxArrivals     = 4096
	maxArrivalBytes = 32 << 20
	maxKeptBody     = 16 << 10
	maxKeptHeader   = 100
)

// journal records requests, within its limits.
type journal struct {
	mu       sync.Mutex
	arrivals []*arrival
	bytes    int
	flights  flights
	calls    map[string]map[string]int
}

func newJournal() journal {
	return journal{flights: flights{}, calls: map[string]map[string]int{}}
}

func (j *journal) count(schoolCode, path string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.calls[schoolCode] == nil {
		j.calls[schoolCode] = map[string]int{}
	}
	j.calls[schoolCode][cmp.Or(path, "other")]++
}

func (j *journal) begin(c *call, now time.Time) {
	if !c.route.bulk {
		return
	}
	code := c.request.Header.Get(headerSchool)
	c.arrival = &arrival{Arrival: Arrival{SchoolCode: code[:min(len(code), maxKeptHeader)], In: now,
		Enrolments: []int64{}, Header: maskedHeader(c.request.Header)}}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.arrivals = append(j.arrivals, c.arrival)
	j.trim()
}

// read records the content of a bulk save. From then on its enrolments are in flight.
func (j *journal) read(c *call) {
	j.mu.Lock()
	defer j.mu.Unlock()
	c.arrival.Body = string(c.body[:min(len(c.body), maxKeptBody)])
	if c.save != nil {
		c.arrival.Enrolments, c.arrival.StatusID = c.save.enrolments, c.save.status
		c.arrival.Date, c.arrival.Check = c.save.date, c.save.check
		c.arrival.flying = j.flights.start(c.school.Code, c.save)
	}
	if !c.arrival.dropped {
		j.bytes += c.arrival.size()
	}
	j.trim()
}

func (j *journal) applied(c *call) {
	j.mu.Lock()
	defer j.mu.Unlock()
	c.arrival.Applied = true
}

// end records how a request ended: with that status code, or 0 for none. It runs before the first byte of the
// answer, so that a caller who has the answer and sends again never counts as two requests in flight. Only
// the first end counts.
func (j *journal) end(c *call, code int, now time.Time) {
	if c.arrival == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if c.arrival.Out != nil {
		return
	}
	c.arrival.Out, c.arrival.Code = &now, code
	j.flights.end(c.arrival.flying)
	c.arrival.flying = nil
}

// trim drops the oldest arrivals beyond the limits.
func (j *journal) trim() {
	drop := 0
	for len(j.arrivals)-drop > maxArrivals || (j.bytes > maxArrivalBytes && drop < len(j.arrivals)) {
		j.bytes -= j.arrivals[drop].size()
		j.arrivals[drop].dropped = true
		drop++
	}
	j.arrivals = slices.Delete(j.arrivals, 0, drop)
}

// size is the approximate memory of an arrival, in bytes, once its body is read.
func (a *arrival) size() int { return len(a.Body) + 8*len(a.Enrolments) }

func maskedHeader(header http.Header) http.Header {
	kept := header.Clone()
	if value := kept.Get(headerKey); value != "" {
		kept.Set(headerKey, mask(value[max(0, len(value)-4):]))
	}
	return kept
}

// maxFlights limits the remembered enrolments and dates. Beyond it those that never met a second request are
// forgotten.
const maxFlights = 200_000

// flightKey is an enrolment on a date. No two requests for it may be in flight at the same time.
type flightKey struct {
	schoolCode string
	enrolment  int64
	date       string
}

type flight struct{ open, peak int }

// flights counts the bulk requests in flight for each key. The journal's lock guards it.
type flights map[flightKey]*flight

// MaxConcurrency returns the largest number of simultaneous bulk requests for one enrolment of the school on
// one date since the start. A request counts from reading its body to just before its answer. A late change
// does not count.
func (s *Sandbox) MaxConcurrency(schoolCode string) int {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	peak := 0
	for key, one := range s.journal.flights {
		if key.schoolCode == schoolCode {
			peak = max(peak, one.peak)
		}
	}
	return peak
}

// start counts each enrolment of a request once, even if its list repeats it.
func (f flights) start(schoolCode string, request *bulkRequest) []flightKey {
	if len(f) > maxFlights {
		f.forget()
	}
	keys := make([]flightKey, 0, len(request.enrolments))
	for _, id := range eachOnce(request.enrolments) {
		key := flightKey{schoolCode, id, request.date}
		one := f[key]
		if one == nil {
			one = &flight{}
			f[key] = one
		}
		one.open++
		one.peak = max(one.peak, one.open)
		keys = append(keys, key)
	}
	return keys
}

func (f flights) end(keys []flightKey) {
	for _, key := range keys {
		f[key].open--
	}
}

func (f flights) forget() {
	for key, one := range f {
		if one.open == 0 && one.peak < 2 {
			delete(f, key)
		}
	}
}

package sandbox

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Bounds of the journal: the oldest arrivals give way.
const (
	maxArrivals     = 4096
	maxArrivalBytes = 32 << 20
	maxKeptBody     = 16 << 10
	maxKeptHeader   = 100
)

// Arrival is a bulk request as the service saw it.
type Arrival struct {
	// SchoolCode is the code that the request claims, also when it was refused.
	SchoolCode string `json:"schoolCode"`
	// In tells when the request came, Out when the service was done with it, just before any byte of an answer;
	// Out is nil while it is open.
	In  time.Time  `json:"in"`
	Out *time.Time `json:"out"`
	// Enrolments, StatusID, Date and Check are the request's own, empty when the body was not read or
	// not understood.
	Enrolments []int64 `json:"enrolments"`
	StatusID   int64   `json:"statusId"`
	Date       string  `json:"date"`
	Check      string  `json:"checkInOrCheckOut"`
	// Code is the status code of the answer, 0 when there was none.
	Code int `json:"code"`
	// Applied says that the change was recorded, perhaps late.
	Applied bool `json:"applied"`
	// Header holds the request's headers, the key masked.
	Header http.Header `json:"header"`
	// Body is the body as it came, at most 16 KiB of it.
	Body string `json:"body"`
}

// arrival is an Arrival in the journal, with the enrolments that it has in flight.
type arrival struct {
	Arrival
	flying  []flightKey
	dropped bool
}

// journal remembers what came in, within bounds.
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

// Arrivals lists the bulk requests of a school, or of all when the code is empty, in the order in which they came.
// The latest 4,096 are kept, fewer when they are large.
func (s *Sandbox) Arrivals(schoolCode string) []Arrival {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	found := []Arrival{}
	for _, one := range s.journal.arrivals {
		if schoolCode == "" || one.SchoolCode == schoolCode {
			found = append(found, one.Arrival)
		}
	}
	return found
}

// Calls counts the requests of each school by path since the start: those refused with 401 under the school "",
// those to unknown paths under the path "other".
func (s *Sandbox) Calls() map[string]map[string]int {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	counts := map[string]map[string]int{}
	for code, paths := range s.journal.calls {
		counts[code] = maps.Clone(paths)
	}
	return counts
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

// read notes what a bulk save asks for; from now on its enrolments are in flight.
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

// end notes how a request ended: with that status code, or 0 for none. It comes before the first byte of the
// answer, so that whoever has the answer and asks again is never counted as being there twice. Only the first end
// counts.
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

// trim drops the oldest arrivals beyond the bounds.
func (j *journal) trim() {
	drop := 0
	for len(j.arrivals)-drop > maxArrivals || (j.bytes > maxArrivalBytes && drop < len(j.arrivals)) {
		j.bytes -= j.arrivals[drop].size()
		j.arrivals[drop].dropped = true
		drop++
	}
	j.arrivals = slices.Delete(j.arrivals, 0, drop)
}

// size is roughly what an arrival holds in memory, in bytes, once its body is read.
func (a *arrival) size() int { return len(a.Body) + 8*len(a.Enrolments) }

func maskedHeader(header http.Header) http.Header {
	kept := header.Clone()
	if value := kept.Get(headerKey); value != "" {
		kept.Set(headerKey, mask(value[max(0, len(value)-4):]))
	}
	return kept
}

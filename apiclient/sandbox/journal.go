package sandbox

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// The limits of the journal: beyond the first the oldest arrivals are dropped, beyond the others a part of one is.
const (
	maxArrivals       = 4096
	maxKeptBody       = 16 << 10
	maxKeptEnrolments = 5000
)

// Arrival is a bulk request as the service received it.
type Arrival struct {
	// SchoolCode is the code in the request, even when the request was refused.
	SchoolCode string `json:"schoolCode"`
	// In is when the request came. Out is when the service finished, just before the first byte of an answer;
	// nil while the request is open.
	In  time.Time  `json:"in"`
	Out *time.Time `json:"out"`
	// Enrolments (at most 5,000), StatusID, Date and Check come from the request. They are empty when its body was
	// not read or not understood.
	Enrolments []int64 `json:"enrolments"`
	StatusID   int64   `json:"statusId"`
	Date       string  `json:"date"`
	Check      string  `json:"checkInOrCheckOut"`
	// Code is the status code of the answer, 0 when there was none.
	Code int `json:"code"`
	// Applied is true when the change was recorded, perhaps late.
	Applied bool `json:"applied"`
	// Header contains the request's headers with the key masked.
	Header http.Header `json:"header"`
	// Body is the unchanged body, at most 16 KiB of it.
	Body string `json:"body"`
}

// arrival is an Arrival in the journal, with its enrolments in flight.
type arrival struct {
	Arrival
	flying []flight
}

// flight is an enrolment on a date. No two requests for it may be in flight at the same time.
type flight struct {
	schoolCode string
	enrolmentDate
}

// journal records requests, within its limits.
type journal struct {
	mu       sync.Mutex
	arrivals []*arrival
	// flying counts the open requests for each enrolment and date, peaks the most at once by school.
	flying map[flight]int
	peaks  map[string]int
	calls  map[string]map[string]int
}

func newJournal() journal {
	return journal{flying: map[flight]int{}, peaks: map[string]int{}, calls: map[string]map[string]int{}}
}

func (j *journal) countCall(schoolCode, path string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.calls[schoolCode] == nil {
		j.calls[schoolCode] = map[string]int{}
	}
	j.calls[schoolCode][cmp.Or(path, "other")]++
}

// arrives records the arrival of a bulk save.
func (j *journal) arrives(header http.Header, now time.Time) *arrival {
	header = header.Clone()
	if value := header.Get(headerKey); value != "" {
		header.Set(headerKey, mask(value))
	}
	one := &arrival{Arrival: Arrival{SchoolCode: header.Get(headerSchool), In: now, Enrolments: []int64{}, Header: header}}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.arrivals = append(j.arrivals, one)
	j.arrivals = j.arrivals[max(0, len(j.arrivals)-maxArrivals):]
	return one
}

// keepSave records the content of a bulk save of the school. From then on its enrolments are in flight.
func (j *journal) keepSave(one *arrival, schoolCode string, body []byte, save *bulkRequest) {
	j.mu.Lock()
	defer j.mu.Unlock()
	one.Body = string(body[:min(len(body), maxKeptBody)])
	if save != nil {
		one.Enrolments = save.enrolments[:min(len(save.enrolments), maxKeptEnrolments)]
		one.StatusID, one.Date, one.Check = save.status, save.date, save.check
		// An enrolment that a list repeats counts once.
		for _, id := range slices.Compact(slices.Sorted(slices.Values(save.enrolments))) {
			key := flight{schoolCode, enrolmentDate{id, save.date}}
			j.flying[key]++
			j.peaks[schoolCode] = max(j.peaks[schoolCode], j.flying[key])
			one.flying = append(one.flying, key)
		}
	}
}

func (j *journal) noteApplied(one *arrival) {
	j.mu.Lock()
	defer j.mu.Unlock()
	one.Applied = true
}

// noteEnd records how a request ended: with that status code, or 0 for none. It runs before the first byte of the
// answer, so that a caller who has the answer and sends again never counts as two requests in flight. Only
// the first end counts.
func (j *journal) noteEnd(one *arrival, code int, now time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if one == nil || one.Out != nil {
		return
	}
	one.Out, one.Code = &now, code
	j.land(one)
}

// noteLeft records that the caller closed the connection.
func (j *journal) noteLeft(one *arrival) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.land(one)
}

// land ends the flight of the request's enrolments, if it has not ended.
func (j *journal) land(one *arrival) {
	for _, key := range one.flying {
		if j.flying[key]--; j.flying[key] == 0 {
			delete(j.flying, key)
		}
	}
	one.flying = nil
}

// Arrivals returns the bulk requests of a school, or of all schools for an empty code, in order of arrival.
// It keeps the latest 4,096.
func (j *journal) Arrivals(schoolCode string) []Arrival {
	j.mu.Lock()
	defer j.mu.Unlock()
	found := []Arrival{}
	for _, one := range j.arrivals {
		if schoolCode == "" || one.SchoolCode == schoolCode {
			found = append(found, one.Arrival)
		}
	}
	return found
}

// Calls counts the requests of each school by path since the start. Those refused with 401 count under the
// school "", those to unknown paths under the path "other".
func (j *journal) Calls() map[string]map[string]int {
	j.mu.Lock()
	defer j.mu.Unlock()
	counts := map[string]map[string]int{}
	for code, paths := range j.calls {
		counts[code] = maps.Clone(paths)
	}
	return counts
}

// MaxConcurrency returns the largest number of simultaneous bulk requests for one enrolment of the school on
// one date since the start. A request counts from reading its body to just before its answer, or until its
// caller closes the connection. What the service does later is a late change and does not count.
func (j *journal) MaxConcurrency(schoolCode string) int {
	return j.concurrency()[schoolCode]
}

func (j *journal) concurrency() map[string]int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return maps.Clone(j.peaks)
}

package sandbox

// maxFlights bounds how many enrolments and dates are remembered; beyond it those that never met a second request
// are forgotten.
const maxFlights = 200_000

// flightKey names an enrolment on a date, about which no two requests may speak at the same time.
type flightKey struct {
	schoolCode string
	enrolment  int64
	date       string
}

type flight struct{ open, peak int }

// flights counts the bulk requests in flight for each key. The journal's lock guards it.
type flights map[flightKey]*flight

// MaxConcurrency is the largest number of bulk requests that were in flight at once for one enrolment of the school
// on one date, since the start: from when the body was read to just before the answer. A late change is not in
// flight.
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

// start counts each enrolment of a request once, however often its list names it.
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

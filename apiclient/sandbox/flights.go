package sandbox

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

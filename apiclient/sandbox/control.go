package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// controlRoot begins the INVENTED routes that set faults and inspect the service. No real service has them.
const controlRoot = "/integrations/"

// controlRequest has the parameters of a control route, from its query and its body.
type controlRequest struct {
	SchoolCode string  `json:"schoolCode"`
	Faults     []Fault `json:"faults"`
	Mark       Mark    `json:"mark"`
	Name       string  `json:"name"`
	// date and id stand in a query only.
	date, id string
}

func (s *Sandbox) controlRoutes() []route {
	keys := func(ctx context.Context, r controlRequest) (any, error) { return s.Keys(ctx, r.SchoolCode) }
	all := []struct {
		method, name string
		do           func(context.Context, controlRequest) (any, error)
	}{
		{"GET", "schools", func(ctx context.Context, _ controlRequest) (any, error) { return s.Schools(ctx) }},
		{"GET", "faults", func(context.Context, controlRequest) (any, error) { return s.Faults(), nil }},
		{"POST", "faults", func(_ context.Context, r controlRequest) (any, error) {
			if err := s.SetFault(r.SchoolCode, r.Faults...); err != nil {
				return nil, err
			}
			return s.Faults(), nil
		}},
		{"DELETE", "faults", func(_ context.Context, r controlRequest) (any, error) {
			s.Heal(r.SchoolCode)
			return s.Faults(), nil
		}},
		{"GET", "marks", func(ctx context.Context, r controlRequest) (any, error) {
			return s.Marks(ctx, r.SchoolCode, r.date)
		}},
		{"POST", "marks", func(ctx context.Context, r controlRequest) (any, error) {
			if err := s.SetMark(ctx, r.SchoolCode, r.Mark); err != nil {
				return nil, err
			}
			return s.Mark(ctx, r.SchoolCode, r.Mark.EnrolmentID, r.Mark.Date)
		}},
		{"GET", "arrivals", func(_ context.Context, r controlRequest) (any, error) { return s.Arrivals(r.SchoolCode), nil }},
		{"GET", "calls", func(context.Context, controlRequest) (any, error) { return s.Calls(), nil }},
		{"GET", "concurrency", func(ctx context.Context, _ controlRequest) (any, error) { return s.concurrency(ctx) }},
		{"GET", "keys", keys},
		{"POST", "keys", func(ctx context.Context, r controlRequest) (any, error) {
			key, value, err := s.CreateKey(ctx, r.SchoolCode, r.Name)
			return map[string]any{"key": key, "value": value}, err
		}},
		{"DELETE", "keys", func(ctx context.Context, r controlRequest) (any, error) {
			id, err := strconv.ParseInt(r.id, 10, 64)
			if err != nil {
				return nil, refuse(http.StatusBadRequest, "id must be an integer")
			}
			if err := s.RevokeKey(ctx, r.SchoolCode, id); err != nil {
				return nil, err
			}
			return keys(ctx, r)
		}},
	}
	routes := make([]route, len(all))
	for i, one := range all {
		routes[i] = route{one.method, controlRoot + one.name, false, func(ctx context.Context, c *call) (any, error) {
			request, err := readControl(c)
			if err != nil {
				return nil, err
			}
			return one.do(ctx, request)
		}}
	}
	return routes
}

// readControl reads the query, and a body with known fields only. The body may be empty.
func readControl(c *call) (controlRequest, error) {
	query := c.request.URL.Query()
	request := controlRequest{SchoolCode: query.Get("schoolCode"), date: query.Get("date"), id: query.Get("id")}
	if len(bytes.TrimSpace(c.body)) == 0 {
		return request, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(c.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&request); err != nil {
		return request, refuse(http.StatusBadRequest, "body: %v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return request, refuse(http.StatusBadRequest, "body: more than one value")
	}
	return request, nil
}

// concurrency returns the largest concurrency of each school.
func (s *Sandbox) concurrency(ctx context.Context) (map[string]int, error) {
	schools, err := s.Schools(ctx)
	peaks := map[string]int{}
	for _, one := range schools {
		peaks[one.Code] = s.MaxConcurrency(one.Code)
	}
	return peaks, err
}

// Arrivals returns the bulk requests of a school, or of all schools for an empty code, in order of arrival.
// It keeps the latest 4,096, fewer when they are large.
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

// Calls counts the requests of each school by path since the start. Those refused with 401 count under the
// school "", those to unknown paths under the path "other".
func (s *Sandbox) Calls() map[string]map[string]int {
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	counts := map[string]map[string]int{}
	for code, paths := range s.journal.calls {
		counts[code] = maps.Clone(paths)
	}
	return counts
}

// SetFault replaces the faults of a school, or of every school for an empty code. A school's own faults come
// first. Each call takes the first fault that concerns it and has calls left. Without faults SetFault does
// the same as Heal. It refuses an impossible fault with KindInvalid and changes nothing.
func (s *Sandbox) SetFault(schoolCode string, faults ...Fault) error {
	states := make([]*FaultState, len(faults))
	for i, fault := range faults {
		if err := fault.check(); err != nil {
			return err
		}
		if fault.LateMs > 0 && fault.Hang == HangBefore {
			// The wait for the late change begins when the request arrives, not when its caller has left.
			fault.Hang = HangAfter
		}
		states[i] = &FaultState{SchoolCode: schoolCode, Fault: fault, Left: cmp.Or(fault.Calls, -1)}
	}
	if len(states) == 0 {
		s.Heal(schoolCode)
		return nil
	}
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.faults[schoolCode] = states
	return nil
}

// Heal removes the faults of a school, or every fault for an empty code, and releases hanging requests.
// Running delays and due late changes stay.
func (s *Sandbox) Heal(schoolCode string) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	if schoolCode == "" {
		clear(s.faults.faults)
	}
	delete(s.faults.faults, schoolCode)
	for waiting := range s.faults.hanging {
		if schoolCode == "" || waiting.schoolCode == schoolCode {
			close(waiting.released)
			delete(s.faults.hanging, waiting)
		}
	}
}

// Faults returns the faults that have calls left.
func (s *Sandbox) Faults() []FaultState {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	found := []FaultState{}
	for _, states := range s.faults.faults {
		for _, state := range states {
			if state.Left != 0 {
				found = append(found, *state)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b FaultState) int {
		return strings.Compare(a.SchoolCode, b.SchoolCode)
	})
	return found
}

// Hanging returns the number of requests that wait for Heal.
func (s *Sandbox) Hanging() int {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return len(s.faults.hanging)
}

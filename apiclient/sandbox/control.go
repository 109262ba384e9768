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

func (s *Sandbox) controlRoutes() []route {
	return []route{
		{"GET", controlRoot + "schools", false, func(ctx context.Context, _ *call) (any, error) { return s.Schools(ctx) }},
		{"GET", controlRoot + "faults", false, s.controlListFaults},
		{"POST", controlRoot + "faults", false, s.controlSetFaults},
		{"DELETE", controlRoot + "faults", false, s.controlHeal},
		{"GET", controlRoot + "marks", false, s.controlMarks},
		{"POST", controlRoot + "marks", false, s.controlSetMark},
		{"GET", controlRoot + "arrivals", false, s.controlArrivals},
		{"GET", controlRoot + "calls", false, func(context.Context, *call) (any, error) { return s.Calls(), nil }},
		{"GET", controlRoot + "concurrency", false, s.controlConcurrency},
		{"GET", controlRoot + "keys", false, s.controlKeys},
		{"POST", controlRoot + "keys", false, s.controlCreateKey},
		{"DELETE", controlRoot + "keys", false, s.controlRevokeKey},
	}
}

// readControl reads a body with known fields only. An empty body leaves target unchanged.
func readControl(c *call, target any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(c.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(target); err != nil {
		return refuse(http.StatusBadRequest, "body: %v", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return refuse(http.StatusBadRequest, "body: more than one value")
	}
	return nil
}

func parameter(c *call, name string) string { return c.request.URL.Query().Get(name) }

func (s *Sandbox) controlListFaults(context.Context, *call) (any, error) { return s.Faults(), nil }

func (s *Sandbox) controlSetFaults(_ context.Context, c *call) (any, error) {
	var body struct {
		SchoolCode string  `json:"schoolCode"`
		Faults     []Fault `json:"faults"`
	}
	if err := readControl(c, &body); err != nil {
		return nil, err
	}
	if err := s.SetFault(body.SchoolCode, body.Faults...); err != nil {
		return nil, err
	}
	return s.Faults(), nil
}

func (s *Sandbox) controlHeal(_ context.Context, c *call) (any, error) {
	s.Heal(parameter(c, "schoolCode"))
	return s.Faults(), nil
}

func (s *Sandbox) controlMarks(ctx context.Context, c *call) (any, error) {
	return s.Marks(ctx, parameter(c, "schoolCode"), parameter(c, "date"))
}

func (s *Sandbox) controlSetMark(ctx context.Context, c *call) (any, error) {
	var body struct {
		SchoolCode string `json:"schoolCode"`
		Mark       Mark   `json:"mark"`
	}
	if err := readControl(c, &body); err != nil {
		return nil, err
	}
	if err := s.SetMark(ctx, body.SchoolCode, body.Mark); err != nil {
		return nil, err
	}
	return s.Mark(ctx, body.SchoolCode, body.Mark.EnrolmentID, body.Mark.Date)
}

func (s *Sandbox) controlArrivals(_ context.Context, c *call) (any, error) {
	return s.Arrivals(parameter(c, "schoolCode")), nil
}

func (s *Sandbox) controlConcurrency(ctx context.Context, _ *call) (any, error) {
	schools, err := s.Schools(ctx)
	if err != nil {
		return nil, err
	}
	peaks := map[string]int{}
	for _, one := range schools {
		peaks[one.Code] = s.MaxConcurrency(one.Code)
	}
	return peaks, nil
}

func (s *Sandbox) controlKeys(ctx context.Context, c *call) (any, error) {
	return s.Keys(ctx, parameter(c, "schoolCode"))
}

func (s *Sandbox) controlCreateKey(ctx context.Context, c *call) (any, error) {
	var body struct {
		SchoolCode string `json:"schoolCode"`
		Name       string `json:"name"`
	}
	if err := readControl(c, &body); err != nil {
		return nil, err
	}
	key, value, err := s.CreateKey(ctx, body.SchoolCode, body.Name)
	if err != nil {
		return nil, err
	}
	return map[string]any{"key": key, "value": value}, nil
}

func (s *Sandbox) controlRevokeKey(ctx context.Context, c *call) (any, error) {
	id, err := strconv.ParseInt(parameter(c, "id"), 10, 64)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "id must be an integer")
	}
	if err := s.RevokeKey(ctx, parameter(c, "schoolCode"), id); err != nil {
		return nil, err
	}
	return s.controlKeys(ctx, c)
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

package sandbox

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// faultBook holds the faults of each school, and those of all under "".
type faultBook struct {
	mu      sync.Mutex
	faults  map[string][]*FaultState
	hanging map[*hanging]struct{}
}

// FaultState is a fault with what is left of it.
type FaultState struct {
	// SchoolCode is empty for a fault of every school.
	SchoolCode string `json:"schoolCode"`
	Fault      Fault  `json:"fault"`
	// Left is the number of calls that it will still hit; -1 means until it is healed.
	Left int `json:"left"`
}

// hanging is a request that waits to be released.
type hanging struct {
	schoolCode string
	released   chan struct{}
}

func newFaultBook() faultBook {
	return faultBook{faults: map[string][]*FaultState{}, hanging: map[*hanging]struct{}{}}
}

// SetFault replaces the faults of a school, or of every school when the code is empty; a school's own come first.
// Of several the first that still has calls left and concerns the call hits it. No fault at all means Heal. A fault
// that makes no sense is KindInvalid and changes nothing.
func (s *Sandbox) SetFault(schoolCode string, faults ...Fault) error {
	states := make([]*FaultState, len(faults))
	for i, fault := range faults {
		if err := fault.check(); err != nil {
			return err
		}
		if fault.LateMs > 0 && fault.Hang == HangBefore {
			// The wait for the late change begins when the request came, not when its caller has left.
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

// Heal removes the faults of a school, or every fault when the code is empty, and lets what hangs go on. Delays
// that run and late changes that are due stay.
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

// Faults lists the faults that will still hit a call.
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

// Hanging is the number of requests that wait for Heal.
func (s *Sandbox) Hanging() int {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return len(s.faults.hanging)
}

// take returns the fault that hits this call and uses it up by one; the zero Fault when there is none.
func (b *faultBook) take(schoolCode string, bulk bool) Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, state := range slices.Concat(b.faults[schoolCode], b.faults[""]) {
		if state.Left == 0 || (state.Fault.BulkOnly && !bulk) {
			continue
		}
		if state.Left > 0 {
			state.Left--
		}
		return state.Fault
	}
	return Fault{}
}

func (b *faultBook) hang(schoolCode string) *hanging {
	b.mu.Lock()
	defer b.mu.Unlock()
	waiting := &hanging{schoolCode: schoolCode, released: make(chan struct{})}
	b.hanging[waiting] = struct{}{}
	return waiting
}

func (b *faultBook) leave(waiting *hanging) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.hanging, waiting)
}

package sandbox

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// faultBook stores the faults of each school, and behind them those of all schools.
type faultBook struct {
	mu      sync.Mutex
	faults  []*FaultState
	hanging map[chan struct{}]string // the requests that wait to be released, by school
}

// FaultState is a fault with its remaining calls.
type FaultState struct {
	// SchoolCode is empty for a fault of every school.
	SchoolCode string `json:"schoolCode"`
	Fault      Fault  `json:"fault"`
	// Left is the number of calls that it will still affect; -1 means until Heal.
	Left int `json:"left"`
}

// take returns the fault for this call and counts it down by one, or the zero Fault.
func (b *faultBook) take(schoolCode string, bulk bool) Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, state := range b.faults {
		concerned := state.SchoolCode == schoolCode || state.SchoolCode == ""
		if !concerned || state.Left == 0 || (state.Fault.BulkOnly && !bulk) {
			continue
		}
		if state.Left > 0 {
			state.Left--
		}
		return state.Fault
	}
	return Fault{}
}

// hang returns a channel that Heal closes. Leave ends the wait.
func (b *faultBook) hang(schoolCode string) (released chan struct{}, leave func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	released = make(chan struct{})
	b.hanging[released] = schoolCode
	return released, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.hanging, released)
	}
}

// SetFault replaces the faults of a school, or of every school for an empty code. A school's own faults come
// first. Each call takes the first fault that concerns it and has calls left. Without faults SetFault does
// the same as Heal. It refuses an impossible fault with KindInvalid and changes nothing.
func (b *faultBook) SetFault(schoolCode string, faults ...Fault) error {
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
		b.Heal(schoolCode)
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	others := slices.DeleteFunc(b.faults, func(one *FaultState) bool { return one.SchoolCode == schoolCode })
	if schoolCode == "" {
		b.faults = slices.Concat(others, states)
	} else {
		b.faults = slices.Concat(states, others)
	}
	return nil
}

// Heal removes the faults of a school, or every fault for an empty code, and releases hanging requests.
// Running delays and due late changes stay.
func (b *faultBook) Heal(schoolCode string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = slices.DeleteFunc(b.faults, func(one *FaultState) bool {
		return schoolCode == "" || one.SchoolCode == schoolCode
	})
	for released, of := range b.hanging {
		if schoolCode == "" || of == schoolCode {
			close(released)
			delete(b.hanging, released)
		}
	}
}

// Faults returns the faults that have calls left.
func (b *faultBook) Faults() []FaultState {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []FaultState{}
	for _, state := range b.faults {
		if state.Left != 0 {
			found = append(found, *state)
		}
	}
	slices.SortStableFunc(found, func(a, b FaultState) int { return strings.Compare(a.SchoolCode, b.SchoolCode) })
	return found
}

// Hanging returns the number of requests that wait for Heal.
func (b *faultBook) Hanging() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.hanging)
}

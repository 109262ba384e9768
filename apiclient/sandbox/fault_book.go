package sandbox

import (
	"slices"
	"sync"
)

// faultBook stores the faults of each school, and those of all schools under "".
type faultBook struct {
	mu      sync.Mutex
	faults  map[string][]*FaultState
	hanging map[*hanging]struct{}
}

// FaultState is a fault with its remaining calls.
type FaultState struct {
	// SchoolCode is empty for a fault of every school.
	SchoolCode string `json:"schoolCode"`
	Fault      Fault  `json:"fault"`
	// Left is the number of calls that it will still affect; -1 means until Heal.
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

// take returns the fault for this call and counts it down by one, or the zero Fault.
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

package sandbox

import (
	"slices"
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

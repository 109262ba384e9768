package limits

import "sync"

// Places limits how many may be inside at once for each key. Make one with NewPlaces; it is safe for concurrent
// use. Each process counts separately.
type Places[K comparable] struct {
	most int

	mu    sync.Mutex
	taken map[K]int
}

// NewPlaces allows most inside for each key.
func NewPlaces[K comparable](most int) *Places[K] {
	return &Places[K]{most: most, taken: make(map[K]int)}
}

// Enter takes a place, until Leave. It returns false if there is none.
func (p *Places[K]) Enter(key K) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken[key] >= p.most {
		return false
	}
	p.taken[key]++
	return true
}

// Leave gives the place back.
func (p *Places[K]) Leave(key K) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken[key]--; p.taken[key] == 0 {
		delete(p.taken, key)
	}
}

// Inside returns the number of places taken for all keys.
func (p *Places[K]) Inside() (all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, taken := range p.taken {
		all += taken
	}
	return all
}

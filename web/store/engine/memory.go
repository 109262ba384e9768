package engine

import "sync"

// Memory keeps values by their keys. Its zero value is empty. It is safe for concurrent use.
type Memory[K comparable, V any] struct {
	mu sync.RWMutex
	of map[K]V
}

// Get returns the value of the key.
func (m *Memory[K, V]) Get(key K) (value V, known bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	value, known = m.of[key]
	return value, known
}

// Keep keeps the value, and forgets all others when there are most already.
func (m *Memory[K, V]) Keep(key K, value V, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil || len(m.of) >= most {
		m.of = make(map[K]V)
	}
	m.of[key] = value
}

package engine

import (
	"sync"
	"time"
)

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

// KeptFor limits the use of a cached value, even if its version is still the newest: a program of an earlier version
// may share the database during an update, and it raises no versions.
const KeptFor = 2 * time.Second

// Versioned caches values that were read from a school's marks, each with the version of the marks then.
type Versioned[K comparable, V any] struct{ kept Memory[K, atVersion[V]] }

type atVersion[V any] struct {
	version int64
	readAt  time.Time
	value   V
}

// At returns the value of the key for a request at the version of the school's marks (roll.Admission); 0 is unknown.
// It reads the value unless it was read at that version a moment ago.
func (k *Versioned[K, V]) At(version int64, key K, most int, now time.Time, read func() (V, error)) (V, error) {
	if kept, ok := k.kept.Get(key); ok && version != 0 && kept.version == version && now.Sub(kept.readAt) <= KeptFor {
		return kept.value, nil
	}
	value, err := read()
	if err == nil && version != 0 {
		k.kept.Keep(key, atVersion[V]{version, now, value}, most)
	}
	return value, err
}

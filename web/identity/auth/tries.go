package auth

import (
	"sync"
	"time"
)

// mostClients bounds the memory of Tries; beyond it new clients are not counted.
const mostClients = 100_000

// Tries counts what clients got wrong in the current stretch of time. Make one with NewTries; it is
// safe for concurrent use. It belongs to one process.
type Tries struct {
	most  int
	lasts time.Duration

	mu      sync.Mutex
	began   time.Time
	clients map[string]int
}

// NewTries lets each client be wrong so many times in a stretch of time.
func NewTries(most int, lasts time.Duration) *Tries {
	return &Tries{most: most, lasts: lasts, clients: make(map[string]int)}
}

// Wait returns the time that the client has to wait; zero or less while it may go on.
func (t *Tries) Wait(client string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.clients[client] <= t.most {
		return 0
	}
	return t.began.Add(t.lasts).Sub(now)
}

// Count counts one more of the client's.
func (t *Tries) Count(client string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Sub(t.began) >= t.lasts {
		t.began = now
		clear(t.clients)
	}
	if _, counted := t.clients[client]; counted || len(t.clients) < mostClients {
		t.clients[client]++
	}
}

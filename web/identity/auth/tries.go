package auth

import (
	"sync"
	"time"
)

// mostClients limits the memory of Tries. Beyond it new clients are not counted.
const mostClients = 100_000

// Tries counts the errors of clients within a period of time. Make one with NewTries; it is safe for
// concurrent use. Each process counts separately.
type Tries struct {
	most  int
	lasts time.Duration

	mu      sync.Mutex
	began   time.Time
	clients map[string]int
}

// NewTries allows each client most errors in a period.
func NewTries(most int, lasts time.Duration) *Tries {
	return &Tries{most: most, lasts: lasts, clients: make(map[string]int)}
}

// Wait returns how long the client must wait. Zero or less means that it may continue.
func (t *Tries) Wait(client string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.clients[client] <= t.most {
		return 0
	}
	return t.began.Add(t.lasts).Sub(now)
}

// Count adds one error to the client's count. It returns how long the client must wait if this was one too many,
// or if it could not be counted.
func (t *Tries) Count(client string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	// A clock may be set back.
	if now.Sub(t.began).Abs() >= t.lasts {
		t.began = now
		clear(t.clients)
	}
	if _, counted := t.clients[client]; counted || len(t.clients) < mostClients {
		if t.clients[client]++; t.clients[client] <= t.most {
			return 0
		}
	}
	return t.began.Add(t.lasts).Sub(now)
}

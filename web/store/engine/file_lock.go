package engine

import (
	"errors"
	"sync"
	"time"
)

// errLocked refuses writes for a short time.
var errLocked = errors.New("another program holds the database's lock")

// lockRemembered is how long a lock counts as taken after a wait for it failed.
const lockRemembered = 250 * time.Millisecond

// fileLock remembers the last failed wait for the lock of the database's file.
type fileLock struct {
	mu     sync.Mutex
	failed time.Time
}

func (l *fileLock) note() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = time.Now()
}

func (l *fileLock) held() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.failed.IsZero() && time.Since(l.failed) < lockRemembered
}

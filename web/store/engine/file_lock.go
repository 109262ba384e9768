package engine

import (
	"errors"
	"sync"
	"time"
)

// errLocked refuses writes for a moment.
var errLocked = errors.New("another program holds the database's lock")

// lockRemembered is the time for which a lock that was waited for in vain counts as held.
const lockRemembered = 250 * time.Millisecond

// fileLock remembers when the lock of the database's file was last waited for in vain.
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

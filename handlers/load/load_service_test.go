package load_test

import (
	"os"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// hang prevents the service from answering until heal is called.
func hang(s *hangingService) (heal func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	released := make(chan struct{})
	s.released = released
	return sync.OnceFunc(func() { close(released) })
}

func answeredAll(s *hangingService, saves int64) bool {
	return int64(s.answered()) >= saves
}

// processStatus reads the operating system's status of this process.
func processStatus(b *testing.B) string {
	b.Helper()
	text, err := os.ReadFile("/proc/self/status")
	apptest.Must(b, err)
	return string(text)
}

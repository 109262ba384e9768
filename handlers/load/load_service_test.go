package load_test

import (
	"os"
	"sync"
	"testing"

	"rollbook/handlers/apptest"
)

// hang prevents the service from answering until heal is called.
func hang(s *apptest.HangingService) (heal func()) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	released := make(chan struct{})
	s.Released = released
	return sync.OnceFunc(func() { close(released) })
}

func answeredAll(s *apptest.HangingService, saves int64) bool {
	return int64(s.Answered()) >= saves
}

// processStatus reads the operating system's status of this process.
func processStatus(b *testing.B) string {
	b.Helper()
	text, err := os.ReadFile("/proc/self/status")
	apptest.Must(b, err)
	return string(text)
}

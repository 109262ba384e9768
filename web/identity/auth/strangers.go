package auth

import "sync"

// mostStrangers limits the concurrent tries on unknown devices of one school in one process. With two hashed at
// a time this is about a second's work. Beyond it a try costs only the look-up of the account.
const mostStrangers = 32

// strangers counts the concurrent tries on unknown devices, by the lane of their school.
type strangers struct {
	mu    sync.Mutex
	lanes map[Lane]int
}

func newStrangers() *strangers { return &strangers{lanes: make(map[Lane]int)} }

func (s *strangers) enter(lane Lane) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lanes[lane] >= mostStrangers {
		return false
	}
	s.lanes[lane]++
	return true
}

func (s *strangers) leave(lane Lane) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lanes[lane]--; s.lanes[lane] == 0 {
		delete(s.lanes, lane)
	}
}

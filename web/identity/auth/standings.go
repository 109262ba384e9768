package auth

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"rollbook/web/roll"
)

// lookLimit limits the look-up of a round. Pages show nothing new meanwhile.
const lookLimit = 5 * time.Second

// Look returns what people may do now. People without any rights are missing from the result.
type Look func(ctx context.Context, people []roll.PersonID) (map[roll.PersonID]roll.Standing, error)

// Standings looks up what people may do now, for answers that stay open for long. Callers during a look-up
// share the next one, so that a change seen by a thousand open pages does not cause a thousand queries. Make
// one with NewStandings; it is safe for concurrent use.
type Standings struct {
	look Look

	mu sync.Mutex
	// next is the round after the running one; nil for none.
	next    *round
	looking bool
}

// round is one look-up, shared by its callers.
type round struct {
	people map[roll.PersonID]bool
	found  map[roll.PersonID]roll.Standing
	err    error
	done   chan struct{}
}

// NewStandings makes a Standings with the look-up.
func NewStandings(look Look) *Standings { return &Standings{look: look} }

// Of returns the standing of the person, looked up after the call began. It is zero for a person without any
// rights.
func (s *Standings) Of(ctx context.Context, person roll.PersonID) (roll.Standing, error) {
	joined := s.join(person)
	select {
	case <-joined.done:
	case <-ctx.Done():
		return roll.Standing{}, ctx.Err()
	}
	if joined.err != nil {
		return roll.Standing{}, fmt.Errorf("look up what people may do: %w", joined.err)
	}
	return joined.found[person], nil
}

func (s *Standings) join(person roll.PersonID) *round {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = &round{people: make(map[roll.PersonID]bool), done: make(chan struct{})}
	}
	s.next.people[person] = true
	if !s.looking {
		s.looking = true
		go s.run()
	}
	return s.next
}

// run looks up one round after the other while there are callers.
func (s *Standings) run() {
	for {
		s.mu.Lock()
		now := s.next
		s.next, s.looking = nil, now != nil
		s.mu.Unlock()
		if now == nil {
			return
		}
		// A separate context: the others in the round continue when one caller leaves.
		ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
		now.found, now.err = s.look(ctx, slices.Collect(maps.Keys(now.people)))
		cancel()
		close(now.done)
	}
}

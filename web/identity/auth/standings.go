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

// lookLimit bounds the look-up of a round: whoever waits for it is shown nothing meanwhile.
const lookLimit = 5 * time.Second

// Look finds what people may do now; people who may do nothing any more are left out.
type Look func(ctx context.Context, people []roll.PersonID) (map[roll.PersonID]roll.Standing, error)

// Standings tells what people may do now, for answers that last longer than a request
// should. All who ask while a look is under way share the next one: a change that a
// thousand open pages hear of at once does not become a thousand questions. Make one with
// NewStandings; it is safe for concurrent use.
type Standings struct {
	look Look

	mu sync.Mutex
	// next is the round that begins when the one under way has ended; nil for none.
	next    *round
	looking bool
}

// round is one look, shared by all who wait for it.
type round struct {
	people map[roll.PersonID]bool
	found  map[roll.PersonID]roll.Standing
	err    error
	done   chan struct{}
}

// NewStandings asks by look.
func NewStandings(look Look) *Standings { return &Standings{look: look} }

// Of returns the standing of the person, looked up after the call began: the zero value for
// somebody who may do nothing any more.
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

// run looks up one round after the other while somebody waits for one.
func (s *Standings) run() {
	for {
		s.mu.Lock()
		now := s.next
		s.next, s.looking = nil, now != nil
		s.mu.Unlock()
		if now == nil {
			return
		}
		// Nobody's own context: the others in the round go on waiting when one of them leaves.
		ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
		now.found, now.err = s.look(ctx, slices.Collect(maps.Keys(now.people)))
		cancel()
		close(now.done)
	}
}

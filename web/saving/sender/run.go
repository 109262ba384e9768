package sender

import (
	"context"
	"time"
)

// Run sends until the context ends, then waits for the running calls, which end at their deadlines.
func (s *Sender) Run(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	defer s.work.Wait()
	s.lanes.setOpen(true)
	defer s.lanes.setOpen(false)
	s.lookAround(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.lookAround(ctx)
		case <-s.wake:
		}
		s.start(ctx)
	}
}

// lookAround does the periodic work: it follows a clock that was set back, closes expired attempts, stops overdue
// saves, continues searches, probes schools, and queues due marks.
func (s *Sender) lookAround(ctx context.Context) {
	if err := s.store.FollowClock(ctx); err != nil {
		s.complain(ctx, "look at the clock", err)
	}
	s.closeExpired(ctx)
	s.stopOverdue(ctx)
	s.advanceSearches(ctx)
	s.probe(ctx)
	due, err := s.store.Due(ctx)
	if err != nil {
		s.complain(ctx, "look for what is due", err)
		return
	}
	for _, school := range due {
		s.lanes.askAll(school)
	}
	s.start(ctx)
}

// start begins as many calls as the limits allow.
func (s *Sender) start(ctx context.Context) {
	for ctx.Err() == nil {
		taken, ok := s.lanes.enter()
		if !ok {
			return
		}
		s.work.Add(1)
		go s.finish(taken, func() (result, bool) { return s.sendOne(context.WithoutCancel(ctx), taken) })
	}
}

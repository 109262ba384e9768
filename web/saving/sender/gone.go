package sender

import (
	"context"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// search returns the closing of an attempt that was answered 404 or 410 although the school's period
// call was answered. Perhaps one of its students is gone: then one save of the school at a time is
// halved. Perhaps the save's call is wrong: a student is refused only once she was sent alone, after
// another list was answered. A list that is left when the calls of a round are used up waits for the
// next round.
func (s *Sender) search(ctx context.Context, attempt roll.Attempt) saves.Closing {
	search, err := s.store.Suspect(ctx, attempt)
	if err != nil {
		s.complain(ctx, "search for a student who is gone", err)
		return retrying()
	}
	switch {
	case search.MayHalve(attempt):
		return divide(attempt)
	case search.Proven(attempt) && len(attempt.Marks) == 1:
		return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Refuse(by) }
	}
	return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.AwaitSearch(by) }
}

// askPeriods returns the meaning of a 404 after the school's period call was made at the same address: where
// that fails too, the address is wrong and no student is looked for.
func (s *Sender) askPeriods(ctx context.Context, school roll.School, window roll.Window, reply roll.Reply) roll.Reply {
	ctx, cancel := context.WithDeadline(ctx, window.Deadline)
	defer cancel()
	if s.service.Probe(ctx, school) != nil {
		reply.State, reply.Problem = roll.Misdirected, "misconfigured"
	}
	return reply
}

// divide sends the marks of a list again in two parts.
func divide(attempt roll.Attempt) saves.Closing {
	first := make(map[roll.EnrolmentID]bool, len(attempt.Marks)/2)
	for _, mark := range attempt.Marks[:len(attempt.Marks)/2] {
		first[mark.Enrolment] = true
	}
	return func(p roll.Progress, by roll.Attempted) roll.Progress {
		if first[p.Enrolment] {
			return p.Divide(by, 2*attempt.Part+1)
		}
		return p.Divide(by, 2*attempt.Part+2)
	}
}

// advanceSearches has the searches go on. Where one found nothing that is answered, the
// address is wrong.
func (s *Sender) advanceSearches(ctx context.Context) {
	unanswered, err := s.store.AdvanceSearches(ctx)
	if err != nil {
		s.complain(ctx, "go on with the search for students who are gone", err)
	}
	for _, school := range unanswered {
		if err := s.store.Pause(ctx, school, roll.PausedAddress, probeEvery); err != nil {
			s.complain(ctx, "hold a school's saves back", err)
			continue
		}
		if err := s.store.GiveUpSearch(ctx, school); err != nil {
			s.complain(ctx, "give up the search for students who are gone", err)
		}
		s.listeners.Changed(live.SchoolOf(school))
	}
}

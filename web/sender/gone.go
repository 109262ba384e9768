package sender

import (
	"context"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// search is the closing of an attempt of which the service says that something it names is
// not there. Perhaps that is one of the students: then one save of the school at a time is
// halved until it is found out who. Perhaps it is the address: nobody is refused before
// something else was answered there.
func (s *Sender) search(ctx context.Context, attempt roll.Attempt) store.Closing {
	search, err := s.store.Suspect(ctx, attempt)
	if err != nil {
		s.complain(ctx, "search for a student who is gone", err)
		return retrying()
	}
	switch {
	case search.MayHalve(attempt):
		return divide(attempt)
	case search.Proven(attempt) && (search.Begun || len(attempt.Marks) == 1):
		return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Refuse(by) }
	}
	return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.AwaitSearch(by) }
}

// divide sends the marks of a list again in two parts.
func divide(attempt roll.Attempt) store.Closing {
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

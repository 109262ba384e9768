package sender

import (
	"context"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// Accept stores the saves of one press and sends them. While the school has free calls, the same commit also
// claims the saves, which shortens the wait.
func (s *Sender) Accept(ctx context.Context, school roll.School, saves ...roll.Save) ([]roll.Acceptance, error) {
	s.know(ctx, school.ID)
	var turns []turn // each must be finished or returned
	for _, save := range saves {
		taken, ok := s.lanes.reserve(school.ID, save.Token, func() { s.work.Add(1) })
		if !ok {
			break
		}
		turns = append(turns, taken)
	}
	before := time.Now()
	accepted, attempts, err := s.store.AcceptAndClaim(ctx, school.Zone, s.claiming(ctx, school, len(turns)), saves...)
	begun := begins(accepted)
	for i, taken := range turns {
		if i >= len(attempts) {
			s.giveBack(taken)
			continue
		}
		taken.save = attempts[i].Save
		begun = slices.DeleteFunc(begun, func(save roll.Token) bool { return save == taken.save })
		window := newWindow(school.Timing(), attempts[i], before)
		go s.finish(taken, func() (result, bool) {
			return s.deliver(context.WithoutCancel(ctx), school, taken, attempts[i], window)
		})
	}
	if err != nil {
		return nil, err
	}
	s.counts.Accepted(accepted)
	s.kick(school.ID, begun...)
	return accepted, nil
}

// know makes the school begin with the calls that its system took before.
func (s *Sender) know(ctx context.Context, school roll.SchoolID) {
	if s.lanes.isKnown(school) {
		return
	}
	calls, err := s.store.Calls(ctx, school)
	if err != nil {
		s.complain(ctx, "read how many calls a school takes", err)
		return
	}
	s.lanes.know(school, calls)
}

// claiming returns the saves that may be claimed at once, for that many turns.
func (s *Sender) claiming(ctx context.Context, school roll.School, turns int) saves.Claiming {
	if turns == 0 {
		return saves.Claiming{}
	}
	return saves.Claiming{Most: turns, Timing: school.Timing(), Terms: s.terms(ctx, school)}
}

// terms returns the limits for a claim of the school.
func (s *Sender) terms(ctx context.Context, school roll.School) saves.Terms {
	readable, err := s.service.CanRead(ctx, school)
	if err != nil {
		s.complain(ctx, "look whether a school can be read", err)
	}
	return saves.Terms{Most: school.MostStudents(time.Now()), Readable: readable}
}

// begins returns the tokens of the saves with something new to send.
func begins(accepted []roll.Acceptance) []roll.Token {
	var saves []roll.Token
	for _, acceptance := range accepted {
		if acceptance.Begins() {
			saves = append(saves, acceptance.Save.Token)
		}
	}
	return saves
}

// finish does the work of a turn and ends it.
func (s *Sender) finish(taken turn, work func() (how result, more bool)) {
	defer s.work.Done()
	how, more := work()
	if s.lanes.leave(taken, how, more) {
		s.log.Warn("a school system does not answer as it should: its marks wait", "school", taken.school)
	}
	s.look()
}

func (s *Sender) giveBack(taken turn) {
	s.finish(taken, func() (result, bool) { return nothingDue, false })
}

package submission

import (
	"context"
	"slices"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

const (
	// Wait is how long a person waits for the outcome of a press.
	Wait = 2 * time.Second
	// headStart is the time before the store is asked for an outcome. An outcome is there without a signal
	// only if the answer came before the listener was ready.
	headStart = 50 * time.Millisecond
)

// Rosters provides the lists of a school.
type Rosters interface {
	Periods(ctx context.Context, school roll.School) ([]roll.Period, roll.Age, error)
	Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, roll.Age, error)
	// IsOn reports whether the period is one of those whose students make the day's list.
	IsOn(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) (bool, error)
	Roster(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID,
		date roll.Date) (roll.Roster, error)
	// RosterOn is Roster as it was on the date.
	RosterOn(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID,
		date roll.Date) (roll.Roster, error)
	Students(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Enrolment, roll.Age, error)
	// Former returns the lists behind a page of an earlier generation.
	Former(ctx context.Context, school roll.School, generation int64, period roll.PeriodID,
		class roll.ClassID) (roll.Lists, roll.Roster, error)
}

// Store looks up accepted saves and marks.
type Store interface {
	MarksBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from,
		to roll.Date) (map[roll.Date]roll.Mark, error)
	UnderWay(ctx context.Context, token roll.Token) (waits bool, at roll.Versions, err error)
	Save(ctx context.Context, school roll.SchoolID, token roll.Token) (roll.Save, error)
	PresentNumbers(ctx context.Context, school roll.SchoolID,
		numbers []roll.EnrolmentID) (map[roll.EnrolmentID]roll.EnrolmentID, error)
	KnownOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
		date roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error)
}

// Sender stores presses and sends them.
type Sender interface {
	Accept(ctx context.Context, school roll.School, saves ...roll.Save) ([]roll.Acceptance, error)
	Failing(school roll.SchoolID) bool
}

// Submissions accepts presses. It is safe for concurrent use.
type Submissions struct {
	rosters  Rosters
	store    Store
	sender   Sender
	listener *live.Hub
	clock    func() time.Time
}

// New makes a Submissions that stores and sends presses through the sender.
func New(rosters Rosters, store Store, sender Sender, listener *live.Hub, clock func() time.Time) *Submissions {
	return &Submissions{rosters: rosters, store: store, sender: sender, listener: listener, clock: clock}
}

// Accept checks the presses and stores them in one transaction, all or none. When it returns without an error, the
// accepted saves survive any crash, and their sending has begun.
//
// It returns a *roll.Error for a problem that the person can correct (nothing was stored), and a
// *roll.OtherContentError for a token that came before with other content.
func (s *Submissions) Accept(ctx context.Context, school roll.School, by roll.Actor,
	presses ...Press) ([]roll.Acceptance, error) {
	var saves []roll.Save
	for _, press := range presses {
		judged, err := s.judge(ctx, school, by, press)
		if err != nil {
			return nil, err
		}
		saves = append(saves, judged...)
	}
	return s.keep(ctx, school, saves)
}

func (s *Submissions) keep(ctx context.Context, school roll.School, saves []roll.Save) ([]roll.Acceptance, error) {
	accepted, err := s.sender.Accept(ctx, school, saves...)
	if err != nil {
		return nil, err
	}
	for _, acceptance := range accepted {
		s.listener.Changed(live.DayOf(school.ID, acceptance.Save.Date))
		if len(acceptance.Save.Absences) > 0 {
			s.listener.Changed(live.DayOf(school.ID, school.Today(s.clock())))
		}
	}
	return accepted, nil
}

// Await returns when every accepted mark has its outcome, or after two seconds, with the versions of the school's data
// then. It returns at once while the school's calls fail.
func (s *Submissions) Await(ctx context.Context, connection roll.Connection, school roll.School,
	accepted []roll.Acceptance) (at roll.Versions, err error) {
	if !connection.Sending() || s.sender.Failing(school.ID) {
		return at, nil
	}
	limit, stop := context.WithTimeout(ctx, Wait)
	defer stop()
	started, stopStart := context.WithTimeout(limit, headStart)
	defer stopStart()
	waits := make([]wait, len(accepted))
	for i, acceptance := range accepted {
		changed, stop := s.listener.Listen(live.SaveOf(acceptance.Save.Token))
		defer stop()
		waits[i] = wait{acceptance.Save.Token, changed}
	}
	for _, one := range waits {
		if at, err = s.awaitOne(ctx, one, started.Done(), limit.Done()); err != nil {
			return at, err
		}
	}
	return at, ctx.Err()
}

// wait is a save whose outcome Await waits for.
type wait struct {
	token   roll.Token
	changed <-chan struct{}
}

// awaitOne waits for one save, until the limit. After the head start it also finds outcomes that came before
// the listener.
func (s *Submissions) awaitOne(ctx context.Context, one wait, started, limit <-chan struct{}) (roll.Versions, error) {
	select {
	case <-one.changed:
	case <-started:
	}
	for {
		underWay, at, err := s.store.UnderWay(ctx, one.token)
		if err != nil || !underWay {
			return at, err
		}
		select {
		case <-one.changed:
		case <-limit:
			return at, nil
		}
	}
}

// Decision resolves a held row of a save: the person saw both values. Seen is the version of the other mark
// on the page.
type Decision struct {
	First roll.Save
	Held  roll.HeldMark
	Seen  int64
}

// Decide accepts all the decisions or none: one new save for each original save. Token makes their tokens.
func (s *Submissions) Decide(ctx context.Context, school roll.School, by roll.Actor, decisions []Decision,
	token func() roll.Token) ([]roll.Acceptance, error) {
	var saves []roll.Save
	of := make(map[roll.Token]int)
	for _, decision := range decisions {
		place, known := of[decision.First.Token]
		if !known {
			place = len(saves)
			of[decision.First.Token] = place
			save := decision.First
			save.Token, save.By, save.Rows, save.Decides = token(), by, nil, decision.First.Token
			saves = append(saves, save)
		}
		held := decision.Held
		saves[place].Rows = append(saves[place].Rows,
			roll.SaveRow{Enrolment: held.Enrolment, Student: held.Student, Seen: decision.Seen, Decided: true})
	}
	if len(saves) == 0 {
		return nil, nil
	}
	return s.keep(ctx, school, saves)
}

// Release accepts the Releasable ones of moved marks anew, like SendAgain does for stopped ones.
func (s *Submissions) Release(ctx context.Context, school roll.School, by roll.Actor, moved []roll.MovedMark,
	token func() roll.Token) error {
	same, _, err := s.Releasable(ctx, school, moved)
	if err != nil {
		return err
	}
	_, err = s.SendAgain(ctx, school, by, same, token)
	return err
}

// Releasable divides moved marks. Same are those whose students are unchanged in the present list, ready to
// send with the status of the same name there. A person decides about the rest.
func (s *Submissions) Releasable(ctx context.Context, school roll.School,
	moved []roll.MovedMark) (same []roll.PendingMark, rest []roll.MovedMark, err error) {
	for _, mark := range moved {
		at, statuses := -1, []roll.Status(nil)
		if mark.Same() {
			if statuses, _, err = s.rosters.Statuses(ctx, school, mark.Period); err != nil {
				return nil, nil, err
			}
			at = slices.IndexFunc(statuses, func(status roll.Status) bool { return status.Name == mark.Save.Status.Name })
		}
		if at < 0 {
			rest = append(rest, mark)
			continue
		}
		mark.Save.Doubted = mark.Save.Copied
		mark.Save.Status, mark.Save.Period, mark.Save.Generation, mark.Save.Guided = statuses[at], mark.Period,
			school.Generation, ""
		same = append(same, mark.PendingMark)
	}
	return same, rest, nil
}

// SendAgain accepts stopped marks anew, in the name of the person who asked: one save for each stopped one.
// Token makes their tokens.
func (s *Submissions) SendAgain(ctx context.Context, school roll.School, by roll.Actor, stopped []roll.PendingMark,
	token func() roll.Token) ([]roll.Acceptance, error) {
	var saves []roll.Save
	for _, mark := range stopped {
		if len(saves) == 0 || saves[len(saves)-1].Token != mark.Save.Token {
			saves = append(saves, mark.Save)
		}
		save := &saves[len(saves)-1]
		save.Rows = append(save.Rows,
			roll.SaveRow{Enrolment: mark.Enrolment, Student: mark.Student, Seen: mark.Version, Decided: true})
	}
	if len(saves) == 0 {
		return nil, nil
	}
	for i := range saves {
		saves[i].Token, saves[i].By = token(), by
	}
	return s.keep(ctx, school, saves)
}

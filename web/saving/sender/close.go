package sender

import (
	"context"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

const (
	// longestWait is the longest wait that a service may ask for. leastWait applies when it asks without a
	// readable time.
	longestWait = 5 * time.Minute
	leastWait   = time.Second
	// probeEvery is the interval of probes to a school that refuses our key or does not answer at its
	// address.
	probeEvery = time.Minute
	// serverErrorsBeforeHalving is the number of 5xx in a row that suggests one bad enrolment.
	serverErrorsBeforeHalving = 3
)

// close ends the attempt by the reply and updates the school. Next is the turn to continue with, or nil.
func (s *Sender) close(ctx context.Context, school roll.School, attempt roll.Attempt, reply roll.Reply,
	next *following) {
	if err := s.holdBack(ctx, attempt, reply); err != nil {
		s.complain(ctx, "hold a school's saves back", err)
	}
	moved, err := s.record(ctx, school, attempt, reply, next)
	if err != nil {
		s.complain(ctx, "record an answer", err)
		return
	}
	if !moved {
		s.log.WarnContext(ctx, "an answer came after its attempt was closed", "school", school.ID, "attempt", attempt.ID)
	}
	if reply.Reading.Unsent > 0 {
		s.log.WarnContext(ctx, "answer contains students that were not sent", "school", school.ID, "items",
			reply.Reading.Unsent)
	}
	if says := unconfirmed(reply); says != "" {
		s.log.WarnContext(ctx, "an answer confirms no marks", "school", school.ID, "attempt", attempt.ID, "status",
			reply.HTTPStatus, "reason", says)
	}
	if calls, changed := s.lanes.toStore(school.ID); changed {
		if err := s.store.NoteCalls(ctx, school.ID, calls); err != nil {
			s.complain(ctx, "record how many calls a school takes", err)
		}
	}
	if err := s.conclude(ctx, school, attempt, reply); err != nil {
		s.complain(ctx, "record how a school's service behaves", err)
	}
}

// unconfirmed returns how a school system answered without confirming marks, for the log, or "" for every other reply.
func unconfirmed(reply roll.Reply) string {
	switch {
	case reply.Problem == roll.NotUnderstood:
		return "the school system answers, but not in a form that confirms marks"
	case reply.Problem == roll.ServerError:
		return "the school system answers with an error of its own"
	case reply.State == roll.Misdirected:
		return "the school system takes no marks at its address"
	case reply.State == roll.Rejected:
		return "the school system did not accept marks"
	}
	return ""
}

// record closes the attempt in the store. A lock keeps the count of a save's calls exact while lists are
// halved.
func (s *Sender) record(ctx context.Context, school roll.School, attempt roll.Attempt, reply roll.Reply,
	next *following) (moved bool, err error) {
	if reply.State.Refuses() || reply.HTTPStatus >= 500 {
		s.halving.Lock()
		defer s.halving.Unlock()
	}
	decide := s.closing(ctx, school, attempt, reply)
	// By enrolment, so that a repeated transaction counts once.
	became := make(map[roll.EnrolmentID]roll.Outcome, len(attempt.Marks))
	closing := func(progress roll.Progress, by roll.Attempted) roll.Progress {
		after := decide(progress, by)
		became[after.Enrolment] = after.Outcome
		return after
	}
	if next != nil {
		moved, err = s.recordAndGoOn(ctx, school, attempt, reply, closing, *next)
	} else {
		moved, err = s.store.CloseAttempt(ctx, attempt, reply, closing)
	}
	if err == nil && moved {
		for _, outcome := range became {
			s.counts.Became(outcome)
		}
	}
	return moved, err
}

// recordAndGoOn closes the attempt, claims the next turn in the same commit, and sends it.
func (s *Sender) recordAndGoOn(ctx context.Context, school roll.School, attempt roll.Attempt, reply roll.Reply,
	closing saves.Closing, next following) (moved bool, err error) {
	before := time.Now()
	moved, claimed, err := s.store.CloseAndClaim(ctx, attempt, reply, closing,
		saves.Following{School: school, Save: next.turn.save, Terms: next.terms})
	if err == nil && claimed.ID != "" {
		window, taken := newWindow(school.Timing(), claimed, before), s.lanes.claimed(next.turn, claimed.Save)
		go s.finish(taken, func() (result, bool) { return s.deliver(ctx, school, taken, claimed, window) })
		return moved, nil
	}
	if next.turn.save != "" {
		s.lanes.askFor(school.ID, next.turn.save)
	}
	s.giveBack(next.turn)
	if err != nil {
		// An error with the next save must not lose the answer of this one.
		return s.store.CloseAttempt(ctx, attempt, reply, closing)
	}
	return moved, nil
}

// holdBack stops the school's sending when the reply demands it, before the marks of the attempt are due
// again.
func (s *Sender) holdBack(ctx context.Context, attempt roll.Attempt, reply roll.Reply) error {
	if len(reply.Reading.OtherStudents) > 0 {
		return s.noteOthers(ctx, attempt, reply.Reading)
	}
	switch reply.State {
	case roll.KeyRefused:
		return s.store.PauseKey(ctx, attempt.School, attempt.ClaimedAt, probeEvery)
	case roll.Misdirected:
		return s.store.Pause(ctx, attempt.School, roll.PausedAddress, probeEvery)
	case roll.AskedToWait:
		return s.store.NoteWait(ctx, attempt.School, requestedWait(reply))
	case roll.Open, roll.Answered, roll.Unknown, roll.NotSent, roll.Rejected, roll.Gone:
	}
	return nil
}

// requestedWait returns the pause for a service that asks for one, even without a readable time.
func requestedWait(reply roll.Reply) time.Duration {
	return min(max(reply.RetryAfter, leastWait), longestWait)
}

// conclude records the state of the school's service after the reply.
func (s *Sender) conclude(ctx context.Context, school roll.School, attempt roll.Attempt, reply roll.Reply) error {
	switch reply.State {
	case roll.KeyRefused, roll.Misdirected, roll.AskedToWait:
		return nil
	case roll.Gone:
		s.advanceSearches(ctx)
		return nil
	case roll.Answered, roll.Rejected:
		recovered, err := s.store.NoteReply(ctx, school.ID, false, "")
		if err != nil {
			return err
		}
		if recovered {
			s.goOn(ctx, school.ID)
		}
		if attempt.Part > 0 {
			return s.learn(ctx, school, attempt)
		}
		return nil
	case roll.Open, roll.Unknown, roll.NotSent:
	}
	_, err := s.store.NoteReply(ctx, school.ID, true, reply.Problem)
	return err
}

// goOn sends the marks that waited for a school system that answers again.
func (s *Sender) goOn(ctx context.Context, school roll.SchoolID) {
	waited := s.LookAgain(ctx, school)
	s.log.InfoContext(ctx, "a school system answers again", "school", school, "waiting_marks", waited)
}

// LookAgain makes all marks due that waited only because the school was down, and starts sending now. It also
// reads a day again that could not be read. Marks that may not be sent yet stay. It returns the number of marks that
// waited.
func (s *Sender) LookAgain(ctx context.Context, school roll.SchoolID) (waited int64) {
	waited, err := s.store.HurryUp(ctx, school)
	if err != nil {
		s.complain(ctx, "hurry a school's backlog up", err)
		return 0
	}
	s.lanes.askAll(school)
	s.look()
	return waited
}

// learn records the largest list that the service accepts, after a save that was too long succeeded in parts.
func (s *Sender) learn(ctx context.Context, school roll.School, attempt roll.Attempt) error {
	progress, err := s.store.SaveProgress(ctx, attempt.Save)
	unclear := progress.UnderWay > 0 || progress.Refused > 0 || progress.Gone > 0
	if err != nil || unclear || progress.LargestAnswered == 0 || progress.LargestAnswered >= progress.ShortestTooLong {
		return err
	}
	return s.store.LearnLargestList(ctx, school.ID, progress.LargestAnswered)
}

// closing returns the function that computes each mark's progress from the reply (the table of answers in the
// rule of saves).
func (s *Sender) closing(ctx context.Context, school roll.School, attempt roll.Attempt,
	reply roll.Reply) saves.Closing {
	switch reply.State {
	case roll.Answered:
		return ByReading(reply, school.Timing())
	case roll.Rejected:
		return s.halve(ctx, attempt)
	case roll.Gone:
		return s.search(ctx, attempt)
	case roll.Unknown:
		if s.suspectsOneEnrolment(ctx, school, attempt, reply) {
			return doubtAnd(s.halve(ctx, attempt))
		}
		backoff := backoffs()
		return func(p roll.Progress, by roll.Attempted) roll.Progress {
			// An empty list is not a valid answer. For students whom an answer left out before, it counts as
			// left out again.
			if reply.Empty && p.Again {
				return p.LeaveOut(by)
			}
			return p.Doubt(by, max(backoff(p.Tries), min(reply.RetryAfter, longestWait)))
		}
	case roll.AskedToWait:
		return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, requestedWait(reply)) }
	case roll.KeyRefused, roll.Misdirected:
		return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, 0) }
	case roll.Open, roll.NotSent:
	}
	return retrying()
}

// retrying sends all marks of an attempt again, after a wait that grows with their failures.
func retrying() saves.Closing {
	backoff := backoffs()
	return func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, backoff(p.Tries)) }
}

// ByReading returns the closing for a right answer: each mark by the answer's item about its student.
func ByReading(reply roll.Reply, timing roll.Timing) saves.Closing {
	read := make(map[roll.EnrolmentID]roll.StudentReading, len(reply.Reading.Students))
	for _, student := range reply.Reading.Students {
		read[student.Enrolment] = student
	}
	return func(p roll.Progress, by roll.Attempted) roll.Progress {
		student := read[p.Enrolment]
		switch student.Verdict {
		case roll.Confirmed:
			return p.Confirm(by, student.Returned, reply.Same(student.Returned), timing)
		case roll.Unmatched:
			return p.Refuse(by)
		case roll.Missing, roll.Contradicted:
		}
		return p.LeaveOut(by)
	}
}

// doubtAnd returns a closing for marks that were perhaps applied.
func doubtAnd(then saves.Closing) saves.Closing {
	return func(p roll.Progress, by roll.Attempted) roll.Progress {
		return then(p.Doubt(by, 0), by)
	}
}

// halve sends the marks of a refused list again in two parts. A single mark, or the rest when the save has
// used all its calls, needs a person.
func (s *Sender) halve(ctx context.Context, attempt roll.Attempt) saves.Closing {
	refuse := func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Refuse(by) }
	if len(attempt.Marks) == 1 {
		return refuse
	}
	progress, err := s.store.SaveProgress(ctx, attempt.Save)
	if err != nil {
		s.complain(ctx, "count a save's calls", err)
		return retrying()
	}
	calls := progress.Parts + progress.PartsLeft + 2
	if attempt.Part == 0 {
		calls++ // the attempt itself is not one of the remaining parts
	}
	if calls > roll.CallLimit(progress.Students) {
		return refuse
	}
	return divide(attempt)
}

// suspectsOneEnrolment reports whether this is the third 5xx in a row for the save while the school's other
// calls succeed.
func (s *Sender) suspectsOneEnrolment(ctx context.Context, school roll.School, attempt roll.Attempt,
	reply roll.Reply) bool {
	if reply.HTTPStatus < 500 {
		return false
	}
	progress, err := s.store.SaveProgress(ctx, attempt.Save)
	if err != nil {
		s.complain(ctx, "count a save's failures", err)
		return false
	}
	connection, err := s.store.Connection(ctx, school.ID)
	if err != nil {
		s.complain(ctx, "read how a school's service behaves", err)
		return false
	}
	return progress.ServerErrors+1 >= serverErrorsBeforeHalving && connection.LastOK.After(progress.FirstServerError)
}

func (s *Sender) probe(ctx context.Context) {
	schools, err := s.store.TakeProbes(ctx, probeEvery)
	if err != nil {
		s.complain(ctx, "look for paused schools", err)
		return
	}
	for _, id := range schools {
		s.work.Go(func() { s.probeOne(context.WithoutCancel(ctx), id) })
	}
}

func (s *Sender) probeOne(ctx context.Context, id roll.SchoolID) {
	school, err := s.store.School(ctx, id)
	if err != nil {
		s.complain(ctx, "read a school", err)
		return
	}
	if err := s.service.Probe(ctx, school); err != nil {
		s.log.DebugContext(ctx, "a paused school still refuses", "school", id, "error", err)
		return
	}
	if err := s.store.Resume(ctx, id); err != nil {
		s.complain(ctx, "resume a school", err)
		return
	}
	s.goOn(ctx, id)
	s.listeners.Changed(live.SchoolOf(id))
}

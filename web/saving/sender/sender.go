package sender

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// Store is the part of the database that the sender uses.
type Store interface {
	School(ctx context.Context, id roll.SchoolID) (roll.School, error)
	FollowClock(ctx context.Context) error
	Due(ctx context.Context) ([]roll.SchoolID, error)
	AcceptAndClaim(ctx context.Context, zone *time.Location, claiming saves.Claiming,
		press ...roll.Save) ([]roll.Acceptance, []roll.Attempt, error)
	Claim(ctx context.Context, school roll.SchoolID, token roll.Token, timing roll.Timing,
		terms saves.Terms) (roll.Attempt, bool, error)
	CloseAttempt(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing saves.Closing) (bool, error)
	CloseAndClaim(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing saves.Closing,
		following saves.Following) (moved bool, next roll.Attempt, err error)
	CloseExpired(ctx context.Context, closing saves.Closing) ([]roll.Attempt, error)
	StopOverdue(ctx context.Context) ([]saves.SchoolDate, error)
	SaveProgress(ctx context.Context, token roll.Token) (saves.SaveProgress, error)
	Suspect(ctx context.Context, attempt roll.Attempt) (roll.Search, error)
	AdvanceSearches(ctx context.Context) (unanswered []roll.SchoolID, err error)
	GiveUpSearch(ctx context.Context, school roll.SchoolID) error
	Aliases(ctx context.Context, school roll.SchoolID) (map[string]roll.StatusID, error)
	Connection(ctx context.Context, school roll.SchoolID) (roll.Connection, error)
	Calls(ctx context.Context, school roll.SchoolID) (roll.Calls, error)
	NoteCalls(ctx context.Context, school roll.SchoolID, calls roll.Calls) error
	LearnLargestList(ctx context.Context, school roll.SchoolID, most int) error
	NoteReply(ctx context.Context, school roll.SchoolID, failed bool, problem string) (recovered bool, err error)
	NoteWait(ctx context.Context, school roll.SchoolID, wait time.Duration) error
	Pause(ctx context.Context, school roll.SchoolID, reason roll.Pause, probeAfter time.Duration) error
	NoteOthers(ctx context.Context, attempt roll.Attempt, others []roll.Item, instead bool) (paused bool, err error)
	PauseKey(ctx context.Context, school roll.SchoolID, claimedAt time.Time, probeAfter time.Duration) error
	Resume(ctx context.Context, school roll.SchoolID) error
	HurryUp(ctx context.Context, school roll.SchoolID) (marks int64, err error)
	ToRead(ctx context.Context, school roll.SchoolID, apply time.Duration) ([]roll.Unread, error)
	NoteRead(ctx context.Context, school roll.SchoolID, mark roll.Unread, found roll.Found, returned string) error
	PutOff(ctx context.Context, school roll.SchoolID, marks []roll.Unread, wait time.Duration) error
	TakeProbes(ctx context.Context, next time.Duration) ([]roll.SchoolID, error)
}

// Service makes the calls of a school.
type Service interface {
	// Send makes the one bulk call of the attempt. It begins only within the window.
	Send(ctx context.Context, school roll.School, attempt roll.Attempt, window roll.Window) roll.Reply
	// CanRead reports whether the school's day can be read.
	CanRead(ctx context.Context, school roll.School) (bool, error)
	// ReadDay returns the marks of a date in the school system.
	ReadDay(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) ([]roll.DayMark, error)
	// Probe makes a call that changes nothing. It returns nil when the service answers.
	Probe(ctx context.Context, school roll.School) error
}

// Counts counts what was stored.
type Counts interface {
	// Accepted counts the saves of a press.
	Accepted(accepted []roll.Acceptance)
	// Became counts the outcome of a mark after a call.
	Became(outcome roll.Outcome)
}

// Sender sends due marks. Make one with New and run it once.
type Sender struct {
	store     Store
	service   Service
	listeners *live.Hub
	counts    Counts
	log       *slog.Logger

	wake  chan struct{}
	lanes *lanes
	work  sync.WaitGroup
	// halving is locked while a refused list is divided.
	halving sync.Mutex
}

// lookEvery is the interval of asking the store for due marks without a signal.
const lookEvery = time.Second

// New makes a sender. It does nothing until Run.
func New(store Store, service Service, listeners *live.Hub, counts Counts, log *slog.Logger) *Sender {
	return &Sender{store: store, service: service, listeners: listeners, counts: counts, log: log,
		wake: make(chan struct{}, 1), lanes: newLanes(time.Now)}
}

// kick queues accepted saves for sending.
func (s *Sender) kick(school roll.SchoolID, saves ...roll.Token) {
	for _, save := range saves {
		s.lanes.askFor(school, save)
	}
	s.look()
}

// Failing reports whether the school's last call from this process failed.
func (s *Sender) Failing(school roll.SchoolID) bool { return s.lanes.isFailing(school) }

func (s *Sender) look() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *Sender) closeExpired(ctx context.Context) {
	backoff := backoffs()
	expired, err := s.store.CloseExpired(ctx, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Doubt(by, backoff(p.Tries))
	})
	if err != nil {
		s.complain(ctx, "close attempts whose lease ended", err)
	}
	for _, attempt := range expired {
		s.log.WarnContext(ctx, "an attempt's lease ended without an answer", "school", attempt.School, "attempt", attempt.ID)
		s.signal(attempt)
	}
}

func (s *Sender) stopOverdue(ctx context.Context) {
	stopped, err := s.store.StopOverdue(ctx)
	if err != nil {
		s.complain(ctx, "stop what waited too long", err)
	}
	for _, day := range stopped {
		s.listeners.Changed(live.DayOf(day.School, day.Date))
	}
}

func (s *Sender) signal(attempt roll.Attempt) {
	s.listeners.Changed(live.SaveOf(attempt.Save), live.DayOf(attempt.School, attempt.Date))
}

func (s *Sender) complain(ctx context.Context, doing string, err error) {
	if ctx.Err() == nil {
		s.log.ErrorContext(ctx, "the sender failed", "work", doing, "error", err)
	}
}

// backoffs returns the waits after failures. Marks that failed together equally often wait equally long, so
// that they are sent together again.
func backoffs() func(failures int) time.Duration {
	seed := rand.Uint64()
	return func(failures int) time.Duration { return roll.Backoff(failures, rand.New(rand.NewPCG(seed, seed))) }
}

// Package boards computes the progress of a school's classes on a date, and keeps watched boards fresh: it
// reads a day once for any number of viewers.
package boards

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"rollbook/web/lists/days"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/saves"
)

// Store provides marks and the openings of rolls.
type Store interface {
	DayAndChanges(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]roll.Mark,
		map[roll.EnrolmentID]*roll.LastChange, error)
	Held(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]bool, error)
	Openings(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.ClassKey]roll.Opening, error)
	MovementsOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
		date roll.Date) (map[roll.EnrolmentID][]roll.Movement, error)
	KnownOn(ctx context.Context, version int64, school roll.SchoolID, generation int64,
		date roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error)
	DayOutcomesAt(ctx context.Context, version int64, school roll.SchoolID, date roll.Date) (saves.DayOutcomes, error)
	DayStamp(ctx context.Context, school roll.SchoolID, date roll.Date) (string, error)
	// WithFormer returns the marks with those of the students whose number names another student now.
	WithFormer(ctx context.Context, school roll.SchoolID, date roll.Date, students []roll.Enrolment,
		marks map[roll.EnrolmentID]roll.Mark) (map[roll.EnrolmentID]roll.Mark, error)
	Unnumbered(ctx context.Context, school roll.SchoolID, period roll.PeriodID) ([]roll.Enrolment, error)
	Unlisted(ctx context.Context, school roll.SchoolID, date roll.Date) ([]roll.Unlisted, error)
	TellUnlisted(ctx context.Context, one roll.Unlisted) error
	AnswerUnlisted(ctx context.Context, answered roll.Unlisted) error
	ClassChecks(ctx context.Context, school roll.SchoolID, period roll.PeriodID,
		since roll.Date) ([]roll.ClassCheck, error)
	AnswerClassCheck(ctx context.Context, check roll.ClassCheck) error
	AskAgain(ctx context.Context, school roll.SchoolID, period roll.PeriodID, class roll.ClassID,
		person roll.PersonID) error
	NoteOpening(ctx context.Context, school roll.SchoolID, date roll.Date, opening roll.Opening) error
}

// Rosters provides the students of a period.
type Rosters interface {
	// Day returns the students of the date, of all its periods.
	Day(ctx context.Context, school roll.School, date roll.Date) (days.List, error)
	Statuses(ctx context.Context, school roll.School, period roll.PeriodID) ([]roll.Status, roll.Age, error)
	// Introduced returns when the list of a class came into use.
	Introduced(ctx context.Context, school roll.School, period roll.PeriodID,
		class roll.ClassID) (roll.Introduction, error)
}

// Readings provides the last reading of a day from a school's system. It never waits for a reading.
type Readings interface {
	Latest(ctx context.Context, school roll.School, period roll.PeriodID, date roll.Date) (latest roll.Comparison, ok bool,
		err error)
}

// Day identifies a board.
type Day struct {
	School roll.School
	Date   roll.Date
}

// Boards makes boards. It is safe for concurrent use.
type Boards struct {
	store    Store
	rosters  Rosters
	readings Readings
	listener *live.Hub
	clock    func() time.Time
	log      *slog.Logger
	progress engine.Versioned[counted, *Progress]

	mu       sync.Mutex
	watchers map[key]*watcher
	noted    map[opened]bool
	closed   bool
	work     sync.WaitGroup
	ctx      context.Context //nolint:containedctx // the life of watchers and notes, ended by Close
	cancel   context.CancelFunc
}

// New makes a Boards that reads from the store.
func New(store Store, rosters Rosters, readings Readings, listener *live.Hub, clock func() time.Time,
	log *slog.Logger) *Boards {
	ctx, cancel := context.WithCancel(context.Background())
	return &Boards{
		store: store, rosters: rosters, readings: readings, listener: listener, clock: clock, log: log,
		watchers: make(map[key]*watcher), noted: make(map[opened]bool), ctx: ctx, cancel: cancel,
	}
}

// Close ends all watching and waits for running work. It may be called twice.
func (b *Boards) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.cancel()
	b.work.Wait()
}

// Of returns the present board of the day. On days before the school's first list it has the students with a mark.
func (b *Boards) Of(ctx context.Context, day Day) (roll.Board, error) {
	list, err := b.rosters.Day(ctx, day.School, day.Date)
	if err != nil {
		return roll.Board{}, err
	}
	students := list.Students
	var marks roll.Marks
	if marks.Of, marks.Changes, err = b.store.DayAndChanges(ctx, day.School.ID, day.Date); err != nil {
		return roll.Board{}, err
	}
	if marks.Of, err = b.store.WithFormer(ctx, day.School.ID, day.Date, students, marks.Of); err != nil {
		return roll.Board{}, err
	}
	if marks.Held, err = b.store.Held(ctx, day.School.ID, day.Date); err != nil {
		return roll.Board{}, err
	}
	if marks.Openings, err = b.store.Openings(ctx, day.School.ID, day.Date); err != nil {
		return roll.Board{}, err
	}
	if marks.Movements, err = b.store.MovementsOn(ctx, 0, day.School.ID, day.School.Generation, day.Date); err != nil {
		return roll.Board{}, err
	}
	absences, err := b.store.KnownOn(ctx, 0, day.School.ID, day.School.Generation, day.Date)
	if err != nil {
		return roll.Board{}, err
	}
	marks.Known = roll.KnownAmong(students, day.School, absences)
	b.readElsewhere(ctx, day, list, &marks)
	if len(list.Unknown) > 0 {
		students = slices.DeleteFunc(slices.Clone(students), func(one roll.Enrolment) bool {
			return slices.Contains(list.Unknown, one.Period) && marks.Of[one.ID].Version == 0 && marks.Elsewhere[one.ID] == ""
		})
	}
	board := roll.NewBoard(students, marks)
	if day.Date != day.School.Today(b.clock()) {
		return board, nil
	}
	for _, period := range list.Periods {
		unnumbered, err := b.store.Unnumbered(ctx, day.School.ID, period.ID)
		if err != nil {
			return roll.Board{}, err
		}
		if len(list.Periods) > 1 && len(unnumbered) > 0 {
			unnumbered = days.Others(slices.Concat(list.Students, board.Unnumbered), unnumbered)
		}
		board.Unnumbered = append(board.Unnumbered, unnumbered...)
		checks, err := b.checks(ctx, day, period.ID)
		if err != nil {
			return roll.Board{}, err
		}
		board.Checks = append(board.Checks, checks...)
	}
	unlisted, err := b.store.Unlisted(ctx, day.School.ID, day.Date)
	board.Unlisted = slices.DeleteFunc(unlisted, func(one roll.Unlisted) bool { return !one.Waits() })
	return board, err
}

// readElsewhere adds the marks of the school system, as far as they were read. If a reading fails, the board shows only
// Rollbook's own.
func (b *Boards) readElsewhere(ctx context.Context, day Day, list days.List, marks *roll.Marks) {
	if marks.Elsewhere, marks.ReadAt = b.elsewhere(ctx, day, list); marks.ReadAt.IsZero() {
		return
	}
	// If the statuses cannot be read, their meanings are guessed from their names.
	if statuses, _, err := b.rosters.Statuses(ctx, day.School, list.Periods[0].ID); err == nil {
		marks.Statuses = statuses
	}
}

// elsewhere returns the last readings of the day's periods together, with the time of the oldest.
func (b *Boards) elsewhere(ctx context.Context, day Day,
	list days.List) (elsewhere map[roll.EnrolmentID]string, at time.Time) {
	for _, period := range list.Periods {
		latest, read, err := b.readings.Latest(ctx, day.School, period.ID, day.Date)
		switch {
		case err != nil || !read:
			continue
		case elsewhere == nil:
			elsewhere, at = latest.Elsewhere, latest.ReadAt
			continue
		case latest.ReadAt.Before(at):
			at = latest.ReadAt
		}
		both := maps.Clone(elsewhere)
		maps.Copy(both, latest.Elsewhere)
		elsewhere = both
	}
	return elsewhere, at
}

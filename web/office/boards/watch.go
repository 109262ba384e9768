package boards

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

const (
	// lookAgain is the age at which a watched board is checked without a signal, since another process may
	// have changed it.
	lookAgain = 30 * time.Second
	// readAnyway is the age from which a watched board is read even if nothing seems to have changed.
	readAnyway = 10 * time.Minute
	// pauseAfter is the pause after each reading of a watched board, so that a busy minute's changes are read
	// together.
	pauseAfter = 500 * time.Millisecond
)

// key identifies a board.
type key struct {
	school roll.SchoolID
	date   roll.Date
}

func keyOf(day Day) key { return key{day.School.ID, day.Date} }

// watcher keeps one board fresh for all its viewers.
type watcher struct {
	boards *Boards
	day    Day
	stop   context.CancelFunc
	// stamp is the day's stamp at the last reading, at readAt. Only run uses them.
	stamp  string
	readAt time.Time
	// watching counts the viewers, under the lock of boards.
	watching int

	mu    sync.Mutex
	state State
}

// State is the last reading of a board.
type State struct {
	Board roll.Board
	// Number grows with every change of the board; 0 before the first reading.
	Number int
	// Changed is closed when there is a newer state.
	Changed <-chan struct{}
	changed chan struct{}
}

func newState(board roll.Board, number int) State {
	changed := make(chan struct{})
	return State{Board: board, Number: number, Changed: changed, changed: changed}
}

// Watch keeps the day's board fresh until stop is called. State returns the present one.
func (b *Boards) Watch(day Day) (state func() State, stop func()) {
	name := keyOf(day)
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.watchers[name]
	if w == nil {
		ctx, cancel := context.WithCancel(b.ctx)
		w = &watcher{boards: b, day: day, stop: cancel, state: newState(roll.Board{}, 0)}
		b.watchers[name] = w
		if !b.closed {
			b.work.Go(func() { w.run(ctx) })
		}
	}
	w.watching++
	return w.now, sync.OnceFunc(func() { b.leave(name, w) })
}

// leave ends the watching after the last viewer.
func (b *Boards) leave(name key, w *watcher) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w.watching--; w.watching == 0 {
		delete(b.watchers, name)
		w.stop()
	}
}

func (w *watcher) now() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

// stamp changes with the board: with marks, students and the reading of the school's system. A quiet board
// costs only this query.
func (b *Boards) stamp(ctx context.Context, day Day) (string, error) {
	marks, err := b.store.DayStamp(ctx, day.School.ID, day.Date)
	if err != nil {
		return "", err
	}
	list, err := b.rosters.Day(ctx, day.School, day.Date)
	if err != nil {
		return "", err
	}
	_, readAt := b.elsewhere(ctx, day, list)
	return fmt.Sprint(marks, len(list.Periods), len(list.Students), list.Age.ReadAt.UnixMilli(), readAt.UnixMilli()), nil
}

// run reads the board whenever the day has changed.
func (w *watcher) run(ctx context.Context) {
	changed, stop := w.boards.listener.Listen(live.DayOf(w.day.School.ID, w.day.Date))
	defer stop()
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	var never <-chan struct{}
	for {
		w.read(ctx)
		if !wait(ctx, time.After(pauseAfter), never) || !wait(ctx, changed, again.C) {
			return
		}
	}
}

// wait returns when either channel is ready. It returns false when the context has ended.
func wait[A, B any](ctx context.Context, first <-chan A, second <-chan B) bool {
	select {
	case <-ctx.Done():
		return false
	case <-first:
	case <-second:
	}
	return true
}

// read replaces the board by a newer one. After an error it keeps the last board and tries again later.
func (w *watcher) read(ctx context.Context) {
	stamp, err := w.boards.stamp(ctx, w.day)
	now := w.boards.clock()
	if err == nil && stamp == w.stamp && now.Sub(w.readAt) < readAnyway {
		return
	}
	board, err := w.boards.Of(ctx, w.day)
	if err == nil {
		w.stamp, w.readAt = stamp, now
	}
	if err != nil {
		if ctx.Err() == nil {
			w.boards.log.WarnContext(ctx, "a day could not be read", "school", w.day.School.ID, "error", err)
		}
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.state
	if before.Number > 0 && slices.Equal(before.Board.Classes, board.Classes) &&
		slices.EqualFunc(before.Board.Students, board.Students, roll.StudentDay.Equal) &&
		slices.Equal(before.Board.Unlisted, board.Unlisted) && slices.Equal(before.Board.Checks, board.Checks) &&
		slices.Equal(before.Board.Unnumbered, board.Unnumbered) {
		return
	}
	w.state = newState(board, before.Number+1)
	close(before.changed)
}

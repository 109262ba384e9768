package boards

import (
	"context"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

const (
	// notedMost bounds the memory of which openings need no note any more.
	notedMost = 20_000
	// noteLimit bounds the writing of a note.
	noteLimit = 10 * time.Second
)

// opened is a roll that somebody opened.
type opened struct {
	school roll.SchoolID
	date   roll.Date
	class  roll.ClassID
}

// Opened notes that somebody opened the class's roll on the day itself. The database is
// written once a class and day, so that the note outlives a restart and other processes
// have it too. Nobody's page waits for it; a note that fails is logged.
func (b *Boards) Opened(school roll.SchoolID, date roll.Date, class roll.ClassID, by roll.Actor) {
	what := opened{school, date, class}
	opening := roll.Opening{Class: class, By: by, At: b.clock()}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.noted[what] || b.closed {
		return
	}
	if len(b.noted) >= notedMost {
		clear(b.noted)
	}
	b.noted[what] = true
	b.work.Go(func() { b.note(what, opening) })
}

func (b *Boards) note(what opened, opening roll.Opening) {
	ctx, cancel := context.WithTimeout(b.ctx, noteLimit)
	defer cancel()
	if err := b.store.NoteOpening(ctx, what.school, what.date, opening); err != nil {
		b.log.WarnContext(ctx, "who opened a roll could not be noted", "school", what.school, "error", err)
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.noted, what)
		return
	}
	b.listener.Changed(live.DayOf(what.school, what.date))
}

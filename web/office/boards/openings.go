package boards

import (
	"context"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

const (
	// notedMost limits the remembered openings that need no further record.
	notedMost = 20_000
	// noteLimit limits the time of writing an opening.
	noteLimit = 10 * time.Second
)

// opened identifies an opened roll.
type opened struct {
	school roll.SchoolID
	date   roll.Date
	class  roll.ClassKey
}

// Opened records that a person opened the class's roll on the day itself. It writes to the database once for
// each class and day, so that the record survives a restart and other processes see it. No page waits for it.
// A failure is logged.
func (b *Boards) Opened(school roll.SchoolID, date roll.Date, class roll.ClassKey, by roll.Actor) {
	what := opened{school, date, class}
	opening := roll.Opening{Period: class.Period, Class: class.Class, By: by, At: b.clock()}
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
		b.log.WarnContext(ctx, "could not record who opened a roll", "school", what.school, "error", err)
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.noted, what)
		return
	}
	b.listener.Changed(live.DayOf(what.school, what.date))
}

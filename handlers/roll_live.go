package handlers

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/live"
)

// Listener tells when something has changed.
type Listener interface {
	Listen(topic live.Topic) (changed <-chan struct{}, stop func())
}

// liveRolls keeps the status cells of an open roll fresh.
type liveRolls struct {
	*rolls
	listener Listener
}

// heartbeat keeps a page from asking by itself, which it does after five seconds of
// silence.
const heartbeat = 3 * time.Second

// statuses answers with the status cells of the roll, and nothing else of it.
func (l *liveRolls) statuses(v *visit) error {
	read, err := l.readAsked(v)
	if err != nil {
		return err
	}
	return l.render(v, http.StatusOK, views.RollStatuses(l.statusesAnswer(read)))
}

func (l *liveRolls) readAsked(v *visit) (*sheet, error) {
	asked, err := l.queryOf(v)
	if err != nil {
		return nil, err
	}
	if err := mayLook(v, asked.date, v.school.Today(l.clock())); err != nil {
		return nil, err
	}
	return l.read(v, asked)
}

func (l *liveRolls) statusesAnswer(read *sheet) *views.StatusesAnswer {
	answer := &views.StatusesAnswer{
		Page:     l.page(read.visit, read.roster.Class.Name, views.NavClasses),
		Recorded: read.recorded(), Students: len(read.roster.Rows), Cells: make([]part.Cell, len(read.roster.Rows)),
	}
	for i, student := range read.roster.Rows {
		answer.Cells[i] = read.cell(student.ID)
	}
	return answer
}

// events streams the status cells whenever they have changed, until the visitor may not
// see them any more or the server stops.
func (l *liveRolls) events(v *visit) error {
	read, err := l.readAsked(v)
	if err != nil {
		return err
	}
	changed, stop := l.listener.Listen(live.DayOf(v.school.ID, read.date))
	defer stop()
	opened, end, err := l.openStream(v)
	if err != nil {
		return err
	}
	defer end()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	sent := ""
	for {
		text, err := l.eventText(opened.ctx, read)
		if err != nil {
			return nil //nolint:nilerr // the answer has begun; its page asks again
		}
		if text == sent {
			text = beatEvent
		} else {
			sent = text
		}
		if !opened.send(text) || !opened.wait(changed, beat.C) {
			return nil
		}
	}
}

// eventText is the cells as one event.
func (l *liveRolls) eventText(ctx context.Context, read *sheet) (string, error) {
	if err := l.readMarks(read); err != nil {
		return "", err
	}
	if err := l.readConnection(read.visit); err != nil {
		return "", err
	}
	var cells bytes.Buffer
	if err := views.RollStatuses(l.statusesAnswer(read)).Render(ctx, &cells); err != nil {
		return "", fmt.Errorf("render the cells of an event: %w", err)
	}
	return eventOf(cells.String()), nil
}

package handlers

import (
	"bytes"
	"context"
	"errors"
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
	// stopping is closed when the server stops: streams end then.
	stopping <-chan struct{}
}

const (
	// heartbeat keeps a page from asking by itself, which it does after five
	// seconds of silence.
	heartbeat = 3 * time.Second
	// streamLimit ends a stream that nobody ended; the page opens a new one.
	streamLimit = 10 * time.Minute
)

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

// events streams the status cells whenever they have changed, as server-sent
// events (WHATWG HTML, section 9.2), until the session ends or the server stops.
func (l *liveRolls) events(v *visit) error {
	read, err := l.readAsked(v)
	if err != nil {
		return err
	}
	changed, stop := l.listener.Listen(live.DayOf(v.school.ID, read.date))
	defer stop()
	if err := beginStream(v); err != nil {
		return err
	}
	return l.stream(v, read, changed)
}

// beginStream sends the head of a stream that ends when its handler does.
func beginStream(v *visit) error {
	if err := http.NewResponseController(v.Response()).SetWriteDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("clear the deadline of a stream: %w", err)
	}
	header := v.Response().Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	v.Response().WriteHeader(http.StatusOK)
	v.Response().Flush()
	return nil
}

func (l *liveRolls) stream(v *visit, read *sheet, changed <-chan struct{}) error {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	ctx, cancel := context.WithTimeout(v.ctx, streamLimit)
	defer cancel()
	sent := ""
	for {
		text, err := l.eventText(ctx, read)
		if err != nil {
			return nil
		}
		if text == sent {
			text = "event: beat\ndata: \n\n"
		} else {
			sent = text
		}
		if _, err := v.Response().Write([]byte(text)); err != nil {
			return nil
		}
		v.Response().Flush()
		if !l.waitForChange(ctx, changed, beat.C) {
			return nil
		}
		if !l.still(ctx, v) {
			return nil
		}
	}
}

// waitForChange waits for something to say; false ends the stream.
func (l *liveRolls) waitForChange(ctx context.Context, changed <-chan struct{}, beat <-chan time.Time) bool {
	select {
	case <-ctx.Done():
		return false
	case <-l.stopping:
		return false
	case <-changed:
	case <-beat:
	}
	return true
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

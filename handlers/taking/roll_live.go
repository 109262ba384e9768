package taking

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/taking"
	"rollbook/web/live"
	"rollbook/web/roll"
)

// LiveRolls updates the status cells of an open roll.
type LiveRolls struct {
	streams    *visit.Streams
	sheets     Sheets
	hub        *live.Hub
	signatures *desk.Signatures
}

// heartbeat is the time between two readings of the marks, and so the longest time between two events. Without
// events a page polls after five seconds.
const heartbeat = 1500 * time.Millisecond

// Statuses returns only the status cells of the roll.
func (l *LiveRolls) Statuses(v *visit.Visit) error {
	read, err := l.readRequested(v)
	if err != nil {
		return err
	}
	if v.OfThisGeneration() != nil {
		v.Response().Header().Set("HX-Refresh", "true")
		return v.NoContent(http.StatusOK)
	}
	return l.sheets.pages.ShowAs(v, http.StatusOK, taking.RollStatuses(l.statusesAnswer(read)))
}

func (l *LiveRolls) readRequested(v *visit.Visit) (*Sheet, error) {
	requested, err := QueryOf(v)
	if err == nil && !l.signatures.Opened(v) {
		err = roll.Problem(roll.Forbidden, "problem.what.denied")
	}
	if err != nil {
		return nil, err
	}
	return l.sheets.ReadSince(v, requested)
}

func (l *LiveRolls) statusesAnswer(read *Sheet) *taking.SaveAnswer {
	answer := l.sheets.answer(read, l.sheets.Summary(read, read.lastPress()))
	for _, student := range read.Roster.Rows {
		answer.Cells = append(answer.Cells, read.Cell(student.ID))
	}
	return answer
}

// Events streams the status cells whenever they change, until the visitor may no longer see them or the
// server stops. A mark that is being sent shows its outcome at once. Otherwise the stream reads the marks at each
// heartbeat: at 08:30 every other class of the school changes all the time.
func (l *LiveRolls) Events(v *visit.Visit) error {
	read, err := l.readRequested(v)
	if err == nil {
		err = v.OfThisGeneration()
	}
	if err != nil {
		return err
	}
	changed, stop := l.hub.Listen(live.DayOf(v.School.ID, read.Date))
	defer stop()
	shown := v.QueryParam("state")
	return l.streams.Follow(v, heartbeat, func(ctx context.Context) (string, <-chan struct{}, error) {
		if err := l.sheets.Refresh(read); err != nil {
			return "", nil, err
		}
		var heard <-chan struct{}
		if read.sending() {
			heard = changed
		}
		state := l.sheets.state(read)
		if state == shown {
			return "", heard, nil
		}
		shown = state
		event, err := visit.EventOf(ctx, taking.RollStatuses(l.statusesAnswer(read)))
		return event, heard, err
	})
}

// state returns a short text that changes with the marks and the connection light of the sheet. A page that shows
// this state needs no update: its script would replace every cell.
func (s Sheets) state(read *Sheet) string {
	text := make([]byte, 0, 1024)
	for _, student := range read.Roster.Rows {
		mark := read.Marks[student.ID]
		_, held := read.Held[student.ID]
		text = strconv.AppendInt(text, mark.Version, 36)
		text = strconv.AppendInt(text, mark.AnsweredAt.UnixMilli(), 36)
		text = strconv.AppendBool(append(text, mark.Outcome...), held)
		text = append(text, read.elsewhere[student.ID]...)
		text = append(text, read.Known[student.ID].ID...)
		text = append(text, naming.MovesNote(read.Visit.Words, read.Moves(student.ID))...)
	}
	if light := s.pages.Light(read.Visit); light != nil {
		text = fmt.Append(text, light.State, light.Clock, light.Waiting)
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// Refresh reads the marks of an open sheet again. It returns roll.Stale when numbers may mean other students than
// on the sheet.
func (s Sheets) Refresh(read *Sheet) error {
	if err := s.ReadMarks(read); err != nil {
		return err
	}
	if err := read.Visit.ReadConnection(); err != nil {
		return err
	}
	return read.Visit.OfThisGeneration()
}

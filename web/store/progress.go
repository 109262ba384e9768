package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// SaveProgress is where a save as a whole stands.
type SaveProgress struct {
	// Students is how many were asked for.
	Students int
	// UnderWay and Refused count the marks that are still the newest.
	UnderWay, Refused int
	// Parts counts the calls since the service first refused the list.
	Parts int
	// Gone counts the calls that were answered as if a student were gone.
	Gone int
	// PartsLeft counts the parts of the list that are under way or still to be sent.
	PartsLeft int
	// LargestAnswered is the size of the largest part that was answered.
	LargestAnswered int
	// ServerErrors counts the 5xx answers in a row at the end, the first of which
	// came at FirstServerError.
	ServerErrors     int
	FirstServerError time.Time
}

// SaveProgress tells where the save stands.
func (s *Store) SaveProgress(ctx context.Context, token roll.Token) (SaveProgress, error) {
	var progress SaveProgress
	err := s.one(ctx, []any{&progress.Students, &progress.PartsLeft, &progress.UnderWay, &progress.Refused},
		`SELECT s.students, (SELECT count(DISTINCT m.part) FROM intents i CROSS JOIN marks m WHERE `+saveJoins+`
		AND m.save = i.save AND m.part > 0 AND m.state IN `+sqlUnderWay+`),
		(SELECT count(*) FROM intents i WHERE i.save = s.token AND i.state IN `+sqlUnderWay+`),
		(SELECT count(*) FROM intents i WHERE i.save = s.token AND i.state = `+sqlRefused+`) FROM saves s WHERE s.token = $1`, token)
	if err != nil {
		return progress, err
	}
	running := true
	err = s.query(ctx, func(rows *sql.Rows) error {
		var state roll.AttemptState
		var size, status int
		var part, closedAt int64
		if err := rows.Scan(&state, &size, &part, &status, &closedAt); err != nil {
			return err
		}
		if part > 0 || state.Refuses() {
			progress.Parts++
		}
		if state == roll.Gone {
			progress.Gone++
		}
		if part > 0 && state == roll.Answered {
			progress.LargestAnswered = max(progress.LargestAnswered, size)
		}
		if running = running && status >= 500; running {
			progress.ServerErrors++
			progress.FirstServerError = instant(closedAt)
		}
		return nil
	}, `SELECT state, size, part, http_status, closed_at FROM attempts WHERE save = $1 AND state <> `+sqlOpen+` ORDER BY claimed_at DESC`, token)
	return progress, err
}

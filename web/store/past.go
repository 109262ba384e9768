package store

import (
	"context"
	"time"

	"rollbook/web/roll"
)

// PastSave is a save whose life is over: it was accepted at an earlier instant,
// sent once, and answered.
type PastSave struct {
	Save roll.Save
	// AcceptedAt is when, Took how long the answer was waited for.
	AcceptedAt time.Time
	Took       time.Duration
	Reply      roll.Reply
}

// RecordPast keeps saves with the instants that they name, all in one transaction:
// the history of a demonstration. Everything else is as it is for a save of now:
// versions, held rows, repeated tokens, and what closing makes of the reply.
func (s *Store) RecordPast(ctx context.Context, school roll.School, past []PastSave, closing func(roll.Reply) Closing) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		for _, save := range past {
			then := *tx
			then.Now = save.AcceptedAt
			if err := then.recordPast(ctx, school, save, closing(save.Reply)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *transaction) recordPast(ctx context.Context, school roll.School, past PastSave, closing Closing) error {
	acceptance, err := t.accept(ctx, past.Save.Accepted(t.Now, school.Zone))
	if err != nil || !acceptance.Begins() {
		return err
	}
	attempt, ok, err := t.claimDue(ctx, school.ID, past.Save.Token, school.Timing(), Terms{})
	if err != nil || !ok {
		return err
	}
	closedAt := t.Now.Add(past.Took)
	if _, err := t.exec(ctx, `UPDATE attempts SET state = $1, closed_at = $2, sent_at = $3, http_status = $4, exchange = $5, problem = $6
		WHERE id = $7`, past.Reply.State, milliseconds(closedAt), milliseconds(t.Now),
		past.Reply.HTTPStatus, past.Reply.Exchange, past.Reply.Problem, attempt.ID); err != nil {
		return err
	}
	return t.move(ctx, attempt, t.Now, closedAt, closing)
}

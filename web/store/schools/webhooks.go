package schools

import (
	"context"
	"crypto/rand"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// WebhookScheme returns the stored signing scheme of the school's system, or "".
func (s *Store) WebhookScheme(ctx context.Context, school roll.SchoolID) (scheme string, err error) {
	return engine.Value[string](ctx, s.Database, `SELECT scheme FROM webhook_schemes WHERE school = $1`, school)
}

// SetWebhookScheme stores the signing scheme of the school's system.
func (s *Store) SetWebhookScheme(ctx context.Context, school roll.SchoolID, scheme string) error {
	return s.Database.Do(ctx, `INSERT INTO webhook_schemes (school, scheme) VALUES ($1, $2)
		ON CONFLICT (school) DO UPDATE SET scheme = excluded.scheme`, school, scheme)
}

// WebhookSecrets returns the school's sealed secrets, oldest first.
func (s *Store) WebhookSecrets(ctx context.Context, school roll.SchoolID) ([]Key, error) {
	return engine.Rows[Key](ctx, s.Database, `SELECT id, sealed, last_four, created_at AS added_at FROM webhook_secrets
		WHERE school = $1 ORDER BY created_at, id`, school)
}

// AddWebhookSecret stores another secret. It returns roll.Meaningless when the school has the most that may
// be valid at once.
func (s *Store) AddWebhookSecret(ctx context.Context, school roll.SchoolID, secret Key) error {
	return Locked(ctx, s.Database, school, func(tx *engine.Transaction) error {
		kept, err := engine.Value[int](ctx, tx, `SELECT count(*) FROM webhook_secrets WHERE school = $1`, school)
		if err != nil {
			return err
		}
		if kept >= roll.MostWebhookSecrets {
			return roll.Problem(roll.Meaningless, "webhooks.secrets_full")
		}
		return tx.Do(ctx, `INSERT INTO webhook_secrets (school, id, sealed, last_four, created_at) VALUES `+
			engine.Tuples(1, 5),
			school, rand.Text(), secret.Sealed, secret.LastFour, engine.Milliseconds(tx.Now))
	})
}

// RemoveWebhookSecret deletes a secret. Messages signed with it are refused from then on.
func (s *Store) RemoveWebhookSecret(ctx context.Context, school roll.SchoolID, id string) error {
	return s.Database.MustChange(ctx, `DELETE FROM webhook_secrets WHERE school = $1 AND id = $2`, school, id)
}

// Received is the result of receiving a message.
type Received string

// The results of receiving a message.
const (
	// ReceivedNew: it is new.
	ReceivedNew Received = "now"
	// ReceivedAgain: a repeated message in a new delivery with a new signature.
	ReceivedAgain Received = "before"
	// ReceivedReplay: the very same delivery came before.
	ReceivedReplay Received = "replay"
)

// mostEvents is the largest number of stored events of a school.
const mostEvents = 100

// TakeMessage records a message until the given time, and stores its event when the message is new. sentAt
// distinguishes its deliveries; zero when unknown.
func (s *Store) TakeMessage(ctx context.Context, school roll.SchoolID, sentAt, until time.Time,
	event roll.WebhookEvent) (taken Received, err error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (Received, error) {
		added, err := tx.Exec(ctx, `INSERT INTO webhook_messages (school, message, sent_at, until) VALUES ($1, $2, $3, $4)
			ON CONFLICT (school, message) DO NOTHING`,
			school, event.Message, engine.Milliseconds(sentAt), engine.Milliseconds(until))
		if err != nil {
			return "", err
		}
		if added == 0 {
			later, err := tx.Exec(ctx,
				`UPDATE webhook_messages SET sent_at = $3, until = $4 WHERE school = $1 AND message = $2 AND sent_at < $3`,
				school, event.Message, engine.Milliseconds(sentAt), engine.Milliseconds(until))
			if later > 0 {
				return ReceivedAgain, err
			}
			return ReceivedReplay, err
		}
		return ReceivedNew, addEvent(ctx, tx, school, event)
	})
}

func addEvent(ctx context.Context, t *engine.Transaction, school roll.SchoolID, event roll.WebhookEvent) error {
	t.Require(t.Do(ctx, `INSERT INTO webhook_events (school, id, received_at, message, size, body, understood)
		VALUES `+engine.Tuples(1, 7),
		school, rand.Text(), engine.Milliseconds(event.ReceivedAt), event.Message, event.Size, event.Body,
		engine.Flag(event.Understood)))
	return t.Do(ctx, `DELETE FROM webhook_events WHERE school = $1 AND received_at < (
		SELECT min(k.received_at) FROM (SELECT e.received_at FROM webhook_events e WHERE e.school = $1
		ORDER BY e.received_at DESC LIMIT $2) k)`, school, mostEvents)
}

// WebhookEvents returns the stored events of the school, the latest first.
func (s *Store) WebhookEvents(ctx context.Context, school roll.SchoolID) ([]roll.WebhookEvent, error) {
	return engine.Rows[roll.WebhookEvent](ctx, s.Database, `SELECT received_at, message, size, body, understood
		FROM webhook_events WHERE school = $1 ORDER BY received_at DESC, id LIMIT $2`, school, mostEvents)
}

// Erase deletes the deliveries of the school's system and the draft of a mapping: either may name the
// student.
func Erase(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	return t.DoAll(ctx, engine.Deletions("webhook_events", "mapping_drafts"), one.School)
}

package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// The states of a delivery.
const (
	DeliveryWaiting   = "waiting"   // it is under way, or is tried again at Next
	DeliveryDelivered = "delivered" // it was answered with 2xx
	DeliveryGivenUp   = "given up"  // every attempt failed
)

// The kinds of events.
const (
	EventTest       = "test"
	EventAttendance = "attendance.daily.changed"
	EventStudents   = "students.changed"
)

// Delivery is one event on its way to one address.
type Delivery struct {
	ID    int64
	URL   string
	Event string
	State string
	// Attempts counts the tries. Answer is the result of the last: a status, or the reason why there was
	// none.
	Attempts int
	Answer   string
	Created  time.Time
	// Next is the time of the next try while the delivery waits.
	Next time.Time
}

// shownDeliveries limits the listed deliveries, keptDeliveries those stored for an address.
const (
	shownDeliveries = 10
	keptDeliveries  = 200
)

// Deliveries lists the school's last 10 deliveries, newest first.
func (s *Sandbox) Deliveries(ctx context.Context, schoolCode string) ([]Delivery, error) {
	return listOf[Delivery](ctx, s, schoolCode, `SELECT json_object('id', d.id, 'url', a.url, 'event', d.event, 'state', d.state,
			'attempts', d.attempts, 'answer', d.answer, 'created', `+sqlTime("d.created_at")+`, 'next', `+sqlTime("d.next_at")+`)
		FROM webhook_deliveries d JOIN webhook_addresses a ON a.id = d.address
		WHERE a.school = ?1 ORDER BY d.id DESC LIMIT ?2`, shownDeliveries)
}

// event is the body of a delivery, as JSON.
type event struct {
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	Time       time.Time `json:"time"`
	SchoolCode string    `json:"schoolCode"`
	Data       any       `json:"data"`
}

const sqlWebhookIDs = `SELECT a.id FROM webhook_addresses a JOIN schools s ON s.id = a.school WHERE s.code = ?1 ORDER BY a.id`

func (s *Sandbox) keepDeliveries(
	ctx context.Context, schoolCode string, addresses []int64, kind string, data any,
) (made []int64, err error) {
	now := s.now().UTC().Truncate(time.Millisecond)
	err = inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		for _, address := range addresses {
			message := "msg_" + rand.Text()
			body, err := json.Marshal(event{message, kind, now, schoolCode, data})
			if err != nil {
				return fmt.Errorf("encode event: %w", err)
			}
			var id int64
			row := tx.QueryRowContext(ctx, `INSERT INTO webhook_deliveries
				(address, message, event, body, state, created_at, next_at)
				VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) RETURNING id`, address, message, kind, string(body), DeliveryWaiting, now.UnixMilli())
			if err := row.Scan(&id); err != nil {
				return fmt.Errorf("keep delivery: %w", err)
			}
			made = append(made, id)
			_, err = tx.ExecContext(ctx, `DELETE FROM webhook_deliveries WHERE address = ?1 AND id <= ?2`, address, id-keptDeliveries)
			if err != nil {
				return fmt.Errorf("forget deliveries: %w", err)
			}
		}
		return nil
	})
	return made, err
}

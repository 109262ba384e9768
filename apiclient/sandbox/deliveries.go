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
	return listOf(ctx, s, schoolCode, sqlDeliveries, func(r *sql.Rows, one *Delivery) error {
		var created, next int64
		err := r.Scan(&one.ID, &one.URL, &one.Event, &one.State, &one.Attempts, &one.Answer, &created, &next)
		one.Created, one.Next = time.UnixMilli(created).UTC(), time.UnixMilli(next).UTC()
		return err
	}, shownDeliveries)
}

// event is the body of a delivery, as JSON.
type event struct {
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	Time       time.Time `json:"time"`
	SchoolCode string    `json:"schoolCode"`
	Data       any       `json:"data"`
}

const (
	sqlWebhookIDs = `SELECT id FROM webhook_addresses WHERE school = ?1 ORDER BY id`
	sqlDeliveries = `SELECT d.id, a.url, d.event, d.state, d.attempts, d.answer, d.created_at, d.next_at
		FROM webhook_deliveries d JOIN webhook_addresses a ON a.id = d.address WHERE a.school = ?1 ORDER BY d.id DESC LIMIT ?2`
)

func (s *Sandbox) keepDeliveries(ctx context.Context, owner school, addresses []int64, kind string, data any) (made []int64, err error) {
	now := s.now().UTC().Truncate(time.Millisecond)
	err = inTransaction(ctx, s.db, func(tx *sql.Tx) error {
		for _, address := range addresses {
			message := "msg_" + rand.Text()
			body, err := json.Marshal(event{message, kind, now, owner.Code, data})
			if err != nil {
				return fmt.Errorf("encode event: %w", err)
			}
			var id int64
			row := tx.QueryRowContext(ctx, `INSERT INTO webhook_deliveries (address, message, event, body, state, created_at, next_at)
				VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) RETURNING id`, address, message, kind, string(body), DeliveryWaiting, now.UnixMilli())
			if err := row.Scan(&id); err != nil {
				return fmt.Errorf("keep delivery: %w", err)
			}
			made = append(made, id)
			if _, err := tx.ExecContext(ctx, `DELETE FROM webhook_deliveries WHERE address = ?1 AND id <= ?2`, address, id-keptDeliveries); err != nil {
				return fmt.Errorf("forget deliveries: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

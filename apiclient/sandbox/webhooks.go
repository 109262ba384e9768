package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

// The service's document only mentions that webhooks exist and are configured here (section 6). The events,
// their fields, the signature and the retries are the sandbox's own INVENTION.

// MaxWebhooks is the number of webhook addresses that a school may have.
const MaxWebhooks = 5

const maxWebhookURL = 500

// Webhook is an address that receives reports of changes.
type Webhook struct {
	ID  int64
	URL string
	// LastFour are the last characters of the secret. AddWebhook shows the secret once.
	LastFour string
	Created  time.Time
}

// AddWebhook reports changes of the school to an http or https address from now on. It returns the signing
// secret (Standard Webhooks: whsec_ and base64), which is never shown again. It returns KindInvalid for an
// unusable address or one too many, KindNotFound for an unknown school.
func (s *Sandbox) AddWebhook(ctx context.Context, schoolCode, address string) (Webhook, string, error) {
	if err := checkWebhookURL(address); err != nil {
		return Webhook{}, "", err
	}
	value := make([]byte, 24)
	// rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(value)
	secret := "whsec_" + base64.StdEncoding.EncodeToString(value)
	made := Webhook{URL: address, LastFour: secret[len(secret)-4:], Created: s.now().UTC().Truncate(time.Millisecond)}
	err := s.change(ctx, schoolCode, "add webhook", func(tx *sql.Tx, owner school) error {
		var kept int
		row := tx.QueryRowContext(ctx, `SELECT count(*) FROM webhook_addresses WHERE school = ?1`, owner.id)
		if err := row.Scan(&kept); err != nil {
			return fmt.Errorf("count addresses: %w", err)
		}
		if kept >= MaxWebhooks {
			return errorf(KindInvalid, "a school has at most %d webhook addresses: remove one first", MaxWebhooks)
		}
		return tx.QueryRowContext(ctx, `INSERT INTO webhook_addresses (school, url, secret, created_at)
			VALUES (?1, ?2, ?3, ?4) RETURNING id`,
			owner.id, address, secret, made.Created.UnixMilli()).Scan(&made.ID)
	})
	if err != nil {
		return Webhook{}, "", err
	}
	return made, secret, nil
}

func checkWebhookURL(address string) error {
	target, err := url.Parse(address)
	isWeb := err == nil && (target.Scheme == "http" || target.Scheme == "https") && target.Host != "" && target.User == nil
	if !isWeb || len(address) > maxWebhookURL {
		return errorf(KindInvalid, "a webhook address begins with http:// or https:// and names a host")
	}
	return nil
}

// Webhooks returns the webhook addresses of the school, oldest first.
func (s *Sandbox) Webhooks(ctx context.Context, schoolCode string) ([]Webhook, error) {
	return listOf[Webhook](ctx, s, schoolCode, `SELECT json_object('id', id, 'url', url, 'lastFour', substr(secret, -4),
		'created', `+sqlTime("created_at")+`) FROM webhook_addresses WHERE school = ?1 ORDER BY id`)
}

// RemoveWebhook removes the address and its waiting deliveries. It returns KindNotFound for an address that
// the school does not have.
func (s *Sandbox) RemoveWebhook(ctx context.Context, schoolCode string, id int64) error {
	missing := errorf(KindNotFound, "%s has no webhook %d", schoolCode, id)
	return s.changeOne(ctx, schoolCode, missing, `DELETE FROM webhook_addresses WHERE school = ?1 AND id = ?2`, id)
}

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
	return listOf[Delivery](ctx, s, schoolCode, `SELECT json_object('id', d.id, 'url', a.url,
			'event', d.event, 'state', d.state, 'attempts', d.attempts, 'answer', d.answer,
			'created', `+sqlTime("d.created_at")+`, 'next', `+sqlTime("d.next_at")+`)
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

const sqlWebhookIDs = `SELECT a.id FROM webhook_addresses a
	JOIN schools s ON s.id = a.school WHERE s.code = ?1 ORDER BY a.id`

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
				VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) RETURNING id`,
				address, message, kind, string(body), DeliveryWaiting, now.UnixMilli())
			if err := row.Scan(&id); err != nil {
				return fmt.Errorf("keep delivery: %w", err)
			}
			made = append(made, id)
			_, err = tx.ExecContext(ctx,
				`DELETE FROM webhook_deliveries WHERE address = ?1 AND id <= ?2`, address, id-keptDeliveries)
			if err != nil {
				return fmt.Errorf("forget deliveries: %w", err)
			}
		}
		return nil
	})
	return made, err
}

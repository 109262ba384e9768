package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryWaits are the waits before each retry of a failed delivery. After the last the service gives up.
func RetryWaits() []time.Duration {
	return []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour}
}

// deliveryLimit is the time that a receiver has to answer.
const deliveryLimit = 10 * time.Second

// outgoing is a delivery with everything needed to send it.
type outgoing struct {
	url, secret, message, body, state string
	attempts                          int
}

// begin runs f in a goroutine that Close waits for. It does nothing after Close.
func (s *Sandbox) begin(f func()) {
	s.life.Lock()
	defer s.life.Unlock()
	if !s.closed() {
		s.work.Go(f)
	}
}

func (s *Sandbox) deliverAfter(wait time.Duration, id int64) {
	if wait <= 0 {
		s.begin(func() { s.deliver(id) })
		return
	}
	s.options.After(wait, func() { s.begin(func() { s.deliver(id) }) })
}

// deliver makes one attempt, and schedules the next when it fails.
func (s *Sandbox) deliver(id int64) {
	ctx, cancel := context.WithTimeout(s.ending, deliveryLimit)
	defer cancel()
	if err := s.attempt(ctx, id); err != nil && !s.closed() {
		s.options.Logger.Error("sandbox: a delivery could not be kept", "error", err)
	}
}

func (s *Sandbox) attempt(ctx context.Context, id int64) error {
	var out outgoing
	row := s.db.QueryRowContext(ctx, `SELECT a.url, a.secret, d.message, d.body, d.state, d.attempts
		FROM webhook_deliveries d JOIN webhook_addresses a ON a.id = d.address WHERE d.id = ?1`, id)
	err := row.Scan(&out.url, &out.secret, &out.message, &out.body, &out.state, &out.attempts)
	if errors.Is(err, sql.ErrNoRows) || err == nil && out.state != DeliveryWaiting {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read delivery: %w", err)
	}
	answer, delivered := s.send(ctx, out)
	if s.closed() {
		// The delivery waits for the next start.
		return nil
	}
	state, next := DeliveryDelivered, s.now()
	waits := RetryWaits()
	retry := !delivered && out.attempts < len(waits)
	switch {
	case retry:
		state, next = DeliveryWaiting, next.Add(waits[out.attempts])
	case !delivered:
		state = DeliveryGivenUp
	}
	_, err = s.db.ExecContext(context.WithoutCancel(ctx), `UPDATE webhook_deliveries
		SET state = ?2, attempts = attempts + 1, answer = ?3, next_at = ?4 WHERE id = ?1`,
		id, state, answer, next.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep delivery: %w", err)
	}
	if retry {
		s.deliverAfter(waits[out.attempts], id)
	}
	return nil
}

// send makes the request with a fresh signature, since each attempt has its own time. It follows no
// redirects.
func (s *Sandbox) send(ctx context.Context, out outgoing) (answer string, delivered bool) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, out.url, strings.NewReader(out.body))
	if err != nil {
		return err.Error(), false
	}
	stamp := strconv.FormatInt(s.now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "school-system-sandbox")
	request.Header.Set("Webhook-Id", out.message)
	request.Header.Set("Webhook-Timestamp", stamp)
	request.Header.Set("Webhook-Signature", signature(out.secret, out.message, stamp, out.body))
	response, err := s.receivers.RoundTrip(request)
	if err != nil {
		return err.Error(), false
	}
	// Only the receiver's status counts.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxBody))
	_ = response.Body.Close()
	return response.Status, response.StatusCode/100 == 2
}

// signature signs as the specification at standardwebhooks.com requires.
func signature(secret, message, stamp, body string) string {
	// AddWebhook made the secret.
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message + "." + stamp + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// report sends a change to every webhook address of the school. It waits for none of them, and an error here
// does not undo the change.
func (s *Sandbox) report(ctx context.Context, schoolCode, kind string, data any) {
	var made []int64
	addresses, err := collect[int64](s.sql[sqlWebhookIDs].QueryContext(ctx, schoolCode))
	if err == nil && len(addresses) > 0 {
		made, err = s.keepDeliveries(ctx, schoolCode, addresses, kind, data)
	}
	if err != nil {
		s.options.Logger.ErrorContext(ctx, "sandbox: a change could not be reported", "error", err)
	}
	for _, id := range made {
		s.begin(func() { s.deliver(id) })
	}
}

// resumeDeliveries schedules the deliveries that were waiting when the service ended.
func (s *Sandbox) resumeDeliveries(ctx context.Context) error {
	type waiting struct{ ID, Next int64 }
	found, err := collect[waiting](s.db.QueryContext(ctx,
		`SELECT json_object('id', id, 'next', next_at) FROM webhook_deliveries WHERE state = ?1`, DeliveryWaiting))
	if err != nil {
		return fmt.Errorf("resume deliveries: %w", err)
	}
	for _, one := range found {
		s.deliverAfter(time.UnixMilli(one.Next).Sub(s.now()), one.ID)
	}
	return nil
}

// SendTestEvent sends an event without a change to every webhook address of the school.
func (s *Sandbox) SendTestEvent(ctx context.Context, schoolCode string) error {
	if _, err := s.schoolByCode(ctx, schoolCode); err != nil {
		return err
	}
	s.report(ctx, schoolCode, EventTest, map[string]any{})
	return nil
}

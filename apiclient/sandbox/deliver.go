package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The kinds of events.
const (
	EventTest       = "test"
	EventAttendance = "attendance.daily.changed"
	EventStudents   = "students.changed"
)

// RetryWaits are the waits before each retry of a failed delivery. After the last the service gives up.
func RetryWaits() []time.Duration {
	return []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour}
}

// deliveryLimit is the time that a receiver has to answer.
const deliveryLimit = 10 * time.Second

// event is the body of a delivery, as JSON.
type event struct {
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	Time       time.Time `json:"time"`
	SchoolCode string    `json:"schoolCode"`
	Data       any       `json:"data"`
}

// report sends a change to every webhook address of the school. It waits for none of them, and an error here
// does not undo the change.
func (s *Sandbox) report(schoolCode, kind string, data any) {
	made, err := of(s, schoolCode, func(at *school) (made []string, err error) {
		now := s.now()
		for _, to := range slices.Clone(at.webhooks) {
			message := "msg_" + rand.Text()
			body, err := json.Marshal(event{message, kind, now, schoolCode, data})
			if err != nil {
				return made, err
			}
			delivery := Delivery{Message: message, Webhook: to.ID, URL: to.URL, Event: kind, Body: string(body),
				State: DeliveryWaiting, Created: now, Next: now}
			if err := s.make(at, change{Delivery: &delivery}); err != nil {
				return made, err
			}
			made = append(made, message)
		}
		return made, nil
	})
	if err != nil {
		s.options.Logger.Error("sandbox: a change could not be reported", "error", err)
	}
	for _, message := range made {
		s.deliverAfter(0, schoolCode, message)
	}
}

// SendTestEvent sends an event without a change to every webhook address of the school.
func (s *Sandbox) SendTestEvent(schoolCode string) error {
	if _, err := s.Webhooks(schoolCode); err != nil {
		return err
	}
	s.report(schoolCode, EventTest, map[string]any{})
	return nil
}

// begin runs f in a goroutine that Close waits for. It does nothing after Close.
func (s *Sandbox) begin(f func()) {
	s.life.Lock()
	defer s.life.Unlock()
	if !s.closed() {
		s.work.Go(f)
	}
}

func (s *Sandbox) deliverAfter(wait time.Duration, schoolCode, message string) {
	attempt := func() {
		s.begin(func() {
			if err := s.attempt(schoolCode, message); err != nil && !s.closed() {
				s.options.Logger.Error("sandbox: a delivery could not be kept", "error", err)
			}
		})
	}
	if wait <= 0 {
		attempt()
		return
	}
	s.options.After(wait, attempt)
}

// attempt makes one attempt to deliver, and schedules the next when it fails.
func (s *Sandbox) attempt(schoolCode, message string) error {
	var secret string
	delivery, err := of(s, schoolCode, func(at *school) (found Delivery, err error) {
		for _, one := range at.deliveries {
			if one.Message == message {
				found = *one
			}
		}
		for _, one := range at.webhooks {
			if one.ID == found.Webhook {
				secret = one.secret
			}
		}
		return found, nil
	})
	if err != nil || delivery.State != DeliveryWaiting {
		return err
	}
	ctx, cancel := context.WithTimeout(s.ending, deliveryLimit)
	defer cancel()
	answer, delivered := s.send(ctx, delivery, secret)
	if s.closed() {
		// The delivery waits for the next start.
		return nil
	}
	waits := RetryWaits()
	var wait time.Duration
	switch {
	case delivered:
		delivery.State = DeliveryDelivered
	case delivery.Attempts == len(waits):
		delivery.State = DeliveryGivenUp
	default:
		wait = waits[delivery.Attempts]
	}
	delivery.Attempts++
	delivery.Answer, delivery.Next = answer, s.now().Add(wait)
	_, err = of(s, schoolCode, func(at *school) (any, error) {
		if !slices.ContainsFunc(at.webhooks, func(one Webhook) bool { return one.ID == delivery.Webhook }) {
			return nil, nil // it was removed
		}
		return nil, s.make(at, change{Delivery: &delivery})
	})
	if err == nil && wait > 0 {
		s.deliverAfter(wait, schoolCode, message)
	}
	return err
}

// send makes the request with a fresh signature, since each attempt has its own time. It follows no
// redirects.
func (s *Sandbox) send(ctx context.Context, out Delivery, secret string) (answer string, delivered bool) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, out.URL, strings.NewReader(out.Body))
	if err != nil {
		return err.Error(), false
	}
	stamp := strconv.FormatInt(s.now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "school-system-sandbox")
	request.Header.Set("Webhook-Id", out.Message)
	request.Header.Set("Webhook-Timestamp", stamp)
	request.Header.Set("Webhook-Signature", signature(secret, out.Message, stamp, out.Body))
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

// resumeDeliveries schedules the deliveries that were waiting when the service ended.
func (s *Sandbox) resumeDeliveries() error {
	type waiting struct {
		school, message string
		next            time.Time
	}
	var all []waiting
	err := s.data.locked(func(state *state) error {
		for _, at := range state.schools {
			for _, one := range at.deliveries {
				if one.State == DeliveryWaiting {
					all = append(all, waiting{at.Code, one.Message, one.Next})
				}
			}
		}
		return nil
	})
	for _, one := range all {
		s.deliverAfter(one.next.Sub(s.now()), one.school, one.message)
	}
	return err
}

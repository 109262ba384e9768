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
	made, err := of(s, schoolCode, func(at *school) (made []Delivery, err error) {
		now := s.now()
		for _, to := range slices.Clone(at.webhooks) {
			message := "msg_" + rand.Text()
			body, err := json.Marshal(event{message, kind, now, schoolCode, data})
			if err != nil {
				return made, err
			}
			delivery := Delivery{Message: message, Webhook: to.ID, URL: to.URL, Event: kind, Body: string(body),
				State: DeliveryWaiting, Created: now, Next: now, School: schoolCode}
			if err := s.make(at.School, change{Delivery: &delivery}); err != nil {
				return made, err
			}
			made = append(made, delivery)
		}
		return made, nil
	})
	s.deliver(made, err)
}

// SendTestEvent sends an event without a change to every webhook address of the school.
func (s *Sandbox) SendTestEvent(schoolCode string) error {
	if _, err := s.Webhooks(schoolCode); err != nil {
		return err
	}
	s.report(schoolCode, EventTest, map[string]any{})
	return nil
}

// deliver makes the deliveries, each in a goroutine that Close waits for. It does nothing after Close.
func (s *Sandbox) deliver(all []Delivery, err error) {
	if err != nil {
		s.options.Logger.Error("sandbox: a change could not be reported", "error", err)
	}
	s.life.Lock()
	defer s.life.Unlock()
	for _, one := range all {
		if !s.closed() {
			s.work.Go(func() { s.attempt(one) })
		}
	}
}

// attempt sends a delivery when it is due, until it is taken, given up, or its address is removed.
func (s *Sandbox) attempt(delivery Delivery) {
	waits := RetryWaits()
	for delivery.State == DeliveryWaiting && s.wait(delivery.Next.Sub(s.now())) {
		secret, err := of(s, delivery.School, func(at *school) (string, error) { return at.secret(delivery.Webhook) })
		if err != nil {
			return
		}
		answer, delivered := s.send(delivery, secret)
		if s.closed() {
			// The delivery waits for the next start.
			return
		}
		delivery.Answer, delivery.Next = answer, s.now()
		switch {
		case delivered:
			delivery.State = DeliveryDelivered
		case delivery.Attempts == len(waits):
			delivery.State = DeliveryGivenUp
		default:
			delivery.Next = delivery.Next.Add(waits[delivery.Attempts])
		}
		delivery.Attempts++
		kept := delivery
		_, err = of(s, delivery.School, func(at *school) (any, error) {
			return nil, s.make(at.School, change{Delivery: &kept})
		})
		if err != nil {
			s.options.Logger.Error("sandbox: a delivery could not be kept", "error", err)
		}
	}
}

// send makes the request with a fresh signature, since each attempt has its own time. It follows no
// redirects.
func (s *Sandbox) send(out Delivery, secret string) (answer string, delivered bool) {
	ctx, cancel := context.WithTimeout(s.ending, deliveryLimit)
	defer cancel()
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

// resumeDeliveries continues the deliveries that were waiting when the service ended.
func (s *Sandbox) resumeDeliveries() {
	var all []Delivery
	err := s.data.locked(func(state *state) error {
		for _, at := range state.schools {
			for _, one := range at.deliveries {
				all = append(all, *one)
			}
		}
		return nil
	})
	s.deliver(all, err)
}

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
	"net/url"
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

// Webhook is an address that receives reports of changes.
type Webhook struct {
	ID      int64
	URL     string
	Created time.Time
	secret  string
}

// LastFour returns the last characters of the secret. AddWebhook shows the secret once.
func (w Webhook) LastFour() string { return w.secret[len(w.secret)-4:] }

// The states of a delivery.
const (
	DeliveryWaiting   = "waiting"   // it is under way, or is tried again at Next
	DeliveryDelivered = "delivered" // it was answered with 2xx
	DeliveryGivenUp   = "given up"  // every attempt failed
)

// Delivery is one event on its way to one address.
type Delivery struct {
	// Message is its id. School is the school's code, Webhook the id of the address.
	Message string
	School  string
	Webhook int64
	URL     string
	Event   string
	Body    string
	State   string
	// Attempts counts the tries. Answer is the result of the last: a status, or the reason why there was
	// none.
	Attempts int
	Answer   string
	Created  time.Time
	// Next is the time of the next try while the delivery waits.
	Next time.Time
}

// The service's document only mentions that webhooks exist and are configured here (section 6). The events,
// their fields, the signature and the retries are the sandbox's own INVENTION.

// MaxWebhooks is the number of webhook addresses that a school may have.
const MaxWebhooks = 5

const maxWebhookURL = 500

// AddWebhook reports changes of the school to an http or https address from now on. It returns the signing
// secret (Standard Webhooks: whsec_ and base64), which is never shown again. It returns KindInvalid for an
// unusable address or one too many, KindNotFound for an unknown school.
func (s *Sandbox) AddWebhook(schoolCode, address string) (secret string, err error) {
	target, err := url.Parse(address)
	isWeb := err == nil && (target.Scheme == "http" || target.Scheme == "https") && target.Host != "" && target.User == nil
	if !isWeb || len(address) > maxWebhookURL {
		return "", invalid("a webhook address begins with http:// or https:// and names a host")
	}
	value := make([]byte, 24)
	// rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(value)
	return of(s, schoolCode, func(at *school) (string, error) {
		if len(at.webhooks) >= MaxWebhooks {
			return "", invalid("a school has at most %d webhook addresses: remove one first", MaxWebhooks)
		}
		secret := "whsec_" + base64.StdEncoding.EncodeToString(value)
		return secret, s.make(at.School, change{Webhook: &addedHook{URL: address, Secret: secret}})
	})
}

// Webhooks returns the webhook addresses of the school, oldest first.
func (s *Sandbox) Webhooks(schoolCode string) ([]Webhook, error) {
	return of(s, schoolCode, func(at *school) ([]Webhook, error) { return slices.Clone(at.webhooks), nil })
}

// RemoveWebhook removes the address and its waiting deliveries. It returns KindNotFound for an address that
// the school does not have.
func (s *Sandbox) RemoveWebhook(schoolCode string, id int64) error {
	_, err := of(s, schoolCode, func(at *school) (any, error) {
		if _, err := at.secret(id); err != nil {
			return nil, err
		}
		return nil, s.make(at.School, change{Unhooked: id})
	})
	return err
}

// shownDeliveries limits the listed deliveries.
const shownDeliveries = 10

// Deliveries lists the school's last 10 deliveries, newest first.
func (s *Sandbox) Deliveries(schoolCode string) ([]Delivery, error) {
	return of(s, schoolCode, func(at *school) ([]Delivery, error) {
		var last []Delivery
		for _, one := range at.deliveries[max(0, len(at.deliveries)-shownDeliveries):] {
			last = append(last, *one)
		}
		slices.Reverse(last)
		return last, nil
	})
}

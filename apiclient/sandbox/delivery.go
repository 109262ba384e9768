package sandbox

import (
	"time"
)

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

package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"net/url"
	"slices"
)

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

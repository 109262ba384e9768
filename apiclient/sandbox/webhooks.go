package sandbox

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
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
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM webhook_addresses WHERE school = ?1`, owner.id).Scan(&kept); err != nil {
			return fmt.Errorf("count addresses: %w", err)
		}
		if kept >= MaxWebhooks {
			return errorf(KindInvalid, "a school has at most %d webhook addresses: remove one first", MaxWebhooks)
		}
		return tx.QueryRowContext(ctx, `INSERT INTO webhook_addresses (school, url, secret, created_at) VALUES (?1, ?2, ?3, ?4) RETURNING id`,
			owner.id, address, secret, made.Created.UnixMilli()).Scan(&made.ID)
	})
	if err != nil {
		return Webhook{}, "", err
	}
	return made, secret, nil
}

func checkWebhookURL(address string) error {
	target, err := url.Parse(address)
	switch {
	case err != nil, len(address) > maxWebhookURL, target.Scheme != "http" && target.Scheme != "https", target.Host == "", target.User != nil:
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

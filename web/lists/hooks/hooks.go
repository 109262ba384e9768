package hooks

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/schools"
	"rollbook/web/vault"
)

// Hooks receives webhooks. It is safe for concurrent use.
type Hooks struct {
	store *store.Store
	vault *vault.Vault
	hints *hints
	clock func() time.Time
	// record gets the refused deliveries.
	record *events.Record
	log    *slog.Logger
	// stranger is a random secret for schools without one, so that refusals take as long for them.
	stranger []byte

	// kept counts the stored deliveries of each school. Further ones still count as hints.
	kept *limits.Tries
}

// New makes a Hooks that calls readAgain to read a school's lists again. Run must be running.
func New(store *store.Store, vault *vault.Vault, readAgain func(context.Context, roll.SchoolID) error,
	clock func() time.Time, record *events.Record, log *slog.Logger) *Hooks {
	return &Hooks{
		store: store, vault: vault, hints: newHints(readAgain, log), clock: clock, record: record, log: log,
		stranger: []byte(rand.Text()), kept: limits.NewTries(limits.Delivery),
	}
}

// Run reads schools' lists again after hints, until the context ends.
func (h *Hooks) Run(ctx context.Context) { h.hints.run(ctx) }

// Result is the outcome of a delivery.
type Result string

// The results.
const (
	// Refused: it has no valid signature in time. Its content was not read.
	Refused Result = "refused"
	// Replayed: the very same delivery was accepted before.
	Replayed Result = "replayed"
	// Unreadable: it is signed but nested too deeply, or has too many values.
	Unreadable Result = "unreadable"
	// Accepted: it is signed. A new one is stored.
	Accepted Result = "accepted"
)

// Receive handles a delivery to the school's address. Its errors come from the store.
func (h *Hooks) Receive(ctx context.Context, school roll.SchoolID, header http.Header, body []byte) (Result, error) {
	signing, secrets, err := h.secretsOf(ctx, school)
	if err != nil {
		return "", err
	}
	now := h.clock()
	found, valid := verify(signing, secrets, header, body, now)
	switch {
	case !valid && bytes.Equal(secrets[0], h.stranger):
		// The name of a school that does not exist is not logged: it is typed text.
		return Refused, nil
	case !valid:
		h.record.Refused(ctx, "webhook-refused", events.About{School: school, Reason: "signature"})
		return Refused, nil
	}
	understood, tooDeep := inspect(body)
	if tooDeep {
		return Unreadable, nil
	}
	event := roll.WebhookEvent{ReceivedAt: now, Message: found.name, Size: len(body), Body: excerpt(body),
		Understood: understood}
	if h.kept.Count(limits.Client(school), now) > 0 {
		h.hints.hint(school)
		return Accepted, nil
	}
	taken, err := h.store.TakeMessage(ctx, school, found.sentAt, found.until, event)
	if err != nil {
		return "", fmt.Errorf("keep what school %s reports: %w", school, err)
	}
	switch {
	case taken == schools.ReceivedReplay:
		return Replayed, nil
	case taken == schools.ReceivedNew && understood:
		h.hints.hint(school)
	case taken == schools.ReceivedNew:
		h.log.WarnContext(ctx, "a webhook reported an unknown event", "school", school, "bytes",
			len(body))
	}
	return Accepted, nil
}

// secretsOf returns the signing of the school's system, and its secrets. For an unknown school, or one
// without secrets, it returns the random secret.
func (h *Hooks) secretsOf(ctx context.Context, school roll.SchoolID) (roll.Signing, [][]byte, error) {
	signing, err := h.Signing(ctx, school)
	if err != nil {
		return signing, nil, err
	}
	sealed, err := h.store.WebhookSecrets(ctx, school)
	if err != nil {
		return signing, nil, fmt.Errorf("find the secrets of school %s: %w", school, err)
	}
	var secrets [][]byte
	for _, one := range sealed {
		opened, err := h.vault.Open(school, one.Sealed)
		if err != nil {
			h.log.ErrorContext(ctx, "cannot decrypt a webhook secret", "school", school, "error", err)
			continue
		}
		if value, ok := secretBytes(signing, opened.Reveal()); ok {
			secrets = append(secrets, value)
		}
	}
	if len(secrets) == 0 {
		secrets = [][]byte{h.stranger}
	}
	return signing, secrets, nil
}

// Signing returns the signing of the school's system, by default Standard Webhooks.
func (h *Hooks) Signing(ctx context.Context, school roll.SchoolID) (roll.Signing, error) {
	text, err := h.store.WebhookScheme(ctx, school)
	if err != nil || text == "" {
		return roll.StandardWebhooks(), err
	}
	var signing roll.Signing
	if err := json.Unmarshal([]byte(text), &signing); err != nil {
		return signing, fmt.Errorf("read how school %s signs: %w", school, err)
	}
	return signing, nil
}

// SetSigning stores how the school's system signs. It returns roll.Meaningless for invalid settings.
func (h *Hooks) SetSigning(ctx context.Context, school roll.SchoolID, signing roll.Signing) error {
	if problem := signing.Check(); problem != "" {
		return roll.Problem(roll.Meaningless, problem)
	}
	text, err := json.Marshal(signing)
	if err != nil {
		return fmt.Errorf("write how school %s signs: %w", school, err)
	}
	return h.store.SetWebhookScheme(ctx, school, string(text))
}

// Secrets describes the school's secrets, oldest first.
func (h *Hooks) Secrets(ctx context.Context, school roll.SchoolID) ([]roll.WebhookSecret, error) {
	sealed, err := h.store.WebhookSecrets(ctx, school)
	if err != nil {
		return nil, err
	}
	secrets := make([]roll.WebhookSecret, len(sealed))
	for i, one := range sealed {
		secrets[i] = roll.WebhookSecret{ID: one.ID, LastFour: one.LastFour, AddedAt: one.AddedAt}
	}
	return secrets, nil
}

// errSecret is returned for a text that cannot be a secret.
var errSecret = errors.New("the secret is too short, or not written as the school's settings say")

// AddSecret stores another secret that an admin typed, and never shows it again. It returns roll.Meaningless
// for one that is too short or not encoded as Signing.Written requires.
func (h *Hooks) AddSecret(ctx context.Context, school roll.SchoolID, typed string) error {
	signing, err := h.Signing(ctx, school)
	if err != nil {
		return err
	}
	typed = strings.TrimSpace(typed)
	if _, ok := secretBytes(signing, typed); !ok {
		return roll.Problem(roll.Meaningless, "webhooks.bad_secret").Because(errSecret)
	}
	return h.store.AddWebhookSecret(ctx, school,
		schools.Key{Sealed: h.vault.Seal(school, typed), LastFour: typed[max(0, len(typed)-4):]})
}

// RemoveSecret deletes a secret.
func (h *Hooks) RemoveSecret(ctx context.Context, school roll.SchoolID, id string) error {
	return h.store.RemoveWebhookSecret(ctx, school, id)
}

// Events returns the reports of the school's system, the latest first.
func (h *Hooks) Events(ctx context.Context, school roll.SchoolID) ([]roll.WebhookEvent, error) {
	return h.store.WebhookEvents(ctx, school)
}

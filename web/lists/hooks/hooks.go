package hooks

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Hooks takes what schools' systems report. It is safe for concurrent use.
type Hooks struct {
	store *store.Store
	vault *vault.Vault
	hints *hints
	clock func() time.Time
	log   *slog.Logger
	// stranger is a secret that nobody has: for schools that have none, so that they
	// are refused like those that have one.
	stranger []byte

	mu    sync.Mutex
	began time.Time
	kept  map[roll.SchoolID]int
}

// New takes hints to have readAgain read a school's lists again; Run has to run.
func New(store *store.Store, vault *vault.Vault, readAgain func(context.Context, roll.SchoolID) error, clock func() time.Time, log *slog.Logger) *Hooks {
	return &Hooks{
		store: store, vault: vault, hints: newHints(readAgain, log), clock: clock, log: log,
		stranger: []byte(rand.Text()), kept: make(map[roll.SchoolID]int),
	}
}

// Run reads again what schools' systems hinted at, until the context ends.
func (h *Hooks) Run(ctx context.Context) { h.hints.run(ctx) }

// Result is the outcome of a delivery.
type Result string

// The results.
const (
	// Refused: no secret of such a school signed it in time. Nothing of it was read.
	Refused Result = "refused"
	// Replayed: the very same delivery was taken before.
	Replayed Result = "replayed"
	// Unreadable: it is signed, and nested deeper than anybody means.
	Unreadable Result = "unreadable"
	// Accepted: it is signed, and taken if it is new.
	Accepted Result = "accepted"
)

// Receive takes a delivery to the school's address. The error is the store's.
func (h *Hooks) Receive(ctx context.Context, school roll.SchoolID, header http.Header, body []byte) (Result, error) {
	signing, secrets, err := h.secretsOf(ctx, school)
	if err != nil {
		return "", err
	}
	now := h.clock()
	found, valid := verify(signing, secrets, header, body, now)
	switch {
	case !valid:
		return Refused, nil
	case tooDeep(body):
		return Unreadable, nil
	}
	event := roll.WebhookEvent{ReceivedAt: now, Message: found.name, Size: len(body), Body: excerpt(body), Understood: understood(body)}
	if !h.mayKeep(school, now) {
		h.hints.hint(school)
		return Accepted, nil
	}
	taken, err := h.store.TakeMessage(ctx, school, found.sentAt, found.until, event)
	if err != nil {
		return "", fmt.Errorf("keep what school %s reports: %w", school, err)
	}
	switch {
	case taken == store.TakenReplay:
		return Replayed, nil
	case taken == store.TakenNow && event.Understood:
		h.hints.hint(school)
	case taken == store.TakenNow:
		h.log.WarnContext(ctx, "a school's system reports something that is not understood", "school", school, "bytes", len(body))
	}
	return Accepted, nil
}

// mostKept limits the deliveries of a school that are kept a minute. More are hints all the
// same: what they say is not needed, and people could not read it.
const mostKept = 100

func (h *Hooks) mayKeep(school roll.SchoolID, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now.Sub(h.began).Abs() >= time.Minute {
		h.began = now
		clear(h.kept)
	}
	h.kept[school]++
	return h.kept[school] <= mostKept
}

// secretsOf returns the signing of the school's system, and its secrets. A school that is
// not there or takes nothing has the secret that nobody has.
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
			h.log.ErrorContext(ctx, "a webhook secret does not open", "school", school, "error", err)
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

// Signing returns the signing of the school's system; Standard Webhooks where nobody set it.
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

// SetSigning stores how the school's system signs. What cannot be meant is a
// roll.Meaningless.
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

// Secrets tells of the school's secrets, oldest first.
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

// errSecret refuses a text that cannot be a secret.
var errSecret = errors.New("the secret is too short, or not written as the school's settings say")

// AddSecret keeps a further secret as an admin typed it, and never repeats it. One that
// is too short, or not written as Signing.Written says, is a roll.Meaningless.
func (h *Hooks) AddSecret(ctx context.Context, school roll.SchoolID, typed string) error {
	signing, err := h.Signing(ctx, school)
	if err != nil {
		return err
	}
	typed = strings.TrimSpace(typed)
	if _, ok := secretBytes(signing, typed); !ok {
		return roll.Problem(roll.Meaningless, "webhooks.bad_secret").Because(errSecret)
	}
	return h.store.AddWebhookSecret(ctx, school, store.Key{Sealed: h.vault.Seal(school, typed), LastFour: typed[max(0, len(typed)-4):]})
}

// RemoveSecret forgets a secret.
func (h *Hooks) RemoveSecret(ctx context.Context, school roll.SchoolID, id string) error {
	return h.store.RemoveWebhookSecret(ctx, school, id)
}

// Events returns the reports of the school's system, the last one first.
func (h *Hooks) Events(ctx context.Context, school roll.SchoolID) ([]roll.WebhookEvent, error) {
	return h.store.WebhookEvents(ctx, school)
}

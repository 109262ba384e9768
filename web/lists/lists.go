// Package lists is the room of the school's lists: rosters, files and webhooks.
package lists

import (
	"context"
	"log/slog"
	"time"

	"rollbook/web/connecting/services"
	"rollbook/web/events"
	"rollbook/web/language"
	"rollbook/web/lists/drafts"
	"rollbook/web/lists/hooks"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Lists contains the lists of a school, uploaded files that wait for a confirmation, and webhooks.
type Lists struct {
	Rosters *rosters.Rosters
	Drafts  *drafts.Drafts
	Hooks   *hooks.Hooks
}

// New makes the room. ReadAgain reads a school's data again after a webhook.
func New(store *store.Store, vault *vault.Vault, service *services.Services, words *language.Catalogue,
	readAgain func(context.Context, roll.SchoolID) error, clock func() time.Time, record *events.Record,
	log *slog.Logger) (*Lists, error) {
	read, err := rosters.New(store, service, services.Problem, words, clock, log)
	if err != nil {
		return nil, err
	}
	return &Lists{read, drafts.New(store, vault, clock), hooks.New(store, vault, readAgain, clock, record, log)}, nil
}

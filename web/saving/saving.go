// Package saving is the room of saves: accepting them, and sending them until they are settled.
package saving

import (
	"log/slog"
	"time"

	"rollbook/web/connecting/services"
	"rollbook/web/lists/rosters"
	"rollbook/web/live"
	"rollbook/web/saving/sender"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Saving contains the parts that accept saves and send them.
type Saving struct {
	Sender      *sender.Sender
	Submissions *submission.Submissions
}

// New makes the room. Counted is the store that counts the sender's writes.
func New(store *store.Store, counted sender.Store, services *services.Services, rosters *rosters.Rosters,
	hub *live.Hub, clock func() time.Time, log *slog.Logger) *Saving {
	send := sender.New(counted, services, hub, log)
	return &Saving{send, submission.New(rosters, store, send, hub, clock)}
}

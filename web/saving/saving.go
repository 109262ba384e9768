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

// New makes the room. Counts follows what the sender stores.
func New(store *store.Store, services *services.Services, rosters *rosters.Rosters, hub *live.Hub,
	counts sender.Counts, clock func() time.Time, log *slog.Logger) *Saving {
	send := sender.New(store, services, hub, counts, log)
	return &Saving{send, submission.New(rosters, store, send, hub, clock)}
}

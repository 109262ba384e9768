// Package office is the room of the office's day.
package office

import (
	"log/slog"
	"time"

	"rollbook/web/connecting/services"
	"rollbook/web/lists/rosters"
	"rollbook/web/live"
	"rollbook/web/office/absences"
	"rollbook/web/office/boards"
	"rollbook/web/office/comparing"
	"rollbook/web/office/exports"
	"rollbook/web/office/notices"
	"rollbook/web/office/strips"
	"rollbook/web/saving/sender"
	"rollbook/web/store"
	"rollbook/web/vault"
)

// Office contains the boards of the day, their comparison with the school system, known absences, exports, and notices
// by mail.
type Office struct {
	Absences  *absences.Absences
	Comparing *comparing.Comparing
	Strips    *strips.Strips
	Boards    *boards.Boards
	Exports   *exports.Exports
	// Mail and Notices are nil without a mail server.
	Mail    *notices.Mail
	Notices *notices.Notices
}

// New makes the room. Mail is nil without a mail server.
func New(store *store.Store, services *services.Services, rosters *rosters.Rosters, mail *notices.Mail, hub *live.Hub,
	vault *vault.Vault, clock func() time.Time, log *slog.Logger) (*Office, error) {
	marks, err := strips.New(store)
	if err != nil {
		return nil, err
	}
	room := &Office{Strips: marks, Mail: mail,
		Comparing: comparing.New(services, rosters, store, sender.Means, hub, clock, log)}
	room.Absences = absences.New(store, vault, hub, clock)
	room.Exports = exports.New(store, room.Absences)
	room.Boards = boards.New(store, rosters, room.Comparing, hub, clock, log)
	if mail != nil {
		room.Notices = notices.New(store, mail, log)
	}
	return room, nil
}

// Close ends the room's work.
func (o *Office) Close() {
	o.Boards.Close()
	o.Comparing.Close()
	o.Strips.Close()
}

// Package notices sends a school's admins one message for each trouble: the key is refused, the school system
// is down, or marks have stopped.
package notices

import (
	"context"
	"log/slog"
	"time"

	"rollbook/web/roll"
)

const (
	// lookEvery is the interval of checks for troubles.
	lookEvery = 20 * time.Second
	// againAfter is the pause after a failed notice.
	againAfter = 5 * time.Minute
)

// Store finds troubles and records the notices about them.
type Store interface {
	Troubles(ctx context.Context) ([]roll.Trouble, error)
	TakeNotice(ctx context.Context, trouble roll.Trouble) (taken bool, err error)
	GiveNoticeBack(ctx context.Context, trouble roll.Trouble) error
	Admins(ctx context.Context, school roll.SchoolID) ([]roll.Reader, error)
}

// Post sends a message to people, in the language with the tag.
type Post interface {
	Send(ctx context.Context, to []string, tag string, trouble roll.Trouble) error
}

// Notices sends notices about troubles. Make one with New and run it once.
type Notices struct {
	store Store
	post  Post
	log   *slog.Logger
	// quietUntil is the end of the pause after a failure of the post.
	quietUntil time.Time
}

// New makes a Notices that sends the store's troubles by the post.
func New(store Store, post Post, log *slog.Logger) *Notices {
	return &Notices{store: store, post: post, log: log}
}

// Run watches until the context ends.
func (n *Notices) Run(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			if now.Before(n.quietUntil) {
				continue
			}
			if err := n.notify(ctx); err != nil && ctx.Err() == nil {
				n.quietUntil = now.Add(againAfter)
				n.log.ErrorContext(ctx, "could not notify the admins", "error", err)
			}
		}
	}
}

// notify sends a notice about every new trouble.
func (n *Notices) notify(ctx context.Context) error {
	troubles, err := n.store.Troubles(ctx)
	if err != nil {
		return err
	}
	for _, trouble := range troubles {
		taken, err := n.store.TakeNotice(ctx, trouble)
		if err != nil {
			return err
		}
		if !taken {
			continue
		}
		if err := n.send(ctx, trouble); err != nil {
			return err
		}
	}
	return nil
}

func (n *Notices) send(ctx context.Context, trouble roll.Trouble) error {
	to, err := n.store.Admins(ctx, trouble.School)
	byLanguage := make(map[string][]string)
	for _, reader := range to {
		byLanguage[reader.Language] = append(byLanguage[reader.Language], reader.Email)
	}
	for tag, readers := range byLanguage {
		if err == nil {
			err = n.post.Send(ctx, readers, tag, trouble)
		}
	}
	if err != nil {
		if back := n.store.GiveNoticeBack(context.WithoutCancel(ctx), trouble); back != nil {
			return back
		}
		return err
	}
	n.log.InfoContext(ctx, "admins notified", "school", trouble.School, "kind", trouble.Kind, "people",
		len(to))
	return nil
}

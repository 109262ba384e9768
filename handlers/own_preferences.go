package handlers

import (
	"context"

	"rollbook/web/roll"
)

// Preferences keeps what a person chose for herself.
type Preferences interface {
	SetPreferences(ctx context.Context, id roll.PersonID, singleKeys, others bool) error
	SetCoverPreferences(ctx context.Context, person roll.PersonID, singleKeys, others bool) error
}

// prefer keeps what the visitor chose: a cover's ends with the link.
func (v *visit) prefer(store Preferences, singleKeys, others bool) error {
	if v.cover != nil {
		return store.SetCoverPreferences(v.ctx, v.person.ID, singleKeys, others)
	}
	return store.SetPreferences(v.ctx, v.person.ID, singleKeys, others)
}

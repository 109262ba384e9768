package visit

import (
	"context"

	"rollbook/web/roll"
)

// Preferences keeps what a person chose for herself.
type Preferences interface {
	SetPreferences(ctx context.Context, id roll.PersonID, singleKeys, others bool) error
	SetCoverPreferences(ctx context.Context, person roll.PersonID, singleKeys, others bool) error
}

// Prefer keeps what the visitor chose: a cover's ends with the link.
func (v *Visit) Prefer(store Preferences, singleKeys, others bool) error {
	if v.Cover != nil {
		return store.SetCoverPreferences(v.Ctx, v.Person.ID, singleKeys, others)
	}
	return store.SetPreferences(v.Ctx, v.Person.ID, singleKeys, others)
}

package connecting

import (
	"context"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/roll"
)

// kept describes a save that is not in the school system.
func kept(v *visit.Visit, save roll.Save) connecting.Kept {
	save.ClassName = naming.SavedFor(v, save)
	return connecting.Kept{Save: save, Byline: visit.Byline(v.Words, save.By)}
}

// pending reads the marks with the outcomes (visit.Check).
func (b base) pending(v *visit.Visit, outcomes ...roll.Outcome) []roll.PendingMark {
	return visit.Read(v, func(ctx context.Context, school roll.SchoolID) ([]roll.PendingMark, error) {
		return b.store.Pending(ctx, school, outcomes...)
	})
}

// backlog counts the marks that wait (visit.Check).
func (b base) backlog(v *visit.Visit) roll.Backlog {
	return visit.Read(v, func(ctx context.Context, school roll.SchoolID) (roll.Backlog, error) {
		return b.store.Backlog(ctx, 0, school)
	})
}

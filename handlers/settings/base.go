package settings

import (
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/web/lists/rosters"
	"rollbook/web/paths"
	"rollbook/web/store"
)

// base is behind most pages of this package.
type base struct {
	pages   *visit.Pages
	store   *store.Store
	rosters *rosters.Rosters
}

// page returns a page of the settings.
func (b base) page(v *visit.Visit) layout.Page { return b.pages.OfficePage(v, "", layout.NavSettings) }

// changed redirects to the part of the settings after a change, or shows again what can be corrected there
// (visit.After).
func (b base) changed(v *visit.Visit, err error, part, said string, page func(*visit.Visit) error) error {
	return visit.After(v, err, b.pages.Paths.To(paths.Settings, v.School.ID, part), said, page)
}

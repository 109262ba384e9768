package visit

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/session"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// coverUseEvery is the shortest time between two records of a link's use.
const coverUseEvery = time.Minute

// cover is the Bounds of a person who takes one roll through a link.
type cover struct {
	roll.Cover
	store *store.Store
}

// coverOf returns the person who typed a name at a link. All users of one link share its limit of streams,
// since they can type any number of names.
func (s *Visitors) coverOf(c echo.Context, current session.Current) (Identity, error) {
	found, err := s.store.Cover(c.Request().Context(), current.Person)
	if roll.KindOf(err) == roll.NotFound {
		return Identity{}, errSignIn
	}
	if err != nil {
		return Identity{}, err
	}
	return Identity{
		Person:      roll.Person{ID: found.Person, Name: found.Name, Preferences: found.Preferences},
		Memberships: []roll.Membership{{School: found.Link.School, Role: roll.Covering}},
		Account:     "cover " + string(found.Link.ID), Home: CoverRoll(s.pages.Paths, found.Link),
		Bounds: cover{found, s.store},
	}, nil
}

// CoverRoll returns the address of the link's roll.
func CoverRoll(at paths.Paths, link roll.CoverLink) string {
	return at.To(paths.Roll, link.School,
		paths.RollQuery{Period: string(link.Period), Class: string(link.Class), Date: string(link.Date)})
}

// CoverEnded returns the error for a link that has ended.
func CoverEnded(link roll.CoverLink, since time.Time) *EndedError {
	return &EndedError{School: link.School, Since: since}
}

// Admit checks whether the link is still valid. Saves accepted before its end are still sent.
func (c cover) Admit(ctx context.Context, now time.Time, background bool) *EndedError {
	if since, ended := c.Link.Ended(now); ended {
		return CoverEnded(c.Link, since)
	}
	if now.Sub(c.UsedAt) < coverUseEvery || background {
		return nil
	}
	// A failure here does not matter: the next use is recorded again.
	_ = c.store.NoteCoverUse(ctx, c.Person, now)
	return nil
}

// Within restricts the form to the one roll of the link. Every field that identifies a roll must match.
// Missing ones are filled in. The role decides which pages a cover may request at all.
func (c cover) Within(_ *Visit, form url.Values) error {
	return holdTo(form, map[string]string{"period": string(c.Link.Period), "class": string(c.Link.Class),
		"date": string(c.Link.Date)})
}

// holdTo requires these values in the fields of a form that identify a roll, and fills in missing ones.
func holdTo(form url.Values, fields map[string]string) error {
	if form == nil {
		return echo.ErrNotFound
	}
	for name, own := range fields {
		if slices.ContainsFunc(form[name], func(given string) bool { return given != own }) {
			return echo.ErrNotFound
		}
		if len(form[name]) == 0 {
			form.Set(name, own)
		}
	}
	return nil
}

// MaySave returns true: the person typed a name.
func (cover) MaySave() bool { return true }

// Holds checks whether the link has ended.
func (cover) Holds(standing roll.Standing, now time.Time) bool {
	_, ended := standing.Link.Ended(now)
	return !ended
}

// MayTake returns true only for the visitor's own link, not for another link to the same roll.
func (c cover) MayTake(link roll.CoverLink) bool { return c.Link.ID == link.ID }

// Prefer stores the preferences until the link ends.
func (c cover) Prefer(ctx context.Context, chosen roll.Preferences) error {
	return c.store.SetCoverPreferences(ctx, c.Person, chosen)
}

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

// coverUseEvery is the shortest time between two notes of a link's last use.
const coverUseEvery = time.Minute

// cover has the bounds of somebody who takes one roll by a link.
type cover struct {
	roll.Cover
	store *store.Store
}

// coverOf finds the person who typed a name at a link. All who use one link share its limit of
// streams: anybody who has the link can type as many names as they like.
func (s *Shell) coverOf(c echo.Context, current session.Current) (Identity, error) {
	found, err := s.store.Cover(c.Request().Context(), current.Person)
	if roll.KindOf(err) == roll.NotFound {
		return Identity{}, errSignIn
	}
	if err != nil {
		return Identity{}, err
	}
	return Identity{
		Person:      roll.Person{ID: found.Person, Name: found.Name, SingleKeys: found.SingleKeys, OnlyTicked: found.OnlyTicked},
		Memberships: []roll.Membership{{School: found.Link.School, Role: roll.Covering}},
		Name:        Signed(s.WordsOf(c), roll.Actor{Name: found.Name, Role: roll.Covering}),
		Account:     "cover " + string(found.Link.ID), Home: s.CoverRoll(found.Link), Bounds: cover{found, s.store},
	}, nil
}

// CoverRoll returns the address of the roll that the link is for.
func (s *Shell) CoverRoll(link roll.CoverLink) string {
	return s.Paths.Roll(string(link.School), paths.RollQuery{Period: string(link.Period), Class: string(link.Class), Date: string(link.Date)})
}

// CoverEnded says that the link is worth nothing any more since then.
func CoverEnded(link roll.CoverLink, since time.Time) *EndedError {
	return &EndedError{School: link.School, Since: since, Page: "cover.ended", Summary: "roll.problem.cover_ended_at"}
}

// Admit checks whether the link still holds. Saves that were accepted before are still sent.
func (c cover) Admit(ctx context.Context, now time.Time, background bool) *EndedError {
	if since, ended := c.Link.Ended(now); ended {
		return CoverEnded(c.Link, since)
	}
	if now.Sub(c.UsedAt) < coverUseEvery || background {
		return nil
	}
	// A use that cannot be noted turns nobody away: the next use is noted again.
	_ = c.store.NoteCoverUse(ctx, c.Person, now)
	return nil
}

// Within holds the form to the one roll of the link. Every field that names a roll must name this
// one; those that a request leaves out are filled in. The policy says which pages a cover may ask
// for at all.
func (c cover) Within(_ *Visit, form url.Values) error {
	return holdTo(form, map[string]string{"period": string(c.Link.Period), "class": string(c.Link.Class), "date": string(c.Link.Date)})
}

// holdTo holds the fields of a form that name a roll to these values, and fills in those that
// are left out.
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

// MaySave returns true: a name was typed.
func (cover) MaySave() bool { return true }

// Holds looks whether the link has ended meanwhile.
func (cover) Holds(standing roll.Standing, now time.Time) bool {
	_, ended := standing.Link.Ended(now)
	return !ended
}

// MayTake returns true for the visitor's own link only, not for another one of the same roll.
func (c cover) MayTake(link roll.CoverLink) bool { return c.Link.ID == link.ID }

// Prefer keeps the choice until the link ends.
func (c cover) Prefer(ctx context.Context, singleKeys, onlyTicked bool) error {
	return c.store.SetCoverPreferences(ctx, c.Person, singleKeys, onlyTicked)
}

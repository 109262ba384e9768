package visit

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/views/entry"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Covers finds who takes a roll by a link.
type Covers interface {
	Cover(ctx context.Context, person roll.PersonID) (roll.Cover, error)
	NoteCoverUse(ctx context.Context, person roll.PersonID, at time.Time) error
}

// coverUseEvery is how exactly it is kept when a link was last used.
const coverUseEvery = time.Minute

// visitOfCover is the request of somebody who uses a link.
func (s *Shell) visitOfCover(c echo.Context, person roll.PersonID) (*Visit, error) {
	ctx := c.Request().Context()
	cover, err := s.Covers.Cover(ctx, person)
	if roll.KindOf(err) == roll.NotFound {
		return nil, errors.Join(s.Sessions.SignOut(ctx), errSignIn)
	}
	if err != nil {
		return nil, err
	}
	device, _ := s.Devices.Load(c.Request())
	return &Visit{
		Context: c, Ctx: ctx, Words: s.WordsOf(c), Device: device, Cover: &cover,
		Person:      roll.Person{ID: person, Name: cover.Name, SingleKeys: cover.SingleKeys, Others: cover.Others},
		Memberships: []roll.Membership{{School: cover.Link.School, Role: roll.Covering}},
	}, nil
}

// EndedError answers somebody whose link is worth nothing any more.
type EndedError struct {
	Link  roll.CoverLink
	Since time.Time
}

// Error is for the log; it does not name the link.
func (e *EndedError) Error() string { return "the cover link has ended" }

// Unwrap gives the answer its status.
func (e *EndedError) Unwrap() error { return echo.ErrForbidden }

// standing looks, with every request, whether a cover's link still holds. What was accepted
// before goes its way.
func (s *Shell) standing(v *Visit) error {
	if v.Cover == nil {
		return nil
	}
	now := s.Clock()
	if since, ended := v.Cover.Link.Ended(now); ended {
		return s.turnAway(v, &EndedError{v.Cover.Link, since})
	}
	if now.Sub(v.Cover.UsedAt) < coverUseEvery || web.IsBackground(v.Request()) {
		return nil
	}
	if err := s.Covers.NoteCoverUse(v.Ctx, v.Person.ID, now); err != nil {
		return nil //nolint:nilerr // who can only read is not turned away; the next use is noted again
	}
	return nil
}

// turnAway ends the session of whoever opens a page, so that somebody else can sign in
// there. A press keeps it, and is told the same however often it is made.
func (s *Shell) turnAway(v *Visit, ended *EndedError) error {
	if v.Request().Method != http.MethodGet || ByScript(v) || web.IsBackground(v.Request()) {
		return ended
	}
	if err := s.Sessions.SignOut(v.Ctx); err != nil {
		return err
	}
	return ended
}

// Leaving wraps a handler for people who are signed in, also by a link that has ended.
func (s *Shell) Leaving(handle func(*Visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.Visit(c)
		if err != nil {
			return err
		}
		return handle(v)
	}
}

// withinReach holds a cover to the one roll of the link. Every field that names a roll must
// name this one, anything else is not there; those that a request leaves out are filled in.
// Which pages a cover may ask for at all, the policy says.
func (v *Visit) withinReach() error {
	if v.Cover == nil {
		return nil
	}
	form, link := v.Request().Form, v.Cover.Link
	if form == nil {
		return echo.ErrNotFound
	}
	for name, own := range map[string]string{"period": string(link.Period), "class": string(link.Class), "date": string(link.Date)} {
		if slices.ContainsFunc(form[name], func(given string) bool { return given != own }) {
			return echo.ErrNotFound
		}
		if len(form[name]) == 0 {
			form.Set(name, own)
		}
	}
	return nil
}

// Name is the visitor's, with what tells a typed one from a member of staff's.
func (v *Visit) Name() string {
	if v.Cover != nil {
		return Signed(v.Words, roll.Actor{Name: v.Person.Name, Role: roll.Covering})
	}
	return v.Person.Name
}

// CoverRoll is the roll that the link is for.
func (s *Shell) CoverRoll(link roll.CoverLink) string {
	return s.Paths.Roll(string(link.School), paths.RollQuery{Period: string(link.Period), Class: string(link.Class), Date: string(link.Date)})
}

// ofCover tells a press of a page that was made for a cover: signing in would not help.
func ofCover(c echo.Context) bool { return c.Request().PostForm.Has("cover") }

// ended tells a cover that the link has ended; ended is nil where the session is gone too
// and nobody can say why.
func (p *Problems) ended(c echo.Context, ended *EndedError) error {
	words, clock := p.WordsOf(c), ""
	if ended != nil {
		var err error
		if clock, err = p.EndedClock(c, ended); err != nil {
			return err
		}
	}
	switch {
	case web.IsBackground(c.Request()):
		return c.NoContent(http.StatusForbidden)
	case ByScript(c):
		// Nothing but the summary changes: the ticks stay in the page.
		summary := part.Summary{Problem: part.CoverEnded}
		if clock != "" {
			summary.ProblemText = words.Text("roll.problem.cover_ended_at", "Clock", clock)
		}
		return p.Render(c, http.StatusForbidden, part.Report(&summary, words, "true", nil))
	case clock == "":
		return p.ShowEnded(c, http.StatusForbidden, words.Text("roll.problem.cover_ended"))
	}
	return p.ShowEnded(c, http.StatusForbidden, words.Text("cover.ended", "Clock", clock))
}

// ShowEnded is the page that says so.
func (s *Shell) ShowEnded(c echo.Context, status int, sentence string) error {
	device, _ := s.Devices.Load(c.Request())
	view := &entry.CoverEndedView{Page: s.BarePage(c, s.WordsOf(c), device, ""), Sentence: sentence}
	// The page's own address may hold a secret.
	view.Address = s.Paths.Home()
	return s.Render(c, status, entry.CoverEnded(view))
}

// EndedClock is when the link ended, on the school's clock.
func (s *Shell) EndedClock(c echo.Context, ended *EndedError) (string, error) {
	school, _, err := s.Schools.SchoolAndConnection(c.Request().Context(), ended.Link.School)
	if err != nil {
		return "", err
	}
	return s.WordsOf(c).Clock(ended.Since.In(school.Zone)), nil
}

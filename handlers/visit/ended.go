package visit

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/views/entry"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// EndedError answers somebody whose pass is worth nothing any more.
type EndedError struct {
	School roll.SchoolID
	Since  time.Time
	// Page and Summary are the catalogue's entries that say so, on a page of its own and beside
	// the ticks of a roll; their Clock is the time at which the pass ended.
	Page, Summary language.Key
}

// Error is for the log; it does not name the pass.
func (e *EndedError) Error() string { return "the pass has ended" }

// Unwrap gives the answer its status.
func (e *EndedError) Unwrap() error { return echo.ErrForbidden }

// SessionOver reports whether the error says that the visitor is no longer signed in. A page that
// needs no visitor is shown all the same.
func SessionOver(err error) bool {
	var ended *EndedError
	return errors.As(err, &ended) || err != nil && StatusOf(err) == http.StatusUnauthorized
}

// ofPass reports whether a press came from a page that was made for a pass: signing in would not help.
func ofPass(c echo.Context) bool { return c.Request().PostForm.Has("cover") }

// ended tells the holder of a pass that it has ended; ended is nil where the session is gone
// too and nobody can say why.
func (p *Problems) ended(c echo.Context, ended *EndedError) error {
	said, onPage := "", p.WordsOf(c).Text("roll.problem.cover_ended")
	if ended != nil {
		clock, err := p.endedClock(c, ended)
		if err != nil {
			return err
		}
		said, onPage = p.WordsOf(c).Text(ended.Summary, "Clock", clock), p.WordsOf(c).Text(ended.Page, "Clock", clock)
	}
	switch {
	case web.IsBackground(c.Request()):
		return c.NoContent(http.StatusForbidden)
	case ByScript(c):
		// Nothing but the summary changes: the ticks stay in the page.
		summary := part.Summary{Problem: part.CoverEnded, ProblemText: said}
		return p.Render(c, http.StatusForbidden, part.Report(&summary, p.WordsOf(c), "true", nil))
	}
	return p.showEnded(c, http.StatusForbidden, onPage)
}

// ShowEnded tells, on a page of its own, that the pass has ended.
func (s *Shell) ShowEnded(c echo.Context, status int, ended *EndedError) error {
	clock, err := s.endedClock(c, ended)
	if err != nil {
		return err
	}
	return s.showEnded(c, status, s.WordsOf(c).Text(ended.Page, "Clock", clock))
}

func (s *Shell) showEnded(c echo.Context, status int, sentence string) error {
	device, _ := s.Devices.Load(c.Request())
	view := &entry.CoverEndedView{Page: s.BarePage(c, s.WordsOf(c), device, ""), Sentence: sentence}
	// The page's own address may hold a secret.
	view.Address = s.Paths.Home()
	return s.Render(c, status, entry.CoverEnded(view))
}

// endedClock writes the time at which the pass ended, on the school's clock.
func (s *Shell) endedClock(c echo.Context, ended *EndedError) (string, error) {
	school, _, err := s.store.SchoolAndConnection(c.Request().Context(), ended.School)
	if err != nil {
		return "", err
	}
	return s.WordsOf(c).Clock(ended.Since.In(school.Zone)), nil
}

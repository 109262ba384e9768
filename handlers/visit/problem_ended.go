package visit

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/views/entry"
	"rollbook/views/part"
	"rollbook/web"
)

// ofPass reports whether a press came from a page for a pass, so that signing in would not help.
func ofPass(c echo.Context) bool { return c.Request().PostForm.Has("cover") }

// ended answers the holder of an ended pass. Ended is nil when the session is gone too and the reason is
// unknown.
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
		// Only the summary changes: the ticks stay on the page.
		summary := part.Summary{Problem: part.CoverEnded, ProblemText: said}
		return p.Render(c, http.StatusForbidden, part.Report(&summary, p.WordsOf(c), "true", nil))
	}
	return p.showEnded(c, http.StatusForbidden, onPage)
}

// ShowEnded shows a page about the ended pass.
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
	// The page's own address may contain a secret.
	view.Address = s.Paths.Home()
	return s.Render(c, status, entry.CoverEnded(view))
}

// endedClock formats the time when the pass ended, in the school's zone.
func (s *Shell) endedClock(c echo.Context, ended *EndedError) (string, error) {
	school, _, err := s.store.SchoolAndConnection(c.Request().Context(), ended.School)
	if err != nil {
		return "", err
	}
	return s.WordsOf(c).Clock(ended.Since.In(school.Zone)), nil
}

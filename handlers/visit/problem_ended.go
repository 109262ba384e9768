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
	words := p.pages.WordsOf(c)
	summaryText, pageText := "", words.Text("roll.problem.cover_ended")
	if ended != nil {
		clock, err := p.endedClock(c, ended)
		if err != nil {
			return err
		}
		summaryText, pageText = words.Text("roll.problem.cover_ended_at", "Clock", clock), words.Text("cover.ended", "Clock", clock)
	}
	switch {
	case web.IsBackground(c.Request()):
		return c.NoContent(http.StatusForbidden)
	case ByScript(c):
		// Only the summary changes: the ticks stay on the page.
		summary := part.Summary{Problem: part.CoverEnded, ProblemText: summaryText}
		return p.pages.Render(c, http.StatusForbidden, part.Report(&summary, words, "true", nil))
	}
	return p.showEnded(c, http.StatusForbidden, pageText)
}

// ShowEnded shows a page about the ended pass.
func (p *Problems) ShowEnded(c echo.Context, status int, ended *EndedError) error {
	clock, err := p.endedClock(c, ended)
	if err != nil {
		return err
	}
	return p.showEnded(c, status, p.pages.WordsOf(c).Text("cover.ended", "Clock", clock))
}

func (p *Problems) showEnded(c echo.Context, status int, sentence string) error {
	view := &entry.CoverEndedView{Page: p.pages.BarePage(c, ""), Sentence: sentence}
	// The page's own address may contain a secret.
	view.Address = p.pages.Paths.Home()
	return p.pages.Render(c, status, entry.CoverEnded(view))
}

// endedClock formats the time when the pass ended, in the school's zone.
func (p *Problems) endedClock(c echo.Context, ended *EndedError) (string, error) {
	school, _, err := p.store.SchoolAndConnection(c.Request().Context(), ended.School)
	if err != nil {
		return "", err
	}
	return p.pages.WordsOf(c).Clock(ended.Since.In(school.Zone)), nil
}

package visit

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/views/door"
	"rollbook/views/entry"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ended answers the holder of an ended pass. Ended is nil when the session is gone too and the reason is
// unknown.
func (p *Problems) ended(c echo.Context, ended *EndedError) error {
	if web.IsBackground(c.Request()) {
		return c.NoContent(http.StatusForbidden)
	}
	if !ByScript(c) {
		return p.ShowEnded(c, http.StatusForbidden, ended)
	}
	sentence, err := p.sentence(c, ended, "roll.problem.cover_ended_at")
	if err != nil {
		return err
	}
	// Only the summary changes: the ticks stay on the page.
	summary := part.Summary{Problem: part.CoverEnded, ProblemText: sentence}
	return p.pages.Render(c, http.StatusForbidden, part.Report(&summary, p.pages.WordsOf(c), "true", nil))
}

// ShowEnded shows a page about the ended pass.
func (p *Problems) ShowEnded(c echo.Context, status int, ended *EndedError) error {
	sentence, err := p.sentence(c, ended, "cover.ended")
	if err != nil {
		return err
	}
	view := &entry.CoverEndedView{Page: p.pages.BarePage(c, ""), Sentence: sentence}
	// The page's own address may contain a secret.
	view.Address = p.pages.Paths.To(paths.Home)
	return p.pages.Render(c, status, entry.CoverEnded(view))
}

// sentence returns the sentence of the key with the time when the pass ended, in the school's zone, or a
// sentence without a time.
func (p *Problems) sentence(c echo.Context, ended *EndedError, key language.Key) (string, error) {
	words := p.pages.WordsOf(c)
	if ended == nil {
		return words.Text("roll.problem.cover_ended"), nil
	}
	school, _, err := p.store.SchoolAndConnection(c.Request().Context(), ended.School)
	if err != nil {
		return "", err
	}
	return words.Text(key, "Clock", words.ClockIn(ended.Since, school.Zone)), nil
}

// ofTablet answers the errors that only tablets get. Answered is false for every other error. A page's
// automatic request is sent to the door, which shows the present state.
func (p *Problems) ofTablet(c echo.Context, err error) (answered bool, failed error) {
	var unpaired *UnpairedError
	var astray *AstrayError
	status := StatusOf(err)
	switch {
	case errors.As(err, &astray) && web.IsBackground(c.Request()):
	case errors.As(err, &unpaired) && (web.IsBackground(c.Request()) || ByScript(c)):
	case errors.As(err, &unpaired):
		return true, p.ShowUnpaired(c, status, unpaired.Was, func(view *door.PairView) { view.Unpaired = unpaired.Was != "" })
	default:
		return false, nil
	}
	c.Response().Header().Set("HX-Redirect", p.pages.Paths.To(paths.Door))
	if web.IsBackground(c.Request()) {
		return true, c.NoContent(status)
	}
	return true, p.show(c, status, false)
}

// ShowUnpaired deletes the pass and shows the page for pairing the device again. A device that certainly was
// the tablet deletes all its stored data. Any other keeps its unsent data.
func (p *Problems) ShowUnpaired(c echo.Context, status int, was roll.TabletID, more func(*door.PairView)) error {
	p.passes.Drop(c.Response())
	if was != "" {
		Forget(c, p.pages.Paths)
	}
	return p.ShowPair(c, status, func(view *door.PairView) {
		view.Lost = was == ""
		if was != "" {
			view.Proofs = p.pages.tokens.UnpairingProofs(was)
		}
		more(view)
	})
}

// ShowPair shows the page for pairing a device.
func (p *Problems) ShowPair(c echo.Context, status int, more func(*door.PairView)) error {
	page, err := p.pages.FormPage(c, "")
	if err != nil {
		return err
	}
	// Text that was typed after the address stays out of the page.
	page.Address = p.pages.Paths.To(paths.Pair)
	view := &door.PairView{Page: page}
	more(view)
	return p.pages.Render(c, status, door.Pair(view))
}

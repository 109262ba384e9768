package visit

import (
	"errors"

	"github.com/labstack/echo/v4"

	"rollbook/views/door"
	"rollbook/web"
	"rollbook/web/roll"
)

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
	c.Response().Header().Set("HX-Redirect", p.pages.Paths.Door())
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
	page.Address = p.pages.Paths.Pair()
	view := &door.PairView{Page: page}
	more(view)
	return p.pages.Render(c, status, door.Pair(view))
}

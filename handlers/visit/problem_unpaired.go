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
	c.Response().Header().Set("HX-Redirect", p.Paths.Door())
	if web.IsBackground(c.Request()) {
		return true, c.NoContent(status)
	}
	return true, p.show(c, status, false)
}

// ShowUnpaired deletes the pass and shows the page for pairing the device again. A device that certainly was
// the tablet deletes all its stored data. Any other keeps its unsent data.
func (s *Shell) ShowUnpaired(c echo.Context, status int, was roll.TabletID, more func(*door.PairView)) error {
	s.Passes.Drop(c.Response())
	if was != "" {
		s.Forget(c)
	}
	return s.ShowPair(c, status, func(view *door.PairView) {
		view.Lost = was == ""
		if was != "" {
			view.Proofs = s.Tokens.UnpairingProofs(was)
		}
		more(view)
	})
}

// ShowPair shows the page for pairing a device.
func (s *Shell) ShowPair(c echo.Context, status int, more func(*door.PairView)) error {
	words := s.WordsOf(c)
	device, _ := s.Devices.Load(c.Request())
	if err := s.Devices.Save(c.Response(), device); err != nil {
		return err
	}
	view := &door.PairView{Page: s.BarePage(c, words, device, "")}
	// Text that was typed after the address stays out of the page.
	view.Address = s.Paths.Pair()
	view.Guard = s.Tokens.FormToken(device.ID)
	if binding := s.Sessions.Binding(c.Request().Context()); binding != "" {
		view.Guard = s.Tokens.FormToken(binding)
	}
	more(view)
	return s.Render(c, status, door.Pair(view))
}

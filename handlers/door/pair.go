package door

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/door"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// PairPage is the page for making a device a tablet.
type PairPage struct {
	pages    *visit.Pages
	problems *visit.Problems
	visitors *visit.Visitors
	devices  *session.Devices
	tablets  *tablets.Tablets
	clock    func() time.Time
}

// refreshEvery is the interval, in seconds, at which a browser without scripts checks for the approval.
const refreshEvery = 10

// Get shows the page. It pairs a device that staff approved.
func (p *PairPage) Get(c echo.Context) error {
	signed, err := p.signed(c)
	if err != nil {
		return err
	}
	device, shown, open, err := p.shown(c)
	switch {
	case err != nil:
		return err
	case open && shown.Approved:
		return p.finish(c, device)
	}
	return p.show(c, http.StatusOK, signed, "")
}

// shown returns the device, "" for an unknown one, and the code that it shows, as Tablets.Shown does.
func (p *PairPage) shown(c echo.Context) (device string, shown tablets.Shown, open bool, err error) {
	loaded, known := p.devices.Load(c.Request())
	if known {
		shown, open, err = p.tablets.Shown(c.Request().Context(), loaded.ID)
	}
	return loaded.ID, shown, open, err
}

// signed returns who is signed in on the device, or the tablet that it is; "" for neither. The error of an
// unpaired tablet is shown on the page.
func (p *PairPage) signed(c echo.Context) (string, error) {
	if session, pass := p.visitors.Claims(c); !session && !pass {
		return "", nil
	}
	v, err := p.visitors.Visit(c)
	if err != nil {
		return "", err
	}
	return v.Name, nil
}

// show renders the page, with the problem of a code.
func (p *PairPage) show(c echo.Context, status int, signed, problem string) error {
	_, shown, open, err := p.shown(c)
	if err != nil {
		return err
	}
	return p.problems.ShowPair(c, status, func(view *door.PairView) {
		view.Signed, view.Problem = signed, problem
		if open {
			view.Refresh = refreshEvery
			view.Shown = &door.ShownCode{Code: roll.SpacedCode(shown.Code), Number: shown.Number,
				Left: view.Words.Span(shown.Ends.Sub(p.clock()))}
		}
		if c.QueryParam("over") != "" && !open {
			view.Problem = view.Words.Text("pair.problem.over")
		}
	})
}

// Post pairs the device by the code of the form, even if a person was signed in on it. It ignores a code in
// the address.
func (p *PairPage) Post(c echo.Context) error {
	typed := c.Request().PostForm.Get("code")
	device, _ := p.devices.Load(c.Request())
	tablet, err := p.tablets.UseCode(c.Request().Context(), typed, device.ID, c.RealIP())
	var often *tablets.TooOftenError
	switch {
	case errors.As(err, &often):
		seconds := int((often.Wait + time.Second - 1) / time.Second)
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
		words := p.pages.WordsOf(c)
		return p.show(c, http.StatusTooManyRequests, "", words.Text("pair.problem.too_often", "Wait", words.Span(often.Wait)))
	case roll.KindOf(err) == roll.NotFound:
		return p.show(c, http.StatusNotFound, "", p.pages.WordsOf(c).Text("pair.problem.wrong"))
	case err != nil:
		return err
	}
	return p.visitors.Become(c, tablet)
}

// Ask makes the device show a code to staff.
func (p *PairPage) Ask(c echo.Context) error {
	device, known := p.devices.Load(c.Request())
	if !known {
		// Without a cookie the device could not learn of its approval.
		return visit.GoTo(c, p.pages.Paths.To(paths.Pair))
	}
	return visit.Done(c, p.tablets.Ask(c.Request().Context(), device.ID, c.RealIP()), p.pages.Paths.To(paths.Pair))
}

// Waiting reports to a device's waiting page when staff have answered.
func (p *PairPage) Waiting(c echo.Context) error {
	device, shown, open, err := p.shown(c)
	switch {
	case err != nil:
		return err
	case open && shown.Approved:
		return p.finish(c, device)
	case open, shown.Code == "":
		return c.NoContent(http.StatusNoContent)
	}
	return visit.GoTo(c, p.pages.Paths.To(paths.Pair)+"?over=1")
}

// finish pairs a device that staff approved. If another of its requests was first, that one received the
// tablet's cookie.
func (p *PairPage) finish(c echo.Context, device string) error {
	tablet, err := p.tablets.Finish(c.Request().Context(), device)
	if roll.KindOf(err) == roll.NotFound {
		return visit.GoTo(c, p.pages.Paths.To(paths.Door))
	}
	if err != nil {
		return err
	}
	return p.visitors.Become(c, tablet)
}

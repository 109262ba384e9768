package entry

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/people"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// AccountLinkPage is the page of a link for creating an account, joining a school or choosing a new password.
type AccountLinkPage struct {
	*visit.Shell
	People *people.People
}

// Get shows the page and changes nothing: programs that scan mail open links too.
func (p *AccountLinkPage) Get(c echo.Context) error {
	return p.show(c, http.StatusOK, people.Used{}, "")
}

// kindOf returns the kind of the link's page.
func kindOf(opened people.Opened) entry.AccountLinkKind {
	switch {
	case opened.Link.Kind == roll.FirstAdmin:
		return entry.LinkFirst
	case opened.Link.Kind == roll.NewPassword:
		return entry.LinkChooses
	case opened.Joins:
		return entry.LinkJoins
	}
	return entry.LinkBegins
}

// show renders the page, with the typed values and their problem.
func (p *AccountLinkPage) show(c echo.Context, status int, typed people.Used, problem string) error {
	ctx, words, secret := c.Request().Context(), p.WordsOf(c), c.Param("secret")
	opened, err := p.People.Open(ctx, secret)
	if err != nil {
		return p.over(c, err)
	}
	device, _ := p.Devices.Load(c.Request())
	if err := p.Devices.Save(c.Response(), device); err != nil {
		return err
	}
	view := &entry.AccountLinkView{
		Page: p.BarePage(c, words, device, ""), Secret: secret, Kind: kindOf(opened),
		School: opened.School.Name, Email: cmp.Or(opened.Link.Email, typed.Email), Name: typed.Name, Problem: problem,
	}
	if typed.Name == "" {
		view.Name = opened.Link.Name
	}
	// The page's own address contains the secret, so no form may return to it.
	view.Address, view.Guard = p.Paths.Home(), p.Tokens.FormToken(device.ID)
	if _, ok := p.Sessions.Current(ctx); ok {
		v, err := p.Visit(c)
		switch {
		case err == nil:
			view.Signed, view.Guard = v.Name, p.Tokens.FormToken(p.Sessions.Binding(ctx))
		case !visit.SessionOver(err):
			return err
		}
		// An ended session must not block the link, nor take its address to the sign-in page.
	}
	return p.Render(c, status, entry.AccountLink(view))
}

// over tells the holder of a once valid link that it is over.
func (p *AccountLinkPage) over(c echo.Context, err error) error {
	problem, ok := errors.AsType[*roll.Error](err)
	if !ok || problem.Kind != roll.Stale {
		return err
	}
	why, _ := language.LinkOverKeys.Value(problem.Message)
	device, _ := p.Devices.Load(c.Request())
	view := &entry.LinkOverView{Page: p.BarePage(c, p.WordsOf(c), device, ""), Why: entry.LinkOver(why)}
	view.Address = p.Paths.Home()
	return p.Render(c, http.StatusGone, entry.LinkIsOver(view))
}

// Post uses the link and signs in, even if another person was signed in.
func (p *AccountLinkPage) Post(c echo.Context) error {
	form := edge.FieldsOf(c.Request().PostForm)
	used := people.Used{Name: form.Text("name"), Email: form.Text("email"), Password: form.Text("password"), From: auth.From{Address: c.RealIP()}}
	if err := form.Err(); err != nil {
		return err
	}
	if device, known := p.Devices.Load(c.Request()); known {
		used.From.Device = device.ID
	}
	ctx := c.Request().Context()
	identity, err := p.People.Use(ctx, c.Param("secret"), used)
	if err != nil {
		return p.refuse(c, used, err)
	}
	if _, signedIn := p.Sessions.Current(ctx); signedIn {
		p.Forget(c)
	}
	if err := p.Sessions.SignIn(ctx, identity.Person.ID, identity.Epoch); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, p.Paths.Home())
}

func (p *AccountLinkPage) refuse(c echo.Context, used people.Used, cause error) error {
	var throttled *auth.ThrottledError
	var problem *roll.Error
	words := p.WordsOf(c)
	switch {
	case errors.As(cause, &throttled):
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(throttled.RetryAfter.Seconds())))
		return p.show(c, http.StatusTooManyRequests, used, words.Text("account.too_many", "Span", words.Span(throttled.RetryAfter)))
	case errors.As(cause, &problem) && problem.Kind == roll.Meaningless:
		return p.show(c, http.StatusUnprocessableEntity, used, words.Text(problem.Message))
	case errors.Is(cause, auth.ErrWrong), errors.Is(cause, auth.ErrPasswordTooLong):
		return p.show(c, http.StatusUnprocessableEntity, used, words.Text("account_link.wrong"))
	}
	return p.over(c, cause)
}

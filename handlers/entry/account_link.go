package entry

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/factor"
	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// AccountLinkPage is the page of a link for creating an account, joining a school or choosing a new password.
type AccountLinkPage struct{ base }

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
	secret := c.Param("secret")
	opened, err := p.people.Open(c.Request().Context(), secret)
	if err != nil {
		return p.over(c, err)
	}
	// An ended session must not block the link, nor take its address to the sign-in page.
	v, signed, err := p.visitors.Signed(c)
	if err != nil {
		return err
	}
	page, err := p.pages.FormPage(c, "")
	if err != nil {
		return err
	}
	view := &entry.AccountLinkView{
		Page: page, Secret: secret, Kind: kindOf(opened),
		School: opened.School.Name, Email: cmp.Or(opened.Link.Email, typed.Email), Name: cmp.Or(typed.Name, opened.Link.Name),
	}
	view.Problem = problem
	// The page's own address contains the secret, so no form may return to it.
	view.Address = p.pages.Paths.To(paths.Home)
	if signed {
		view.Signed = v.Name
	}
	return p.pages.Render(c, status, entry.AccountLink(view))
}

// over shows the page of a link that is no longer valid.
func (p *AccountLinkPage) over(c echo.Context, err error) error {
	problem, ok := errors.AsType[*roll.Error](err)
	if !ok || problem.Kind != roll.Stale {
		return err
	}
	why, _ := language.LinkOverKeys.Value(problem.Message)
	view := &entry.LinkOverView{Page: p.pages.BarePage(c, ""), Why: entry.LinkOver(why)}
	view.Address = p.pages.Paths.To(paths.Home)
	return p.pages.Render(c, http.StatusGone, entry.LinkIsOver(view))
}

// Post uses the link and signs in, even if another person was signed in.
func (p *AccountLinkPage) Post(c echo.Context) error {
	form := c.Request().PostForm
	used := people.Used{Name: form.Get("name"), Email: form.Get("email"), Password: form.Get("password"),
		From: p.from(c)}
	ctx := c.Request().Context()
	person, err := p.people.Use(ctx, c.Param("secret"), used)
	if err != nil {
		return p.refuse(c, used, err)
	}
	if _, signedIn := p.sessions.Current(ctx); signedIn {
		visit.Forget(c, p.pages.Paths)
	}
	err = p.begins.AfterPassword(c, person, "")
	if only, ok := errors.AsType[*session.ProviderOnlyError](err); ok {
		return visit.GoTo(c, p.pages.Paths.To(paths.SignInAt, only.School))
	}
	return err
}

func (p *AccountLinkPage) refuse(c echo.Context, used people.Used, cause error) error {
	words := p.pages.WordsOf(c)
	if status, text := factor.Refusal(c, words, cause, "account_link.wrong"); text != "" {
		return p.show(c, status, used, text)
	}
	return p.over(c, cause)
}

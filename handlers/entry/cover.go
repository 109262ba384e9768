package entry

import (
	"crypto/rand"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// CoverPage is the page of a cover link: a person with its secret takes one roll, with a name instead of an
// account.
type CoverPage struct {
	base
	problems *visit.Problems
	clock    func() time.Time
}

// Discreet hides the address of a link from other sites and from search engines. "no-referrer" would hide no
// more, but makes browsers send the form without its origin, which is refused as another site's.
func Discreet(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderReferrerPolicy, "strict-origin")
		header.Set("X-Robots-Tag", "noindex, nofollow")
		return next(c)
	}
}

// Get shows the page and changes nothing: programs that scan mail open links too.
func (d *CoverPage) Get(c echo.Context) error {
	link, err := d.link(c)
	if err != nil {
		return err
	}
	if since, ended := link.Ended(d.clock()); ended {
		return d.over(c, link, since)
	}
	return d.show(c, http.StatusOK, link, "", nil)
}

// over answers an ended link.
func (d *CoverPage) over(c echo.Context, link roll.CoverLink, since time.Time) error {
	d.people.CoverRefused(c.Request().Context(), link.School)
	return d.problems.ShowEnded(c, http.StatusGone, visit.CoverEnded(link, since))
}

// link reads the link with the secret in the address.
func (d *CoverPage) link(c echo.Context) (roll.CoverLink, error) {
	id, ok := auth.LinkID[roll.CoverID](auth.CoverLink, c.Param("secret"))
	if !ok {
		d.people.CoverRefused(c.Request().Context(), "")
		return roll.CoverLink{}, echo.ErrNotFound
	}
	link, err := d.store.CoverLink(c.Request().Context(), id)
	if roll.KindOf(err) == roll.NotFound {
		d.people.CoverRefused(c.Request().Context(), "")
	}
	return link, err
}

// show renders the page, with the typed name and its problem.
func (d *CoverPage) show(c echo.Context, status int, link roll.CoverLink, name string, problem *roll.Error) error {
	school, _, err := d.store.SchoolAndConnection(c.Request().Context(), link.School)
	if err != nil {
		return err
	}
	// The link works for any visitor, also for one whose session has ended.
	v, signed, err := d.visitors.Signed(c)
	if err != nil {
		return err
	}
	page, err := d.pages.FormPage(c, "")
	if err != nil {
		return err
	}
	// The page's own address contains the secret, so no form may return to it.
	page.Address = d.pages.Paths.To(paths.Home)
	view := &entry.CoverView{
		Page: page, Action: d.pages.Paths.To(paths.Cover, c.Param("secret")), SchoolName: school.Name,
		ClassName: link.ClassName, Until: page.Words.Clock(link.Ends.In(school.Zone)), Name: name,
	}
	if problem != nil {
		view.Problem = page.Words.Text(problem.Message)
	}
	if signed {
		view.Signed = v.Name
		if v.MayTake(link) {
			view.GoOn = visit.CoverRoll(d.pages.Paths, link)
		}
	}
	return d.pages.Render(c, status, entry.Cover(view))
}

// Post signs in with the typed name, even if another person was signed in, and redirects to the roll.
func (d *CoverPage) Post(c echo.Context) error {
	link, err := d.link(c)
	if err != nil {
		return err
	}
	now := d.clock()
	if since, ended := link.Ended(now); ended {
		return d.over(c, link, since)
	}
	typed := c.Request().PostForm.Get("name")
	person, err := d.begin(c, link, typed, now)
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		return d.show(c, http.StatusUnprocessableEntity, link, typed, problem)
	}
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if _, signedIn := d.sessions.Current(ctx); signedIn {
		visit.Forget(c, d.pages.Paths)
	}
	if err := d.sessions.SignInWithPass(ctx, session.CoverLink, person, link.Ends.Sub(now)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, visit.CoverRoll(d.pages.Paths, link))
}

// begin stores the new user of the link. Each press creates a new person, so that two who share a link cannot
// use each other's pages.
func (d *CoverPage) begin(c echo.Context, link roll.CoverLink, typed string, now time.Time) (roll.PersonID, error) {
	name, ok := roll.ParseCoverName(typed)
	if !ok {
		return "", roll.Problem(roll.Meaningless, "cover.wrong_name")
	}
	person := roll.PersonID(rand.Text())
	return person, d.store.AddCover(c.Request().Context(), person, link.ID, name, now)
}

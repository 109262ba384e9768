package entry

import (
	"crypto/rand"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/edge"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// CoverPage is the page of a cover link: a person with its secret takes one roll, with a name instead of an
// account.
type CoverPage struct {
	*visit.Shell
	Store *store.Store
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
	if since, ended := link.Ended(d.Clock()); ended {
		return d.ShowEnded(c, http.StatusGone, visit.CoverEnded(link, since))
	}
	return d.show(c, http.StatusOK, link, "", nil)
}

// link reads the link with the secret in the address.
func (d *CoverPage) link(c echo.Context) (roll.CoverLink, error) {
	id, ok := auth.CoverID(c.Param("secret"))
	if !ok {
		return roll.CoverLink{}, echo.ErrNotFound
	}
	return d.Store.CoverLink(c.Request().Context(), id)
}

// show renders the page, with the typed name and its problem.
func (d *CoverPage) show(c echo.Context, status int, link roll.CoverLink, name string, problem *roll.Error) error {
	ctx, words := c.Request().Context(), d.WordsOf(c)
	school, _, err := d.Store.SchoolAndConnection(ctx, link.School)
	if err != nil {
		return err
	}
	device, _ := d.Devices.Load(c.Request())
	if err := d.Devices.Save(c.Response(), device); err != nil {
		return err
	}
	view := &entry.CoverView{
		Page: d.BarePage(c, words, device, ""), Action: d.Paths.Cover(c.Param("secret")),
		SchoolName: school.Name, ClassName: link.ClassName, Until: words.Clock(link.Ends.In(school.Zone)), Name: name,
	}
	if problem != nil {
		view.Problem = words.Text(problem.Message)
	}
	// The page's own address contains the secret, so no form may return to it.
	view.Address, view.Guard = d.Paths.Home(), d.Tokens.FormToken(device.ID)
	if err := d.addSigned(c, view, link); err != nil {
		return err
	}
	return d.Render(c, status, entry.Cover(view))
}

// addSigned adds the signed-in person, and whether that person may take the roll.
func (d *CoverPage) addSigned(c echo.Context, view *entry.CoverView, link roll.CoverLink) error {
	ctx := c.Request().Context()
	if _, ok := d.Sessions.Current(ctx); !ok {
		return nil
	}
	v, err := d.Visit(c)
	if visit.SessionOver(err) {
		// A visitor whose session has ended counts as unknown here: the link works for any visitor.
		return nil
	}
	if err != nil {
		return err
	}
	view.Signed, view.Guard = v.Name, d.Tokens.FormToken(d.Sessions.Binding(ctx))
	if v.MayTake(link) {
		view.GoOn = d.CoverRoll(link)
	}
	return nil
}

// Post signs in with the typed name, even if another person was signed in, and redirects to the roll.
func (d *CoverPage) Post(c echo.Context) error {
	link, err := d.link(c)
	if err != nil {
		return err
	}
	now := d.Clock()
	if since, ended := link.Ended(now); ended {
		return d.ShowEnded(c, http.StatusGone, visit.CoverEnded(link, since))
	}
	typed, err := edge.Single(c.Request().PostForm, "name")
	if err != nil {
		return err
	}
	person, err := d.begin(c, link, typed, now)
	var problem *roll.Error
	if errors.As(err, &problem) && problem.Kind == roll.Meaningless {
		return d.show(c, http.StatusUnprocessableEntity, link, typed, problem)
	}
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if _, signedIn := d.Sessions.Current(ctx); signedIn {
		d.Forget(c)
	}
	if err := d.Sessions.SignInWithPass(ctx, session.CoverLink, person, link.Ends.Sub(now)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, d.CoverRoll(link))
}

// begin stores the new user of the link. Each press creates a new person, so that two who share a link cannot
// use each other's pages.
func (d *CoverPage) begin(c echo.Context, link roll.CoverLink, typed string, now time.Time) (roll.PersonID, error) {
	name, ok := roll.ParseCoverName(typed)
	if !ok {
		return "", roll.Problem(roll.Meaningless, "cover.wrong_name")
	}
	person := roll.PersonID(rand.Text())
	return person, d.Store.AddCover(c.Request().Context(), person, link.ID, name, now)
}

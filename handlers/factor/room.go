package factor

import (
	"net/url"
	"time"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/identity"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/identity/session"

	"github.com/labstack/echo/v4"
)

// Room has the pages of this package.
type Room struct {
	Beginning *Beginning
	Gate      *Gate
	Steps     *SecondStep
	SetUp     *SetUp
	Confirm   *Confirm
}

// base is behind every page of this package.
type base struct {
	pages    *visit.Pages
	sessions *session.Sessions
	devices  *session.Devices
	people   *people.People
	factors  *factors.Factors
	// public is the address of the server; nil for the request's own.
	public *url.URL
	clock  func() time.Time
}

// New returns the room. Public is the address of the server, nil for the request's own.
func New(pages *visit.Pages, identity *identity.Identity, public *url.URL, clock func() time.Time) *Room {
	b := base{pages, identity.Sessions, identity.Devices, identity.People, identity.Factors, public, clock}
	begins := &Beginning{b}
	return &Room{Beginning: begins, Gate: &Gate{b}, Steps: &SecondStep{b, begins}, SetUp: &SetUp{b, begins}, Confirm: &Confirm{b, identity.SSO}}
}

// from returns the origin of a try.
func from(v *visit.Visit) auth.From { return auth.From{Device: v.Device.ID, Address: v.RealIP()} }

// typed returns the field of the form.
func typed(c echo.Context, field string) string { return c.Request().PostForm.Get(field) }

// next returns the address to continue at, from the form or the query.
func (b base) next(c echo.Context) string {
	return visit.OwnNext(b.pages.Paths, c.Request().Form.Get("next"))
}

// origin returns the scheme and host of the page.
func (b base) origin(c echo.Context) string { return edge.Origin(c, b.public) }

// Package handlers has one file for each page or action: it parses the request,
// asks, and renders. Handlers are methods that return an error; problem.go is the
// one place that turns an error into an answer.
package handlers

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"rollbook/static"
	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/auth"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/proof"
	"rollbook/web/roll"
	"rollbook/web/session"
)

// People finds who is signed in.
type People interface {
	Person(ctx context.Context, id roll.PersonID) (roll.Person, []roll.Membership, error)
}

// Schools finds schools, how their services behave, and what waits for them.
type Schools interface {
	SchoolAndConnection(ctx context.Context, id roll.SchoolID) (roll.School, roll.Connection, error)
	Backlog(ctx context.Context, school roll.SchoolID) (roll.Backlog, error)
}

// shell is what every page has besides its own content: words, addresses, who is
// there and in which school.
type shell struct {
	words    *language.Catalogue
	paths    paths.Paths
	assets   *static.Assets
	sessions *session.Sessions
	devices  *session.Devices
	people   People
	schools  Schools
	covers   Covers
	readers  Readers
	tokens   *auth.Tokens
	streams  *streams
	// demo is nil outside the demonstration.
	demo    *demonstration
	clock   func() time.Time
	buffers sync.Pool
}

// visit is a signed-in person's request.
type visit struct {
	echo.Context
	ctx         context.Context
	words       *language.Words
	device      session.Device
	person      roll.Person
	memberships []roll.Membership
	// school, role and connection are set inside a school only.
	school     roll.School
	role       roll.Role
	connection roll.Connection
	// cover is nil for people with an account.
	cover *roll.Cover
	// backlog is counted only while nothing is sent.
	backlog roll.Backlog
}

// actor is the person as saves and their history keep her.
func (v *visit) actor() roll.Actor {
	return roll.Actor{Person: v.person.ID, Name: v.person.Name, Role: v.role}
}

// local is the instant on the school's clock.
func (v *visit) local(instant time.Time) time.Time { return instant.In(v.school.Zone) }

// clockOf writes the instant as the school's clock shows it; empty for none.
func (v *visit) clockOf(instant time.Time) string {
	if instant.IsZero() {
		return ""
	}
	return v.words.Clock(v.local(instant))
}

// secondsOf writes the instant as clockOf does, with its seconds.
func (v *visit) secondsOf(instant time.Time) string {
	if instant.IsZero() {
		return ""
	}
	return v.local(instant).Format(v.words.Text("story.clock"))
}

// dayAndClock writes the instant as clockOf does, with its date where that is
// another than the one the page is about.
func (v *visit) dayAndClock(instant time.Time, about roll.Date) string {
	if instant.IsZero() || roll.DateOf(instant, v.school.Zone) == about {
		return v.clockOf(instant)
	}
	return v.words.ShortDate(v.local(instant)) + " " + v.clockOf(instant)
}

// spanOf writes how long something took; what is too short to count has words too.
func (v *visit) spanOf(took time.Duration) string {
	if took < time.Second {
		return v.words.Text("story.moment")
	}
	return v.words.Span(took)
}

// errSignIn asks for a sign-in, after which the request goes on.
var errSignIn = echo.NewHTTPError(http.StatusUnauthorized, "nobody is signed in")

// signedIn wraps a handler for people who are signed in.
func (s *shell) signedIn(handle func(*visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		if err := s.standing(v); err != nil {
			return err
		}
		return handle(v)
	}
}

func (s *shell) visit(c echo.Context) (*visit, error) {
	ctx := c.Request().Context()
	current, ok := s.sessions.Current(ctx)
	if !ok {
		return nil, errSignIn
	}
	if current.Cover {
		return s.visitOfCover(c, current.Person)
	}
	person, memberships, err := s.people.Person(ctx, current.Person)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return nil, err
	}
	if err != nil || person.Disabled || person.Epoch != int64(current.Epoch) {
		if err := s.sessions.SignOut(ctx); err != nil {
			return nil, err
		}
		return nil, errSignIn
	}
	device, _ := s.devices.Load(c.Request())
	return &visit{
		Context: c, ctx: ctx, words: s.wordsOf(c), device: device, person: person, memberships: memberships,
	}, nil
}

// inSchool wraps a handler for members of the school in the address who may do the
// action. Another school's anything is not found, the same bytes as nonsense.
func (s *shell) inSchool(action auth.Action, handle func(*visit) error) echo.HandlerFunc {
	return s.signedIn(func(v *visit) error {
		id := roll.SchoolID(v.Param("school"))
		for _, membership := range v.memberships {
			if membership.School == id {
				v.role = membership.Role
			}
		}
		if v.role == "" {
			return echo.ErrNotFound
		}
		if !auth.Can(v.role, action) {
			return echo.ErrForbidden
		}
		if err := v.withinReach(); err != nil {
			return err
		}
		v.school.ID = id
		if err := s.readConnection(v); err != nil {
			return err
		}
		return handle(v)
	})
}

// readConnection reads the visit's school and how its service behaves now.
func (s *shell) readConnection(v *visit) (err error) {
	v.school, v.connection, err = s.schools.SchoolAndConnection(v.ctx, v.school.ID)
	if err != nil || v.connection.Sending() {
		return err
	}
	v.backlog, err = s.schools.Backlog(v.ctx, v.school.ID)
	return err
}

func (s *shell) wordsOf(c echo.Context) *language.Words {
	return s.words.For(c.Request().Header.Get("Accept-Language"))
}

// page is what the layout of a page needs.
func (s *shell) page(v *visit, title, nav string) views.Page {
	page := s.barePage(v.Context, v.words, v.device, title)
	page.Person = &views.Person{ID: v.person.ID, Name: v.name(), Role: v.role, SingleKeys: v.person.SingleKeys}
	page.Guard = s.tokens.FormToken(s.sessions.Binding(v.ctx))
	if v.school.ID != "" {
		page.School = &views.School{ID: v.school.ID, Name: v.school.Name, Several: len(v.memberships) > 1}
		page.Nav, page.Links = nav, linksOf(v.role)
		page.Alone = !auth.Can(v.role, auth.SeeStudents)
		page.Light = s.light(v)
		page.Finder = auth.Can(v.role, auth.SeeDay)
		page.Office = page.Finder
		page.AsksProof = s.asksProof(v, nav)
	}
	return page
}

// officePage is a page with the office's stylesheet.
func (s *shell) officePage(v *visit, title, nav string) views.Page {
	page := s.page(v, title, nav)
	page.Office = true
	return page
}

// withMarks is a page that shows marks: where the school system's day cannot be read, it
// says whose they are.
func (s *shell) withMarks(v *visit, page views.Page) views.Page {
	readable, err := s.readers.CanRead(v.ctx, v.school)
	// A school that cannot be asked is one that cannot be read.
	page.OwnMarks = err != nil || !readable
	return page
}

// linksOf is what the navigation offers the role besides the classes.
func linksOf(role roll.Role) []string {
	var links []string
	if auth.Can(role, auth.SeeDay) {
		links = append(links, views.NavDay)
	}
	if auth.Can(role, auth.SeeConnection) {
		links = append(links, views.NavConnection)
	}
	if auth.Can(role, auth.SeeSettings) && len(roomsOf(role)) > 0 {
		links = append(links, views.NavSettings)
	}
	return links
}

// barePage is the page of nobody in particular.
func (s *shell) barePage(c echo.Context, words *language.Words, device session.Device, title string) views.Page {
	page := views.Page{
		Words: words, Paths: s.paths, Assets: s.assets, Title: title, Theme: string(device.Theme),
		Address: s.paths.Base() + c.Request().URL.RequestURI(), Demo: s.demo.bar(),
	}
	if base := s.paths.Base(); base != "" && strings.HasPrefix(c.Request().URL.Path, base+"/") {
		page.Address = c.Request().URL.RequestURI()
	}
	return page
}

// unchecked is the age from which an answer says nothing about now any more.
const unchecked = 15 * time.Minute

// light is how the school's service behaves, for the page's head.
func (s *shell) light(v *visit) *part.Light {
	light := &part.Light{
		Waiting: v.backlog.Waiting, Admin: auth.Can(v.role, auth.ManageKeys), Office: auth.Can(v.role, auth.SeeConnection),
		KeyAddress: s.paths.Connection(string(v.school.ID)), Held: part.HeldBy(v.connection),
	}
	connection := v.connection
	switch {
	case connection.Pause == roll.PausedStudents:
		light.State, light.Clock, light.Address = part.OthersNamed, v.clockOf(connection.PausedSince), s.paths.Others(string(v.school.ID))
	case connection.Copied:
		light.State = part.CopyPaused
	case connection.Pause == roll.PausedKey:
		light.State, light.Clock = part.KeyRefused, v.clockOf(connection.PausedSince)
	case connection.Pause != roll.NotPaused:
		light.State, light.Clock = part.Silent, v.clockOf(connection.PausedSince)
	case connection.Unproven:
		light.State, light.Address = part.Unproven, s.paths.ProofTry(string(v.school.ID), "", "", "")
	case connection.Failing():
		light.State, light.Clock = part.Silent, v.clockOf(connection.FailingSince)
	case connection.WaitUntil.After(s.clock()):
		light.State = part.Slow
	case connection.LastOK.IsZero():
		return nil
	case s.clock().Sub(connection.LastOK) > unchecked:
		light.State, light.Clock = part.NotChecked, v.clockOf(connection.LastOK)
	default:
		light.State, light.Clock = part.Answering, v.clockOf(connection.LastOK)
	}
	return light
}

// render writes the component whole or not at all: it is rendered before the
// status line goes out.
func (s *shell) render(c echo.Context, status int, component templ.Component) error {
	buffer, _ := s.buffers.Get().(*bytes.Buffer)
	if buffer == nil {
		buffer = new(bytes.Buffer)
	}
	defer s.buffers.Put(buffer)
	buffer.Reset()
	// A body that does not arrive ends the request's context, and is answered all the same.
	if err := component.Render(context.WithoutCancel(c.Request().Context()), buffer); err != nil {
		return err
	}
	c.Response().Header().Add("Vary", "HX-Request")
	return c.Blob(status, echo.MIMETextHTMLCharsetUTF8, buffer.Bytes())
}

// byScript tells whether htmx asks for a fragment; a page that it restores is
// answered whole.
func byScript(c echo.Context) bool {
	header := c.Request().Header
	return header.Get("HX-Request") == "true" && header.Get("HX-History-Restore-Request") != "true" && header.Get("HX-Boosted") != "true"
}

// goTo sends the browser to the address with GET.
func goTo(c echo.Context, address string) error {
	if byScript(c) {
		c.Response().Header().Set("HX-Redirect", address)
		return c.NoContent(http.StatusOK)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// Readers tell whether a school's day can be read back.
type Readers interface {
	CanRead(ctx context.Context, school roll.School) (bool, error)
}

// client names who asks, for limits: the person, else the address.
func (s *shell) client(c echo.Context) string {
	if current, ok := s.sessions.Current(c.Request().Context()); ok {
		return "person " + string(current.Person)
	}
	return "address " + c.RealIP()
}

// asksProof tells whether the page asks an admin for the proof of a school that was connected
// before. While other students are named, that is what has to be seen to.
func (s *shell) asksProof(v *visit, nav string) bool {
	of := nav == views.NavSettings || nav == views.NavConnection
	return of && mayProve(v) && v.connection.Pause != roll.PausedStudents && proof.Asks(v.school)
}

// mayProve tells whether the person sees to the school's connection.
func mayProve(v *visit) bool { return auth.Can(v.role, auth.ManageConnection) }

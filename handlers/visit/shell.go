package visit

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
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/services"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/language"
	"rollbook/web/lists/rosters"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Shell provides what every page needs: words, addresses, the visitor and the visitor's school.
type Shell struct {
	Words    *language.Catalogue
	Paths    paths.Paths
	Assets   *static.Assets
	Sessions *session.Sessions
	Devices  *session.Devices
	Passes   *session.Tablets
	Tokens   *auth.Tokens
	Streams  *Streams
	// Demo is nil outside the demonstration.
	Demo  *Demonstration
	Clock func() time.Time
	// Connections reports whether a school's day can be read.
	Connections *services.Services
	store       *store.Store
	tablets     *tablets.Tablets
	rosters     *rosters.Rosters
	buffers     sync.Pool
}

// SaveToken makes the token of one press on the visitor's page.
func (s *Shell) SaveToken(v *Visit) roll.Token { return s.Tokens.Of(v.Person.ID, v.School.Generation) }

// NewShell returns the shell that all pages of the program share.
func NewShell(app *web.App) *Shell {
	shell := &Shell{
		Words: app.Words, Paths: app.Paths, Assets: app.Assets, Sessions: app.Sessions, Devices: app.Devices, Passes: app.Passes,
		Tokens: app.Tokens, Clock: app.Clock, Connections: app.Services, store: app.Store, tablets: app.Tablets, rosters: app.Rosters,
		Streams: NewStreams(auth.NewStandings(app.Store.Standings), app.Stopping),
	}
	if app.Demo != nil {
		shell.Demo = &Demonstration{Demo: app.Demo}
	}
	return shell
}

// Visit is a request of a known visitor.
type Visit struct {
	echo.Context
	Identity
	Ctx    context.Context
	Words  *language.Words
	Device session.Device
	// School, Role and Connection are set only inside a school.
	School     roll.School
	Role       roll.Role
	Connection roll.Connection
	// MarksVersion is the version of the school's marks when the request came; 0 when unknown.
	MarksVersion int64
	// Backlog is counted only while nothing is sent.
	Backlog roll.Backlog
	// Opening proves the PIN with which staff opened the screen of a tablet for students; empty before and
	// elsewhere.
	Opening string
	// signed is the person who gave a PIN on a shared device; empty before and elsewhere.
	signed roll.Actor
}

// Actor returns the visitor for saves and their history.
func (v *Visit) Actor() roll.Actor {
	if v.signed.Person != "" {
		return v.signed
	}
	return roll.Actor{Person: v.Person.ID, Name: v.Person.Name, Role: v.Role}
}

// Local returns the instant in the school's time zone.
func (v *Visit) Local(instant time.Time) time.Time { return instant.In(v.School.Zone) }

// ClockOf formats the time of day in the school's zone, "" for none.
func (v *Visit) ClockOf(instant time.Time) string {
	if instant.IsZero() {
		return ""
	}
	return v.Words.Clock(v.Local(instant))
}

// SecondsOf is ClockOf with seconds.
func (v *Visit) SecondsOf(instant time.Time) string {
	if instant.IsZero() {
		return ""
	}
	return v.Local(instant).Format(v.Words.Text("story.clock"))
}

// DayAndClock is ClockOf with the date, if that differs from the page's.
func (v *Visit) DayAndClock(instant time.Time, about roll.Date) string {
	if instant.IsZero() || roll.DateOf(instant, v.School.Zone) == about {
		return v.ClockOf(instant)
	}
	return v.Words.ShortDate(v.Local(instant)) + " " + v.ClockOf(instant)
}

// SpanOf formats a duration. Less than a second has its own text.
func (v *Visit) SpanOf(took time.Duration) string {
	if took < time.Second {
		return v.Words.Text("story.moment")
	}
	return v.Words.Span(took)
}

// errSignIn asks for a sign-in, after which the request continues.
var errSignIn = echo.NewHTTPError(http.StatusUnauthorized, "nobody is signed in")

// InSchool wraps a handler for members of the school in the address who may do the action. Anything of
// another school is "not found", with the same bytes as a nonsense address.
func (s *Shell) InSchool(action auth.Action, handle func(*Visit) error) echo.HandlerFunc {
	return s.admitted(func(v *Visit) error {
		if err := s.enter(v, roll.SchoolID(v.Param("school")), action); err != nil {
			return err
		}
		if err := v.Within(v, v.Request().Form); err != nil {
			return err
		}
		return handle(v)
	})
}

// enter admits a member of the school who may do the action there.
func (s *Shell) enter(v *Visit, school roll.SchoolID, action auth.Action) error {
	for _, membership := range v.Memberships {
		if membership.School == school {
			v.Role = membership.Role
		}
	}
	if v.Role == "" {
		return echo.ErrNotFound
	}
	if !v.May(action) {
		return echo.ErrForbidden
	}
	if v.admission.School.ID == school {
		v.School, v.Connection, v.MarksVersion = v.admission.School, v.admission.Connection, v.admission.MarksVersion
		return s.readBacklog(v)
	}
	v.School.ID = school
	return s.ReadConnection(v)
}

// May reports whether the visitor may do the action in the school.
func (v *Visit) May(action auth.Action) bool {
	return auth.Can(v.Role, action) && (action != auth.TakeRoll || v.MaySave())
}

// ReadConnection reads the visit's school and its service's present state.
func (s *Shell) ReadConnection(v *Visit) (err error) {
	v.School, v.Connection, err = s.store.SchoolAndConnection(v.Ctx, v.School.ID)
	if err != nil {
		return err
	}
	return s.readBacklog(v)
}

// readBacklog counts the waiting marks while nothing is sent.
func (s *Shell) readBacklog(v *Visit) (err error) {
	if !v.Connection.Sending() {
		v.Backlog, err = s.store.Backlog(v.Ctx, v.School.ID)
	}
	return err
}

// WordsOf returns the words in the language of the visitor's browser.
func (s *Shell) WordsOf(c echo.Context) *language.Words {
	return s.Words.For(c.Request().Header.Get("Accept-Language"))
}

// Page fills in the layout of a page.
func (s *Shell) Page(v *Visit, title, nav string) layout.Page {
	page := s.BarePage(v.Context, v.Words, v.Device, title)
	page.Person = &layout.Person{ID: v.Person.ID, Name: v.Name, Role: v.Role, SingleKeys: v.Person.SingleKeys, HasAccount: v.HasPassword}
	page.Guard = s.Tokens.FormToken(s.binding(v))
	if v.School.ID != "" {
		page.School = &layout.School{ID: v.School.ID, Name: v.School.Name, Several: len(v.Memberships) > 1, Generation: v.School.Generation}
		page.Nav, page.Links = nav, linksOf(v.Role)
		page.Alone, page.Door = !auth.Can(v.Role, auth.SeeStudents), v.Confined
		if page.Door {
			page.Person.Name = v.Person.Name
			now := s.Clock()
			page.Keeping = s.keeping(v, now)
			if page.Demo != nil {
				page.Demo.Tablet = true
			}
			page.Awake = &layout.Awake{Now: now, Ends: v.School.Today(now).End(v.School.Zone)}
		}
		page.Light = s.Light(v)
		page.Finder = auth.Can(v.Role, auth.SeeDay)
		page.Office = page.Finder
		page.AsksProof = s.asksProof(v, nav)
		if nav == layout.NavSettings {
			page.Rooms = RoomsOf(v.Role)
		}
	}
	return page
}

// binding returns the session for the forms of a page, or the device without one.
func (s *Shell) binding(v *Visit) string {
	if !v.InSession {
		return v.Device.ID
	}
	return s.Sessions.Binding(v.Ctx)
}

// OfficePage is a page with the office's stylesheet.
func (s *Shell) OfficePage(v *Visit, title, nav string) layout.Page {
	page := s.Page(v, title, nav)
	page.Office = true
	return page
}

// WithMarks prepares a page where people act on missing marks: if the school system's day cannot be read,
// the page states that it shows only Rollbook's marks.
func (s *Shell) WithMarks(v *Visit, page layout.Page) layout.Page {
	page.OwnMarks = s.OwnMarks(v)
	return page
}

// OwnMarks reports whether pages show only the marks of Rollbook: the school system's day cannot be read, or
// that is unknown.
func (s *Shell) OwnMarks(v *Visit) bool {
	readable, err := s.Connections.CanRead(v.Ctx, v.School)
	return err != nil || !readable
}

// linksOf returns the navigation's links for the role, apart from the classes.
func linksOf(role roll.Role) []string {
	var links []string
	if auth.Can(role, auth.SeeDay) {
		links = append(links, layout.NavDay)
	}
	if auth.Can(role, auth.SeeConnection) {
		links = append(links, layout.NavConnection)
	}
	if auth.Can(role, auth.SeeSettings) && len(RoomsOf(role)) > 0 {
		links = append(links, layout.NavSettings)
	}
	return links
}

// BarePage returns a page without a visitor.
func (s *Shell) BarePage(c echo.Context, words *language.Words, device session.Device, title string) layout.Page {
	page := layout.Page{
		Words: words, Paths: s.Paths, Assets: s.Assets, Title: title, Theme: string(device.Theme),
		Address: s.Paths.Base() + c.Request().URL.RequestURI(), Demo: s.Demo.bar(words, s.Clock()),
	}
	if base := s.Paths.Base(); base != "" && strings.HasPrefix(c.Request().URL.Path, base+"/") {
		page.Address = c.Request().URL.RequestURI()
	}
	return page
}

// unchecked is the age from which an answer no longer shows the service's present state.
const unchecked = 15 * time.Minute

var pausedLights = map[roll.Pause]part.LightState{
	roll.NotPaused: "", roll.PausedKey: part.KeyRefused, roll.PausedAddress: part.Silent, roll.PausedStudents: part.OthersNamed,
}

// Light returns the state of the school's service, for the page's head.
func (s *Shell) Light(v *Visit) *part.Light {
	light := &part.Light{
		Waiting: v.Backlog.Waiting, Admin: auth.Can(v.Role, auth.ManageKeys), Office: auth.Can(v.Role, auth.SeeConnection),
		KeyAddress: s.Paths.Connection(string(v.School.ID)), Held: part.HeldBy(v.Connection),
	}
	connection := v.Connection
	switch {
	case connection.Pause == roll.PausedStudents:
		light.State, light.Clock, light.Address = part.OthersNamed, v.ClockOf(connection.PausedSince), s.Paths.Others(string(v.School.ID))
	case connection.Copied:
		light.State = part.CopyPaused
	case connection.Pause != roll.NotPaused:
		light.State, light.Clock = pausedLights[connection.Pause], v.ClockOf(connection.PausedSince)
	case connection.Unproven:
		light.State, light.Address = part.Unproven, s.Paths.ProofTry(string(v.School.ID), "", "", "")
	case connection.Failing():
		light.State, light.Clock = part.Silent, v.ClockOf(connection.FailingSince)
	case connection.WaitUntil.After(s.Clock()):
		light.State = part.Slow
	case connection.LastOK.IsZero():
		return nil
	case s.Clock().Sub(connection.LastOK) > unchecked:
		light.State, light.Clock = part.NotChecked, v.ClockOf(connection.LastOK)
	default:
		light.State, light.Clock = part.Answering, v.ClockOf(connection.LastOK)
	}
	return light
}

// Render renders the component completely before it writes the status line.
func (s *Shell) Render(c echo.Context, status int, component templ.Component) error {
	buffer, _ := s.buffers.Get().(*bytes.Buffer)
	if buffer == nil {
		buffer = new(bytes.Buffer)
	}
	defer s.buffers.Put(buffer)
	buffer.Reset()
	// An upload that stops ends the request's context. It is answered anyway.
	if err := component.Render(context.WithoutCancel(c.Request().Context()), buffer); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Add("Vary", "HX-Request")
	if !ByScript(c) {
		// The browser requests it before it has parsed the page (RFC 8288).
		header.Set("Link", "<"+s.Assets.Path("rollbook.css")+">; rel=preload; as=style")
	}
	return c.Blob(status, echo.MIMETextHTMLCharsetUTF8, buffer.Bytes())
}

// ByScript reports whether htmx requests a fragment. It returns false for a page restored from its history,
// which is answered whole.
func ByScript(c echo.Context) bool {
	header := c.Request().Header
	return header.Get("HX-Request") == "true" && header.Get("HX-History-Restore-Request") != "true" && header.Get("HX-Boosted") != "true"
}

// GoTo sends the browser to the address with GET.
func GoTo(c echo.Context, address string) error {
	if ByScript(c) {
		c.Response().Header().Set("HX-Redirect", address)
		return c.NoContent(http.StatusOK)
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// LeadOn sends the browser to the address without a redirect.
func LeadOn(c echo.Context, address string) error {
	if ByScript(c) {
		return GoTo(c, address)
	}
	c.Response().Header().Set("Refresh", "0;url="+address)
	return c.HTML(http.StatusOK, "")
}

// Client names the client for limits: the person, or the address.
func (s *Shell) Client(c echo.Context) string {
	if current, ok := s.Sessions.Current(c.Request().Context()); ok {
		return "person " + string(current.Person)
	}
	return "address " + c.RealIP()
}

// asksProof reports whether the page asks an admin to prove a school that was connected before. Answers with
// other students must be resolved first.
func (s *Shell) asksProof(v *Visit, nav string) bool {
	of := nav == layout.NavSettings || nav == layout.NavConnection
	return of && MayProve(v) && v.Connection.Pause != roll.PausedStudents && proof.Asks(v.School)
}

// MayProve reports whether the person manages the school's connection.
func MayProve(v *Visit) bool { return auth.Can(v.Role, auth.ManageConnection) }

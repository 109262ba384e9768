// Package visit contains what every page needs: the visitor and the school, the page's layout and words, error pages,
// and the streams of events. A page's handler is a method that takes a Visit and returns an error, which Problems turns
// into an answer.
package visit

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
	"rollbook/web/identity/session"
	"rollbook/web/language"
	"rollbook/web/lists/rosters"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store"
)

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
	// Versions are those of the school's data when the request came.
	Versions roll.Versions
	// Backlog is counted only while nothing is sent.
	Backlog roll.Backlog
	// Opening proves the PIN with which staff opened the screen of a tablet for students; empty before and
	// elsewhere.
	Opening  string
	services *services
	// refused is the press that the page shows again, and page its address; nil and empty for other pages.
	refused *roll.Error
	page    string
	// failed is the first error of the page's readings (Keep).
	failed error
	// signed is the person who gave a PIN on a shared device; empty before and elsewhere.
	signed roll.Actor
}

// services are behind every visit.
type services struct {
	sessions *session.Sessions
	devices  *session.Devices
	tokens   *auth.Tokens
	rosters  *rosters.Rosters
	store    *store.Store
	clock    func() time.Time
	// turn reads files one at a time.
	turn *tables.Turn
}

// Actor returns the visitor for saves and their history.
func (v *Visit) Actor() roll.Actor {
	if v.signed.Person != "" {
		return v.signed
	}
	return roll.Actor{Person: v.Person.ID, Name: v.Person.Name, Role: v.Role}
}

// Now returns the present time.
func (v *Visit) Now() time.Time { return v.services.clock() }

// Today returns the present date in the school.
func (v *Visit) Today() roll.Date { return v.School.Today(v.Now()) }

// SaveToken makes the token of one press on the visitor's page.
func (v *Visit) SaveToken() roll.Token { return v.SaveTokenIn(v.School.Generation) }

// SaveTokenIn is SaveToken for a page of the school's generation.
func (v *Visit) SaveTokenIn(generation int64) roll.Token {
	return v.services.tokens.Of(v.Person.ID, generation)
}

// TokenBeside returns the token of a further save of the press with the token, for a page of the generation. Number
// distinguishes the further saves.
func (v *Visit) TokenBeside(token roll.Token, generation, number int64) roll.Token {
	return v.services.tokens.Beside(token, v.Person.ID, generation, number)
}

// Generation returns the school's generation of the page with the visitor's token.
func (v *Visit) Generation(token roll.Token) (int64, error) {
	return v.services.tokens.Generation(token, v.Person.ID, v.School.Generation)
}

// HideSearch seals the words of a search for an address of the visitor's pages in the school.
func (v *Visit) HideSearch(words string) string {
	return v.services.tokens.HideSearch(words, v.Person.ID, v.School.ID, v.Now())
}

// Sought returns the words of the form's or the address's search, "" for none.
func (v *Visit) Sought() string {
	form := v.Request().Form
	return cmp.Or(form.Get("q"),
		v.services.tokens.ShowSearch(form.Get("sought"), v.Person.ID, v.School.ID, v.Now()))
}

// PressToken makes the token of a page whose press makes secrets: a repeated press shows the same ones, although
// only their hashes are stored.
func (v *Visit) PressToken() roll.Token { return v.services.tokens.New(v.Person.ID) }

// Owns reports whether the token was made for the visitor by PressToken.
func (v *Visit) Owns(token roll.Token) bool {
	return v.services.tokens.Check(token, v.Person.ID) == nil
}

// Pressed returns the token of PressToken from the form's field "press". It returns roll.Malformed for any other text.
func (v *Visit) Pressed() (roll.Token, error) {
	text := v.Request().PostForm.Get("press")
	if err := v.services.tokens.Check(roll.Token(text), v.Person.ID); err != nil {
		return "", roll.Problem(roll.Malformed, "problem.what.400").Because(err)
	}
	return roll.Token(text), nil
}

// WithPress wraps the handler of a press that makes secrets (Pressed).
func WithPress(handle func(*Visit, roll.Token) error) func(*Visit) error {
	return func(v *Visit) error {
		press, err := v.Pressed()
		if err != nil {
			return err
		}
		return handle(v, press)
	}
}

// Remember stores the device's choices in its cookie.
func (v *Visit) Remember(device session.Device) error {
	return v.services.devices.Save(v.Response(), device)
}

// ChooseSchool stores the school for the session's next requests.
func (v *Visit) ChooseSchool() { v.services.sessions.ChooseSchool(v.Ctx, v.School.ID) }

// Local returns the instant in the school's time zone.
func (v *Visit) Local(instant time.Time) time.Time { return instant.In(v.School.Zone) }

// ClockOf formats the time of day in the school's zone, "" for none.
func (v *Visit) ClockOf(instant time.Time) string { return v.Words.ClockIn(instant, v.School.Zone) }

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

// May reports whether the visitor may do the action in the school.
func (v *Visit) May(action auth.Action) bool {
	return auth.Can(v.Role, action) && (action != auth.TakeRoll || v.MaySave())
}

// Identity is the visitor: a person with an account, the holder of a pass, or a tablet. auth.Can defines the
// rights of its role in a school. Visit.Actor names it in the history.
type Identity struct {
	// Person contains its id, its name for the history, and its preferences.
	Person      roll.Person
	Memberships []roll.Membership
	// Name is the name on pages.
	Name string
	// Account is the key for counting its open streams.
	Account string
	// Home is the address of its first page.
	Home string
	// Chooses is false for a pass to one roll: there is no school or class to choose, and a browser does not
	// remember the opened one.
	Chooses bool
	// HasPassword is true when it signs in with its own password.
	HasPassword bool
	// InFirstStep is true for a person who gave the password and lacks the second factor (AfterPassword).
	InFirstStep bool
	// InSession is true when it depends on a session, which can end on its own.
	InSession bool
	// Confined is true for a tablet: it has only the rolls of Classes and no other pages.
	Confined bool
	Classes  []roll.TabletClass
	// Mode is the use of a tablet; empty otherwise.
	Mode roll.TabletMode
	// Sounds is true for a tablet that plays a sound with each tap.
	Sounds bool
	// admission contains the school that was read with the person; empty for none.
	admission roll.Admission
	Bounds
}

// Bounds are the methods in which the kinds of identity differ. Each kind has its own file. Only identify
// distinguishes them.
type Bounds interface {
	// Admit checks, with every request, whether the identity is still valid, and records its use. It returns
	// nil when it is. Background requests do not count as use.
	Admit(ctx context.Context, now time.Time, background bool) *EndedError
	// Within restricts the form of a request inside the visit's school to the identity's own rolls. It
	// answers anything else with "not found".
	Within(v *Visit, form url.Values) error
	// Holds reports whether an open stream may continue, by the present standing.
	Holds(standing roll.Standing, now time.Time) bool
	// MaySave reports whether the person who would save a roll is known. An identity with auth.TakeRoll but
	// without a known person may only look.
	MaySave() bool
	// MayTake reports whether it may take the roll of the link without signing in as someone new.
	MayTake(link roll.CoverLink) bool
	// Prefer stores the preferences for its pages, for as long as the identity lasts.
	Prefer(ctx context.Context, chosen roll.Preferences) error
}

// Sign sets the person in front of a shared tablet for this request. The person has a teacher's rights there:
// the office's rights need more than a PIN.
func (v *Visit) Sign(holder roll.PINHolder) {
	v.signed = roll.Actor{Person: holder.Person, Name: holder.Name, Role: roll.Teacher, Tablet: v.Person.Name}
}

// Own reports whether by is the visitor: the person, or any person on this tablet.
func (v *Visit) Own(by roll.Actor) bool {
	if !v.MaySave() && by.Tablet != "" {
		return by.Tablet == v.Person.Name
	}
	return by.Person == v.Actor().Person
}

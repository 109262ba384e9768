package entry_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// otherKind stores each session as one of the kind.
type otherKind struct {
	session.Store
	kind session.Kind
}

// CommitOwned writes the kind into the session.
func (o otherKind) CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	as := fmt.Appendf(nil, `{"kind":%q,`, o.kind)
	return o.Store.CommitOwned(ctx, token, append(as, bytes.TrimPrefix(data, []byte("{"))...), expiry, person)
}

// sessionOf returns the cookie of a session of the teacher that claims to be of the kind.
func sessionOf(t *testing.T, p *apptest.Program, kind session.Kind) string {
	t.Helper()
	person, _, err := p.App.Store.Person(t.Context(), apptest.Teacher)
	apptest.Must(t, err)
	sessions := session.NewSessions(otherKind{p.App.Store.Sessions(time.Now), kind}, session.ScopeOf(nil), func(*http.Request) bool { return false })
	begin := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		apptest.Must(t, sessions.SignIn(r.Context(), person.ID, int(person.Epoch), time.Now()))
	})
	recorder := httptest.NewRecorder()
	sessions.Handler(begin, func(_ http.ResponseWriter, _ *http.Request, err error) { t.Error(err) }).
		ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
	cookies := recorder.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies set", len(cookies))
	}
	return cookies[0].Name + "=" + cookies[0].Value
}

func TestASessionOfAnotherKindSignsNoPersonIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Visit(t).Get(apptest.EightB, "Cookie", sessionOf(t, p, session.Account)).Want(t, http.StatusOK)
	for _, kind := range []session.Kind{session.CoverLink, "of a later version"} {
		p.Visit(t).Get(apptest.EightB, "Cookie", sessionOf(t, p, kind)).Want(t, http.StatusSeeOther)
	}
}

// remembered lists the classes that the visitor's browser has opened.
func remembered(t *testing.T, p *apptest.Program, v *apptest.Visitor) []roll.ClassID {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.AddCookie(&http.Cookie{Name: "rollbook_device", Value: v.Cookie("rollbook_device")})
	device, known := p.App.Identity.Devices.Load(request)
	if !known {
		t.Fatal("the browser is not known")
	}
	return device.Visit(apptest.Harbour).Classes
}

func TestABrowserDoesNotRememberTheClassOfACover(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	ines.CoverRoll().Want(t, http.StatusOK)
	if classes := remembered(t, p, ines); len(classes) > 0 {
		t.Errorf("after a cover the browser remembers %q", classes)
	}
	anna := p.As(t, apptest.Teacher)
	anna.Get(apptest.EightB).Want(t, http.StatusOK)
	if classes := remembered(t, p, anna); !slices.Equal(classes, []roll.ClassID{"8B"}) {
		t.Errorf("after a teacher the browser remembers %q", classes)
	}
}

func TestTheOfficeSeesWhenACoverLastUsedTheLink(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office := p.As(t, apptest.OfficeWorker)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	want := func(at string) {
		t.Helper()
		if says := office.Get(apptest.CoversPath).Text(".uses"); !strings.Contains(says, "last at "+at) {
			t.Errorf("the list says %q, want %s", says, at)
		}
	}
	want("08:3")
	clock.Forward(20 * time.Minute)
	ines.Get(apptest.RollPath+"/statuses").Want(t, http.StatusOK)
	want("08:3")
	ines.CoverRoll().Want(t, http.StatusOK)
	want("08:5")
}

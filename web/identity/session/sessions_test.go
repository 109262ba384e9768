package session_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

func rollPerson(id string) roll.PersonID { return roll.PersonID(id) }

func sessions(store *memory) *session.Sessions {
	return session.NewSessions(store, session.ScopeOf(nil), isPoll)
}

func TestTheSessionCookieIsARandomNumberAndTheDatabaseHoldsTheRest(t *testing.T) {
	t.Parallel()
	store := newMemory()
	b := newBrowser(sessions(store))
	cookie := b.signIn(t, "ada-lovelace")
	if len(cookie.Value) != 43 || strings.Contains(cookie.Value, "ada") {
		t.Errorf("cookie %q", cookie.Value)
	}
	if got := b.current("/"); got.Person != "ada-lovelace" || got.Epoch != 1 {
		t.Errorf("signed in: %+v", got)
	}
	for key, kept := range store.rows {
		if key == cookie.Value || bytes.Contains(kept.data, []byte(cookie.Value)) {
			t.Error("the database holds the token itself")
		}
	}
}

func TestASessionDeletedInTheDatabaseIsOverAtOnce(t *testing.T) {
	t.Parallel()
	store := newMemory()
	b := newBrowser(sessions(store))
	b.signIn(t, "ada")
	clear(store.rows)
	if got := b.current("/"); got.Person != "" {
		t.Errorf("still signed in: %+v", got)
	}
}

func TestSigningInMakesANewTokenAndEndsTheOldSession(t *testing.T) {
	t.Parallel()
	b := newBrowser(sessions(newMemory()))
	first := b.signIn(t, "ada")
	b.do("/", func(_ http.ResponseWriter, r *http.Request) { b.sessions.ChooseSchool(r.Context(), "north") })
	second := b.signIn(t, "bob")
	if first.Value == second.Value {
		t.Error("the token stays the same")
	}
	if got := b.current("/"); got.Person != "bob" || got.School != "" {
		t.Errorf("after signing in as somebody else: %+v", got)
	}
	b.cookies[first.Name] = first
	if got := b.current("/"); got.Person != "" {
		t.Errorf("the old token is good for %+v", got)
	}
}

func TestAnInventedTokenIsNeverAccepted(t *testing.T) {
	t.Parallel()
	b := newBrowser(sessions(newMemory()))
	b.cookies["rollbook_session"] = &http.Cookie{Name: "rollbook_session", Value: "planted"}
	if cookie := b.signIn(t, "ada"); cookie.Value == "planted" {
		t.Error("the planted token became a session")
	}
}

func TestSigningOutEndsTheSessionInTheDatabaseAndInTheBrowser(t *testing.T) {
	t.Parallel()
	store := newMemory()
	b := newBrowser(sessions(store))
	cookie := b.signIn(t, "ada")
	b.do("/sign-out", func(_ http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignOut(r.Context()); err != nil {
			t.Error(err)
		}
	})
	if len(b.cookies) != 0 || len(store.rows) != 0 {
		t.Errorf("%d cookies, %d rows left", len(b.cookies), len(store.rows))
	}
	b.cookies[cookie.Name] = cookie
	if got := b.current("/"); got.Person != "" {
		t.Errorf("the old cookie is good for %+v", got)
	}
}

func TestTheChosenSchoolStaysForTheSession(t *testing.T) {
	t.Parallel()
	store := newMemory()
	b := newBrowser(sessions(store))
	b.signIn(t, "ada")
	for range 3 {
		b.do("/", func(_ http.ResponseWriter, r *http.Request) { b.sessions.ChooseSchool(r.Context(), "north") })
	}
	if got := b.current("/"); got.School != "north" {
		t.Errorf("chosen: %+v", got)
	}
	if store.commits != 2 {
		t.Errorf("%d writes, want one to sign in and one for the choice", store.commits)
	}
}

func TestWithTwoSessionCookiesNobodyIsSignedIn(t *testing.T) {
	t.Parallel()
	b := newBrowser(sessions(newMemory()))
	cookie := b.signIn(t, "ada")
	for _, header := range []string{"planted; rollbook_session=" + cookie.Value, cookie.Value + "; rollbook_session=planted"} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Cookie", "rollbook_session="+header)
		b.send(request, func(_ http.ResponseWriter, r *http.Request) {
			if got, ok := b.sessions.Current(r.Context()); ok {
				t.Errorf("signed in: %+v", got)
			}
		})
	}
}

func TestASessionEndsAfterTwelveHoursHoweverBusy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBrowser(sessions(newMemory()))
		b.signIn(t, "ada")
		for range 71 {
			time.Sleep(10 * time.Minute)
			if b.current("/").Person != "ada" {
				t.Fatal("signed out early")
			}
		}
		time.Sleep(11 * time.Minute)
		if b.current("/").Person != "" {
			t.Error("signed in after twelve hours")
		}
	})
}

func TestAPageThatOnlyPollsIsSignedOutOnTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		b := newBrowser(sessions(store))
		b.signIn(t, "ada")
		for range 2*60*2 - 1 {
			time.Sleep(30 * time.Second)
			if b.current("/poll").Person != "ada" {
				t.Fatal("signed out early")
			}
		}
		if store.commits != 1 {
			t.Errorf("polling wrote %d times", store.commits-1)
		}
		time.Sleep(30 * time.Second)
		if b.current("/poll").Person != "" || len(store.rows) != 0 || len(b.cookies) != 0 {
			t.Error("signed in after two hours of polling")
		}
	})
}

func TestUseKeepsASessionAndIsWrittenAtMostEveryFiveMinutes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		b := newBrowser(sessions(store))
		b.signIn(t, "ada")
		for range 4 * 60 {
			time.Sleep(time.Minute)
			if b.current("/").Person != "ada" {
				t.Fatal("signed out while in use")
			}
		}
		if writes := store.commits - 1; writes != 48 {
			t.Errorf("%d writes in four hours, want 48", writes)
		}
	})
}

func TestASlowRequestDoesNotBringAnEndedSessionBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		b := newBrowser(sessions(store))
		b.signIn(t, "ada")
		time.Sleep(time.Hour)
		b.do("/slow", func(http.ResponseWriter, *http.Request) { clear(store.rows) })
		if len(store.rows) != 0 {
			t.Error("the session is back")
		}
	})
}

func TestALongAnswerNoticesThatItsSessionIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		b := newBrowser(sessions(store))
		b.signIn(t, "ada")
		b.do("/poll", func(_ http.ResponseWriter, r *http.Request) {
			if alive, err := b.sessions.Alive(r.Context()); !alive || err != nil {
				t.Errorf("Alive = %v, %v", alive, err)
			}
			time.Sleep(session.IdleTimeout)
			if alive, err := b.sessions.Alive(r.Context()); alive || err != nil {
				t.Errorf("idle: Alive = %v, %v", alive, err)
			}
		})
		b.signIn(t, "ada")
		b.do("/poll", func(_ http.ResponseWriter, r *http.Request) {
			clear(store.rows)
			if alive, err := b.sessions.Alive(r.Context()); alive || err != nil {
				t.Errorf("ended: Alive = %v, %v", alive, err)
			}
		})
	})
}

func TestTheCookieIsSetBeforeAnEventStreamBegins(t *testing.T) {
	t.Parallel()
	b := newBrowser(sessions(newMemory()))
	b.do("/events", func(w http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignIn(r.Context(), "ada", 1, time.Now()); err != nil {
			t.Error(err)
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		_, _ = w.Write([]byte("data: x\n\n"))
	})
	if len(b.set) != 1 {
		t.Errorf("%d cookies set, want 1", len(b.set))
	}
}

func TestWhenTheDatabaseIsGoneTheAnswerIsAnError(t *testing.T) {
	t.Parallel()
	store := newMemory()
	b := newBrowser(sessions(store))
	b.do("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignIn(r.Context(), "ada", 1, time.Now()); err != nil {
			t.Error(err)
		}
		store.broken = true
		if _, err := w.Write([]byte("welcome")); !errors.Is(err, session.ErrNotKept) {
			t.Errorf("Write: %v", err)
		}
	})
	if b.status != http.StatusInternalServerError || len(b.set) != 0 {
		t.Errorf("status %d, %d cookies", b.status, len(b.set))
	}
	b.cookies["rollbook_session"] = &http.Cookie{Name: "rollbook_session", Value: "x"}
	b.do("/", func(http.ResponseWriter, *http.Request) { t.Error("served without a session") })
	if b.status != http.StatusInternalServerError {
		t.Errorf("status %d", b.status)
	}
}

func TestFormTokensAreBoundToTheSessionWithoutShowingIt(t *testing.T) {
	t.Parallel()
	store := newMemory()
	one, other := newBrowser(sessions(store)), newBrowser(sessions(store))
	if got := one.binding(); got != "" {
		t.Errorf("binding %q before signing in", got)
	}
	cookie := one.signIn(t, "ada")
	other.signIn(t, "ada")
	if first, again := one.binding(), one.binding(); first != again || first == other.binding() || first == "" {
		t.Error("the binding is not the session's own")
	}
	if _, stored := store.rows[one.binding()]; stored || one.binding() == cookie.Value {
		t.Error("the binding gives the token or its hash away")
	}
}

func (b *browser) binding() string {
	var binding string
	b.do("/", func(_ http.ResponseWriter, r *http.Request) { binding = b.sessions.Binding(r.Context()) })
	return binding
}

func TestCookieNamesAndFlagsFollowThePublicAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]http.Cookie{
		"":                              {Name: "rollbook_session", Path: "/"},
		"http://localhost:8080":         {Name: "rollbook_session", Path: "/"},
		"https://roll.example":          {Name: "__Host-rollbook_session", Path: "/", Secure: true},
		"https://roll.example/":         {Name: "__Host-rollbook_session", Path: "/", Secure: true},
		"https://roll.example/rollbook": {Name: "__Secure-rollbook_session", Path: "/rollbook", Secure: true},
		"http://roll.example/rollbook/": {Name: "rollbook_session", Path: "/rollbook"},
	} {
		public, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if address == "" {
			public = nil
		}
		got := newBrowser(session.NewSessions(newMemory(), session.ScopeOf(public), isPoll)).signIn(t, "ada")
		if got.Name != want.Name || got.Path != want.Path || got.Secure != want.Secure || got.Domain != "" {
			t.Errorf("%s: %s", address, got)
		}
		if !got.HttpOnly || got.SameSite != http.SameSiteLaxMode || got.MaxAge != 12*60*60 && got.MaxAge != 12*60*60+1 {
			t.Errorf("%s: %s", address, got)
		}
	}
}

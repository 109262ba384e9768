package session_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/session"
)

// cover signs somebody in by a link that lasts so long, and is the session's cookie.
func (b *browser) cover(t *testing.T, person string, lasts time.Duration) *http.Cookie {
	t.Helper()
	b.do("/cover", func(_ http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignInCover(r.Context(), rollPerson(person), lasts); err != nil {
			t.Error(err)
		}
	})
	if len(b.set) != 1 {
		t.Fatalf("%d cookies set", len(b.set))
	}
	return b.set[0]
}

func TestACoversSessionEndsWithItsLinkInTheBrowserToo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBrowser(sessions(newMemory()))
		cookie := b.cover(t, "ines", time.Hour)
		if age := time.Duration(cookie.MaxAge) * time.Second; age > time.Hour || age < time.Hour-5*time.Second || cookie.Expires.After(time.Now().Add(time.Hour)) {
			t.Errorf("the cookie lasts %v, until %v", age, cookie.Expires)
		}
		if got := b.current("/"); got.Person != "ines" || !got.Cover {
			t.Errorf("signed in: %+v", got)
		}
		time.Sleep(30 * time.Minute)
		// Noting the use must not lengthen it.
		b.current("/")
		time.Sleep(30 * time.Minute)
		if got := b.current("/"); got != (session.Current{}) {
			t.Errorf("after the link's end: %+v", got)
		}
	})
}

func TestASessionIsACoversOnlyWhereALinkBeganIt(t *testing.T) {
	t.Parallel()
	b := newBrowser(sessions(newMemory()))
	first := b.signIn(t, "ada")
	second := b.cover(t, "ines", time.Hour)
	if first.Value == second.Value {
		t.Error("the token stays the same")
	}
	b.signIn(t, "ada")
	if got := b.current("/"); got.Person != "ada" || got.Cover {
		t.Errorf("signed in: %+v", got)
	}
}

package session_test

import (
	"bytes"
	"net/http"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/identity/session"
)

// cover signs a person in with a link that is valid for that long, and returns the session's cookie.
func (b *browser) cover(t *testing.T, person string, lasts time.Duration) *http.Cookie {
	t.Helper()
	b.do("/cover", func(_ http.ResponseWriter, r *http.Request) {
		if err := b.sessions.SignInWithPass(r.Context(), session.CoverLink, rollPerson(person), lasts); err != nil {
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
		if got := b.current("/"); got.Person != "ines" || got.Kind != session.CoverLink {
			t.Errorf("signed in: %+v", got)
		}
		time.Sleep(30 * time.Minute)
		// Recording the use must not extend it.
		b.current("/")
		time.Sleep(30 * time.Minute)
		if got := b.current("/"); !reflect.DeepEqual(got, session.Current{}) {
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
	if got := b.current("/"); got.Person != "ada" || got.Kind != session.Account {
		t.Errorf("signed in: %+v", got)
	}
}

func TestACoversSessionFromBeforeSessionsHadKindsIsStillOne(t *testing.T) {
	t.Parallel()
	store := newMemory()
	b := newBrowser(sessions(store))
	b.cover(t, "ines", time.Hour)
	for token, kept := range store.rows {
		old := bytes.Replace(kept.data, []byte(`"kind":"cover"`), []byte(`"cover":true`), 1)
		if bytes.Equal(old, kept.data) {
			t.Fatalf("the session is kept as %s", kept.data)
		}
		kept.data = old
		store.rows[token] = kept
	}
	if got := b.current("/"); got.Person != "ines" || got.Kind != session.CoverLink {
		t.Errorf("signed in: %+v", got)
	}
}

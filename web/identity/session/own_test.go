package session_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/identity/session"
)

// own returns the sessions that the browser's person can see.
func (b *browser) own(t *testing.T) []session.Own {
	t.Helper()
	var list []session.Own
	b.do("/poll", func(_ http.ResponseWriter, r *http.Request) {
		var err error
		if list, err = b.sessions.Own(r.Context()); err != nil {
			t.Error(err)
		}
	})
	return list
}

func (b *browser) endOwn(t *testing.T, id string) (ended bool) {
	t.Helper()
	b.do("/", func(_ http.ResponseWriter, r *http.Request) {
		var err error
		if ended, err = b.sessions.EndOwn(r.Context(), id); err != nil {
			t.Error(err)
		}
	})
	return ended
}

func TestAPersonSeesTheirOwnSessionsThisOneFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := sessions(newMemory())
		desk, phone, others := newBrowser(all), newBrowser(all), newBrowser(all)
		desk.signIn(t, "ada")
		began := time.Now()
		time.Sleep(time.Hour)
		phone.signIn(t, "ada")
		others.signIn(t, "bob")
		time.Sleep(10 * time.Minute)
		phone.current("/")
		list := desk.own(t)
		if len(list) != 2 || !list[0].This || list[1].This || list[0].ID == list[1].ID || list[0].ID == "" {
			t.Fatalf("listed: %+v", list)
		}
		if !list[0].Began.Equal(began) || !list[1].Used.Equal(time.Now()) || !list[0].Used.Equal(began) {
			t.Errorf("at %v: %+v", time.Now(), list)
		}
		time.Sleep(time.Hour)
		if list := phone.own(t); len(list) != 1 || !list[0].This {
			t.Errorf("an idle one is still listed: %+v", list)
		}
	})
}

func TestOnlyAnotherSessionOfOnesOwnCanBeEnded(t *testing.T) {
	t.Parallel()
	all := sessions(newMemory())
	desk, phone, others := newBrowser(all), newBrowser(all), newBrowser(all)
	desk.signIn(t, "ada")
	phone.signIn(t, "ada")
	others.signIn(t, "bob")
	foreign, this, other := others.own(t)[0].ID, desk.own(t)[0].ID, desk.own(t)[1].ID
	for what, id := range map[string]string{"somebody else's": foreign, "this one": this, "none": "nonsense", "an empty one": ""} {
		if desk.endOwn(t, id) {
			t.Errorf("%s was ended", what)
		}
	}
	if !desk.endOwn(t, other) || desk.endOwn(t, other) {
		t.Error("the other one is not ended once")
	}
	if phone.current("/").Person != "" || desk.current("/").Person != "ada" || others.current("/").Person != "bob" {
		t.Error("not that one alone ended")
	}
}

func TestASessionThatIsEndedDuringARequestStaysEnded(t *testing.T) {
	t.Parallel()
	all := sessions(newMemory())
	desk, phone := newBrowser(all), newBrowser(all)
	desk.signIn(t, "ada")
	phone.signIn(t, "ada")
	other := desk.own(t)[1].ID
	phone.do("/", func(_ http.ResponseWriter, r *http.Request) {
		if !desk.endOwn(t, other) {
			t.Error("it was not ended")
		}
		all.ChooseSchool(r.Context(), "north")
	})
	if got := phone.current("/"); got.Person != "" {
		t.Errorf("it is back: %+v", got)
	}
}

package store

import (
	"errors"
	"slices"
	"sync"

	"rollbook/web/roll"
)

func repeatSentences() []sentence {
	return []sentence{
		{"a token that comes again with the same content stores nothing and answers as before", aTokenThatComesAgainWithTheSame},
		{"a token that comes again after a newer mark does not bring the older one back", aTokenThatComesAgainAfterANewer},
		{"a token that comes again with other content is refused and says what it did first", aTokenThatComesAgainWithOtherContent},
		{"a repeated token is recognised by the longer hash of an earlier version", aTokenOfAVersionBefore},
		{"a token of another person is refused", aTokenOfAnotherPersonIsRefused},
		{"a token pressed twice at once is one save", pressTwiceAtOnce},
	}
}

func aTokenThatComesAgainWithTheSame(f *fixture) {
	t := f.t
	f.accept(t, press("theirs", present(), unseen(3)...))
	first := f.accept(t, press("mine", absent(), unseen(1, 2, 3)...))[0]
	f.clock.advance(1e9)
	again := f.accept(t, press("mine", absent(), unseen(1, 2, 3)...))[0]
	if !again.Repeated || !slices.Equal(again.Kept, first.Kept) {
		t.Errorf("first %+v, then %+v", first, again)
	}
	if len(again.Held) != 1 || again.Held[0].Enrolment != 3 || again.Held[0].Theirs.Save != "theirs" {
		t.Errorf("held the second time: %+v", again.Held)
	}
	if !again.Save.AcceptedAt.Equal(first.Save.AcceptedAt) {
		t.Errorf("accepted at %v, then at %v", first.Save.AcceptedAt, again.Save.AcceptedAt)
	}
	if mark := f.mark(t, 1); mark.Version != 1 {
		t.Errorf("the mark has version %d", mark.Version)
	}
}

func aTokenThatComesAgainAfterANewer(f *fixture) {
	t := f.t
	f.accept(t, press("older", absent(), unseen(1)...))
	f.accept(t, press("newer", present(), seen(1, 1)))
	f.accept(t, press("older", absent(), unseen(1)...))
	if mark := f.mark(t, 1); mark.Version != 2 || mark.Save != "newer" {
		t.Errorf("the mark is %+v", mark)
	}
}

func aTokenThatComesAgainWithOtherContent(f *fixture) {
	t := f.t
	f.accept(t, press("token", absent(), unseen(1)...))
	for what, save := range map[string]roll.Save{
		"status":   press("token", present(), unseen(1)...),
		"students": press("token", absent(), unseen(1, 2)...),
		"seen":     press("token", absent(), seen(1, 1)),
	} {
		_, err := f.Accept(t.Context(), f.zone, save)
		other := new(roll.OtherContentError)
		if !errors.As(err, &other) {
			t.Fatalf("another %s: %v", what, err)
		}
		if other.First.Status.ID != absent().ID || !other.First.AcceptedAt.Equal(f.clock.Now()) {
			t.Errorf("another %s: the first is %+v", what, other.First)
		}
	}
}

func aTokenOfAVersionBefore(f *fixture) {
	t := f.t
	f.accept(t, press("token", absent(), unseen(1)...))
	_, err := f.Database.Exec(t.Context(), `UPDATE saves SET content_hash = content_hash || $1`, "0123456789abcdef0123456789abcdef")
	must(t, err)
	if again := f.accept(t, press("token", absent(), unseen(1)...))[0]; !again.Repeated {
		t.Errorf("it is %+v", again)
	}
	if _, err := f.Accept(t.Context(), f.zone, press("token", present(), unseen(1)...)); !errors.As(err, new(*roll.OtherContentError)) {
		t.Errorf("with another status it failed with %v", err)
	}
}

func aTokenOfAnotherPersonIsRefused(f *fixture) {
	t := f.t
	f.accept(t, press("token", absent(), unseen(1)...))
	foreign := press("token", absent(), unseen(1)...)
	foreign.By = office()
	if _, err := f.Accept(t.Context(), f.zone, foreign); !errors.As(err, new(*roll.OtherContentError)) {
		t.Errorf("it failed with %v", err)
	}
}

func pressTwiceAtOnce(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t)}
	const presses = 8
	accepted := make([]roll.Acceptance, presses)
	var both sync.WaitGroup
	for i := range presses {
		both.Go(func() {
			got, err := stores[i%2].Accept(t.Context(), f.zone, press("once", absent(), unseen(1, 2)...))
			if err != nil {
				t.Error(err)
				return
			}
			accepted[i] = got[0]
		})
	}
	both.Wait()
	stored := 0
	for _, one := range accepted {
		if !one.Repeated {
			stored++
		}
		if len(one.Kept) != 2 {
			t.Errorf("accepted as %+v", one)
		}
	}
	if mark := f.mark(t, 1); stored != 1 || mark.Version != 1 {
		t.Errorf("it was stored %d times, the mark has version %d", stored, mark.Version)
	}
}

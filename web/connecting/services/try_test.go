package services

import (
	"net/http"
	"slices"
	"testing"
)

func TestAKeyIsTriedWithOneReadingCallAndTheOneInUseStays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = "[]"
	if err := f.connections.Try(t.Context(), f.school, []byte("rb_live_the_next_key")); err != nil {
		t.Errorf("a key that is accepted: %v", err)
	}
	requests := f.service.requests()
	if len(requests) != 1 || requests[0].method != http.MethodGet || f.lastKey() != "rb_live_the_next_key" {
		t.Errorf("the requests were %+v", requests)
	}
	f.service.body = bothAbsent
	f.send(t, twoAbsent())
	if f.lastKey() != firstKey {
		t.Errorf("then a save carries %q", f.lastKey())
	}
}

func TestWhoAnswersAKeyWithWhatCannotBeReadHasAcceptedIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = "<html>"
	if err := f.connections.Try(t.Context(), f.school, []byte(firstKey)); err != nil {
		t.Errorf("an answer of 200: %v", err)
	}
	for status, want := range map[int]string{http.StatusUnauthorized: "unauthorized", http.StatusNotFound: "misconfigured", http.StatusInternalServerError: "unknown"} {
		f.service.status = status
		if err := f.connections.Try(t.Context(), f.school, []byte(firstKey)); err == nil || Problem(err) != want {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestTheUseOfAKeyIsNotedLaterAndOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.body = bothAbsent
	for range 3 {
		f.send(t, twoAbsent())
	}
	if len(f.keys.noted) != 0 {
		t.Errorf("on the way of a save it was noted: %v", f.keys.noted)
	}
	for range 2 {
		if err := f.connections.NoteUses(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(f.keys.noted, []string{"north 1"}) {
		t.Errorf("noted: %v", f.keys.noted)
	}
}

package store

import (
	"fmt"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
	"rollbook/web/store/schools"
)

func webhookSentences() []sentence {
	return []sentence{
		{"a message is taken once, and its later deliveries are known", aMessageIsTakenOnce},
		{"a message received by many at once is taken by one", oneTakesAMessage},
		{"the last hundred events are kept, and none for ever", theLastEventsAreKept},
		{"a school has its own way of signing and at most four secrets", aSchoolHasItsOwnSecrets},
	}
}

func (f *fixture) take(message string, sentAt time.Time) schools.Received {
	f.t.Helper()
	taken, err := f.TakeMessage(f.t.Context(), north, sentAt, f.clock.Now().Add(time.Minute), roll.WebhookEvent{ReceivedAt: f.clock.Now(), Message: message})
	must(f.t, err)
	return taken
}

func aMessageIsTakenOnce(f *fixture) {
	t := f.t
	sent := f.clock.Now()
	for i, want := range []struct {
		sentAt time.Time
		taken  schools.Received
	}{{sent, schools.ReceivedNew}, {sent, schools.ReceivedReplay}, {sent.Add(time.Second), schools.ReceivedAgain}, {sent.Add(time.Second), schools.ReceivedReplay}, {sent, schools.ReceivedReplay}} {
		if taken := f.take("a", want.sentAt); taken != want.taken {
			t.Errorf("delivery %d is taken %s", i, taken)
		}
	}
	if f.take("untimed", time.Time{}) != schools.ReceivedNew || f.take("untimed", time.Time{}) != schools.ReceivedReplay {
		t.Error("a message without a time is not taken once")
	}
	f.addSchool(t, "south")
	taken, err := f.TakeMessage(t.Context(), "south", sent, f.clock.Now().Add(time.Minute), roll.WebhookEvent{ReceivedAt: sent, Message: "a"})
	if err != nil || taken != schools.ReceivedNew {
		t.Errorf("another school's message of the same name: %s, %v", taken, err)
	}
	must(t, f.Sweep(t.Context(), f.clock.Now().Add(2*time.Minute)))
	if f.take("a", sent) != schools.ReceivedNew {
		t.Error("it is remembered for ever")
	}
}

func oneTakesAMessage(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t)}
	var all sync.WaitGroup
	taken := make([]schools.Received, 6)
	for i := range taken {
		all.Go(func() {
			got, err := stores[i%2].TakeMessage(t.Context(), north, f.clock.Now(), f.clock.Now().Add(time.Minute), roll.WebhookEvent{ReceivedAt: f.clock.Now(), Message: "same"})
			if err != nil {
				t.Error(err)
			}
			taken[i] = got
		})
	}
	all.Wait()
	now := 0
	for _, one := range taken {
		if one == schools.ReceivedNew {
			now++
		}
	}
	if events, err := f.WebhookEvents(t.Context(), north); err != nil || now != 1 || len(events) != 1 {
		t.Errorf("%d took it, %d events, %v", now, len(events), err)
	}
}

func theLastEventsAreKept(f *fixture) {
	t := f.t
	for i := range 130 {
		f.clock.advance(time.Second)
		f.take(fmt.Sprint(i), f.clock.Now())
	}
	events, err := f.WebhookEvents(t.Context(), north)
	must(t, err)
	if len(events) != 100 || events[0].Message != "129" || events[99].Message != "30" {
		t.Errorf("%d events are kept", len(events))
	}
	f.sweep(keeping.Webhooks, f.clock.Now())
	if events, err = f.WebhookEvents(t.Context(), north); err != nil || len(events) != 1 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

func aSchoolHasItsOwnSecrets(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	for range 2 {
		must(t, f.SetWebhookScheme(t.Context(), north, `{"header":"x"}`))
	}
	for i := range 5 {
		err := f.AddWebhookSecret(t.Context(), north, schools.Key{Sealed: []byte{byte(i)}, LastFour: "4321"})
		if full := roll.KindOf(err) == roll.Meaningless && err != nil; full != (i == 4) {
			t.Errorf("secret %d: %v", i, err)
		}
	}
	scheme, err := f.WebhookScheme(t.Context(), "south")
	must(t, err)
	others, err := f.WebhookSecrets(t.Context(), "south")
	must(t, err)
	if scheme != "" || len(others) != 0 {
		t.Errorf("the other school has %q and %v", scheme, others)
	}
	secrets, err := f.WebhookSecrets(t.Context(), north)
	must(t, err)
	if err := f.RemoveWebhookSecret(t.Context(), "south", secrets[0].ID); roll.KindOf(err) != roll.NotFound {
		t.Errorf("removed by another school: %v", err)
	}
	must(t, f.RemoveWebhookSecret(t.Context(), north, secrets[0].ID))
	if secrets, err = f.WebhookSecrets(t.Context(), north); err != nil || len(secrets) != 3 {
		t.Errorf("%d secrets, %v", len(secrets), err)
	}
}

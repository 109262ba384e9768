package store

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

func keySentences() []sentence {
	return []sentence{
		{"an added key is used on request, and the former one stays", aKeyIsUsedOnRequest},
		{"a school keeps five keys, and a replacing key makes room", fiveKeysAreKept},
		{"the key in use is not removed", theKeyInUseIsNotRemoved},
		{"however many switch and remove keys at once, one is in use", oneKeyIsAlwaysInUse},
		{"the last use of a key is written once an hour", theLastUseIsWrittenOnceAnHour},
		{"a refusal of a call that was claimed before the switch is probed at once", anOldRefusalIsProbedAtOnce},
		{"a secret is sealed anew only while it is the one that was opened", aSecretIsSealedAnewOnce},
	}
}

func (f *fixture) keys() []roll.Key {
	f.t.Helper()
	keys, err := f.Keys(f.t.Context(), north)
	must(f.t, err)
	return keys
}

// statesOf returns the keys' last characters and states in order.
func statesOf(keys []roll.Key) string {
	var texts []string
	for _, key := range keys {
		texts = append(texts, key.LastFour+" "+string(key.State))
	}
	return strings.Join(texts, ", ")
}

func (f *fixture) addKey(lastFour string) string {
	f.t.Helper()
	id, err := f.AddKey(f.t.Context(), north, schools.Key{Sealed: []byte("sealed " + lastFour), LastFour: lastFour})
	must(f.t, err)
	return id
}

func aKeyIsUsedOnRequest(f *fixture) {
	t := f.t
	next := f.addKey("2222")
	if got := statesOf(f.keys()); got != "1234 in_use, 2222 next" {
		t.Errorf("kept: %s", got)
	}
	f.clock.advance(time.Minute)
	must(t, f.UseKey(t.Context(), north, next))
	keys := f.keys()
	if got := statesOf(keys); got != "2222 in_use, 1234 former" || !keys[0].UsedFrom.Equal(f.clock.Now()) || !keys[1].UsedUntil.Equal(f.clock.Now()) {
		t.Errorf("kept: %+v", keys)
	}
	since := keys[0].UsedFrom
	f.clock.advance(time.Minute)
	must(t, f.UseKey(t.Context(), north, next))
	if keys := f.keys(); !keys[0].UsedFrom.Equal(since) {
		t.Errorf("said twice it is in use since %s", keys[0].UsedFrom)
	}
	must(t, f.NoteKeyTried(t.Context(), north, next, roll.KeyWorks))
	if keys := f.keys(); keys[0].Tried != roll.KeyWorks || !keys[0].TriedAt.Equal(f.clock.Now()) {
		t.Errorf("tried: %+v", keys[0])
	}
	if err := f.UseKey(t.Context(), north, "nonsense"); roll.KindOf(err) != roll.NotFound || f.keys()[0].ID != next {
		t.Errorf("a key that is not there: %v", err)
	}
}

func fiveKeysAreKept(f *fixture) {
	t := f.t
	for i := range 4 {
		f.clock.advance(time.Minute)
		f.addKey(fmt.Sprintf("000%d", i))
	}
	if _, err := f.AddKey(t.Context(), north, schools.Key{Sealed: []byte("x")}); roll.KindOf(err) != roll.Meaningless {
		t.Errorf("the sixth: %v", err)
	}
	f.clock.advance(time.Minute)
	must(t, f.ReplaceKey(t.Context(), north, schools.Key{Sealed: []byte("x"), LastFour: "9999"}))
	if got := statesOf(f.keys()); got != "9999 in_use, 0000 next, 0001 next, 0002 next, 0003 next" {
		t.Errorf("kept: %s", got)
	}
}

func theKeyInUseIsNotRemoved(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	inUse, next := f.keys()[0].ID, f.addKey("2222")
	if err := f.RemoveKey(t.Context(), north, inUse); roll.KindOf(err) != roll.Stale {
		t.Errorf("the one in use: %v", err)
	}
	if err := f.RemoveKey(t.Context(), "south", next); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another school's: %v", err)
	}
	must(t, f.RemoveKey(t.Context(), north, next))
	if err := f.RemoveKey(t.Context(), north, next); roll.KindOf(err) != roll.NotFound {
		t.Errorf("one that is gone: %v", err)
	}
}

func oneKeyIsAlwaysInUse(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t)}
	school, err := f.School(t.Context(), north)
	must(t, err)
	for round := range 8 {
		first, second := f.keys()[0].ID, f.addKey(fmt.Sprintf("%04d", round))
		var all sync.WaitGroup
		for i, does := range []func(*Store) error{
			func(s *Store) error { return s.UseKey(t.Context(), north, second) },
			func(s *Store) error { return s.RemoveKey(t.Context(), north, first) },
			func(s *Store) error { return s.RemoveKey(t.Context(), north, second) },
			func(s *Store) error { return s.UseKey(t.Context(), north, first) },
			func(s *Store) error {
				return s.ReplaceKey(t.Context(), north, schools.Key{Sealed: []byte("x"), LastFour: fmt.Sprintf("r%03d", round)})
			},
			func(s *Store) error {
				return s.Connect(t.Context(), school, schools.Key{Sealed: []byte("x"), LastFour: fmt.Sprintf("c%03d", round)})
			},
		} {
			all.Go(func() {
				err := does(stores[i%2])
				if kind := roll.KindOf(err); err != nil && kind != roll.Stale && kind != roll.NotFound {
					t.Errorf("round %d, %d: %v", round, i, err)
				}
			})
		}
		all.Wait()
		used := 0
		for _, key := range f.keys() {
			if key.State == roll.KeyInUse {
				used++
			} else {
				must(t, f.RemoveKey(t.Context(), north, key.ID))
			}
		}
		if used != 1 {
			t.Fatalf("round %d: %d keys are in use", round, used)
		}
	}
}

func theLastUseIsWrittenOnceAnHour(f *fixture) {
	t := f.t
	id, first := f.keys()[0].ID, f.clock.Now()
	for _, step := range []time.Duration{0, time.Minute, 58 * time.Minute} {
		f.clock.advance(step)
		must(t, f.NoteKeyUsed(t.Context(), north, id))
	}
	if used := f.keys()[0].LastUsed; !used.Equal(first) {
		t.Errorf("within the hour it became %s", used)
	}
	f.clock.advance(time.Minute)
	must(t, f.NoteKeyUsed(t.Context(), north, id))
	if used := f.keys()[0].LastUsed; !used.Equal(f.clock.Now()) {
		t.Errorf("an hour later it is %s", used)
	}
}

func anOldRefusalIsProbedAtOnce(f *fixture) {
	t := f.t
	claimed := f.clock.Now()
	f.clock.advance(time.Second)
	must(t, f.ReplaceKey(t.Context(), north, schools.Key{Sealed: []byte("new"), LastFour: "9876"}))
	f.clock.advance(time.Second)
	must(t, f.PauseKey(t.Context(), north, claimed, time.Minute))
	if probes, err := f.TakeProbes(t.Context(), time.Minute); err != nil || len(probes) != 1 {
		t.Errorf("probed at once: %v, %v", probes, err)
	}
	must(t, f.Resume(t.Context(), north))
	must(t, f.PauseKey(t.Context(), north, f.clock.Now(), time.Minute))
	if probes, err := f.TakeProbes(t.Context(), time.Minute); err != nil || len(probes) != 0 {
		t.Errorf("the new key's refusal is probed: %v, %v", probes, err)
	}
}

func aSecretIsSealedAnewOnce(f *fixture) {
	t := f.t
	values, err := f.SealedOtherwise(t.Context(), []byte("anything "))
	must(t, err)
	if len(values) != 1 || values[0].School != north || string(values[0].Value) != "sealed north" {
		t.Fatalf("sealed: %+v", values)
	}
	must(t, f.Reseal(t.Context(), values[0], []byte("anything else")))
	must(t, f.Reseal(t.Context(), values[0], []byte("by another process, later")))
	key, err := f.KeyInUse(t.Context(), north)
	must(t, err)
	if string(key.Sealed) != "anything else" {
		t.Errorf("it is %q", key.Sealed)
	}
	counts, err := f.SealedBy(t.Context())
	must(t, err)
	if len(counts) != 1 || counts["anything "] != 1 {
		t.Errorf("sealed by: %v", counts)
	}
}

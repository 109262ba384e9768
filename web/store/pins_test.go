package store

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func pinSentences() []sentence {
	return []sentence{
		{"a PIN is listed for people with a role in the school", aPINIsKept},
		{"a locked name is listed until a person lifts the lock, however old", namesLocked},
		{"a PIN set anew forgets the wrong ones of that person, and is not overwritten by an older one", aPINSetAnew},
		{"wrong PINs are counted one after the other, over all processes", pinTriesOfProcesses},
		{"old wrong PINs are forgotten", oldPINTries},
	}
}

// withPIN returns the holder, named like the fixture's people.
func withPIN(id roll.PersonID, role roll.Role) roll.PINHolder {
	return roll.PINHolder{Person: id, Name: "Name " + string(id), Role: role}
}

func (f *fixture) mustFindNoPIN(t *testing.T, why string, school roll.SchoolID, person roll.PersonID) {
	t.Helper()
	if holder, hash, err := f.PIN(t.Context(), school, person); roll.KindOf(err) != roll.NotFound || hash != "" {
		t.Errorf("%s: %+v, %q, %v", why, holder, hash, err)
	}
}

func aPINIsKept(f *fixture) {
	t := f.t
	f.staff(t)
	at := f.clock.Now().UTC().Truncate(time.Second)
	f.mustFindNoPIN(t, "before it is set", north, "tom")
	must(t, f.SetPIN(t.Context(), "tom", "hash", at))
	must(t, f.SetPIN(t.Context(), "bob", "of bob", at))
	for school, role := range map[roll.SchoolID]roll.Role{north: roll.Teacher, "south": roll.Office} {
		if holder, hash, err := f.PIN(t.Context(), school, "tom"); err != nil || hash != "hash" || holder != withPIN("tom", role) {
			t.Errorf("%s: %+v, %q, %v", school, holder, hash, err)
		}
	}
	f.mustFindNoPIN(t, "where he has no role", "south", "bob")
	f.mustFindNoPIN(t, "of nobody", north, "nobody")
	must(t, f.KeepOut(t.Context(), north, "ada", "tom", true))
	f.mustFindNoPIN(t, "who is kept out", north, "tom")
	if _, _, err := f.PIN(t.Context(), "south", "tom"); err != nil {
		t.Errorf("in the other school: %v", err)
	}
	must(t, f.Disable(t.Context(), "bob"))
	f.mustFindNoPIN(t, "who is disabled", north, "bob")
	if holders, err := f.PINHolders(t.Context(), north); err != nil || len(holders) != 0 {
		t.Errorf("listed are %+v, %v", holders, err)
	}
	if set, err := f.PINSetAt(t.Context(), "tom"); err != nil || !set.Equal(at) {
		t.Errorf("it was set at %v, %v", set, err)
	}
	for _, had := range []bool{true, false} {
		if removed, err := f.RemovePIN(t.Context(), "tom"); err != nil || removed != had {
			t.Errorf("removed: %t, %v", removed, err)
		}
	}
	f.mustFindNoPIN(t, "after it is removed", "south", "tom")
}

func namesLocked(f *fixture) {
	t := f.t
	f.staff(t)
	day, all := roll.Counter{Place: "day north", Person: "tom"}, roll.Counter{Place: "all north", Person: "bob"}
	limits := map[string]int{"day north": 2, "all north": 3}
	f.oneMore(t, day, all)
	f.oneMore(t, day, all, roll.Counter{Place: "day north", Person: "nobody abc"})
	locked := func() (names []string) {
		found, err := f.LockedPINs(t.Context(), limits)
		must(t, err)
		for _, one := range found {
			names = append(names, one.Name)
		}
		return names
	}
	if got := locked(); !slices.Equal(got, []string{"Name tom"}) {
		t.Errorf("locked are %q", got)
	}
	f.oneMore(t, day, all)
	f.sweep(keeping.PINs, f.clock.Now().Add(time.Hour))
	if got := locked(); !slices.Equal(got, []string{"Name bob", "Name tom"}) {
		t.Errorf("later locked are %q", got)
	}
	must(t, f.LiftPINs(t.Context(), "bob", "day north", "all north"))
	if got := locked(); !slices.Equal(got, []string{"Name tom"}) {
		t.Errorf("after one is lifted locked are %q", got)
	}
}

// oneMore counts one wrong PIN for each of the counters, and returns the previous counts.
func (f *fixture) oneMore(t *testing.T, counters ...roll.Counter) (before []roll.Tries) {
	t.Helper()
	must(t, f.ChangeTries(t.Context(), counters, func(found []roll.Tries) []roll.Tries {
		before = slices.Clone(found)
		for i := range found {
			found[i] = roll.Tries{Count: found[i].Count + 1, Last: f.clock.Now()}
		}
		return found
	}))
	return before
}

func aPINSetAnew(f *fixture) {
	t := f.t
	f.staff(t)
	ofTablet, ofTom, ofBob := roll.Counter{Place: "hall", Person: "bob"}, roll.Counter{Place: "door", Person: "tom"}, roll.Counter{Place: "door", Person: "bob"}
	must(t, f.SetPIN(t.Context(), "tom", "first", f.clock.Now()))
	f.oneMore(t, ofTablet, ofTom)
	f.oneMore(t, ofTablet, ofBob)
	must(t, f.SetPIN(t.Context(), "tom", "second", f.clock.Now()))
	if before := f.oneMore(t, ofTablet, ofTom, ofBob); before[0].Count != 2 || before[1] != (roll.Tries{}) || before[2].Count != 1 {
		t.Errorf("counted are %+v", before)
	}
	must(t, f.RenewPIN(t.Context(), "tom", "first", "renewed"))
	if _, hash, err := f.PIN(t.Context(), north, "tom"); err != nil || hash != "second" {
		t.Errorf("kept is %q, %v", hash, err)
	}
	must(t, f.RenewPIN(t.Context(), "tom", "second", "renewed"))
	if _, hash, err := f.PIN(t.Context(), north, "tom"); err != nil || hash != "renewed" {
		t.Errorf("renewed it is %q, %v", hash, err)
	}
}

// pinTriesOfProcesses tries PINs at two processes at once; five in total are allowed.
func pinTriesOfProcesses(f *fixture) {
	t := f.t
	counters := []roll.Counter{{Place: "all"}, {Place: "school", Person: "tom"}, {Place: "door", Person: "tom"}}
	var through atomic.Int64
	var group sync.WaitGroup
	for _, process := range []*Store{f.Store, f.another(t)} {
		for range 10 {
			group.Go(func() {
				passed := false
				err := process.ChangeTries(t.Context(), counters, func(found []roll.Tries) []roll.Tries {
					if passed = found[2].Count < 5; !passed {
						return nil
					}
					for i := range found {
						found[i] = roll.Tries{Count: found[i].Count + 1, Last: f.clock.Now()}
					}
					return found
				})
				if err != nil {
					t.Error(err)
				}
				if passed {
					through.Add(1)
				}
			})
		}
	}
	group.Wait()
	before := f.oneMore(t, counters...)
	if through.Load() != 5 || before[0].Count != 5 || before[2].Count != 5 || !before[2].Last.Equal(f.clock.Now()) {
		t.Errorf("%d are let through, counted are %+v", through.Load(), before)
	}
}

func oldPINTries(f *fixture) {
	t := f.t
	f.staff(t)
	old, fresh := roll.Counter{Place: "tablet door", Person: "tom"}, roll.Counter{Place: "tablet door", Person: "bob"}
	f.oneMore(t, old)
	f.clock.advance(time.Hour)
	f.oneMore(t, fresh)
	f.sweep(keeping.PINs, f.clock.Now())
	if before := f.oneMore(t, old, fresh); before[0].Count != 0 || before[1].Count != 1 {
		t.Errorf("counted are %+v", before)
	}
}

package store

import (
	"fmt"
	"reflect"
	"sync"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func tabletSentences() []sentence {
	return []sentence{
		{"a tablet is kept once, with its classes in order", aTabletIsKeptOnce},
		{"a tablet is changed by its own school, and its open pages end", aTabletIsChangedByItsSchool},
		{"a code used by several at once pairs one", aCodePairsOne},
		{"a code that is over, closed or refused pairs no device", aClosedCodePairsNoDevice},
		{"a tablet that is paired again has another version", pairedAgainItHasAnotherVersion},
		{"a device that staff approved is paired once", anApprovedDeviceIsPairedOnce},
		{"a school has forty open codes at most", aSchoolHasFortyOpenCodes},
		{"tablets that were revoked and codes are forgotten", tabletsAreForgotten},
	}
}

// now returns the clock's time in the store's precision.
func (f *fixture) now() time.Time { return f.clock.Now().UTC().Truncate(time.Millisecond) }

func (f *fixture) tablet(id roll.TabletID) roll.Tablet {
	return roll.Tablet{
		ID: id, School: north, Name: "Door 12", Mode: roll.TeacherMode, MadeAt: f.now(),
		Classes: []roll.TabletClass{{ID: "8b", Name: "8B"}, {ID: "5a", Name: "5A"}},
	}
}

// code returns an open code of staff for the tablet.
func (f *fixture) code(id roll.PairingID, tablet roll.TabletID) roll.Pairing {
	return roll.Pairing{ID: id, Tablet: tablet, School: north, MadeBy: "O. Brandt", MadeAt: f.now(), Ends: f.now().Add(roll.PairingLasts)}
}

// shown returns an open code that the device shows.
func (f *fixture) shown(id roll.PairingID, device string) roll.Pairing {
	return roll.Pairing{ID: id, Device: device, Number: "48", Address: "192.0.2.7", MadeAt: f.now(), Ends: f.now().Add(roll.PairingLasts)}
}

func aTabletIsKeptOnce(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	tablet := f.tablet("one")
	must(t, f.AddTablet(t.Context(), tablet))
	again := tablet
	again.Name, again.Classes = "Hall", nil
	must(t, f.AddTablet(t.Context(), again))
	if got, err := f.Tablet(t.Context(), "one"); err != nil || !reflect.DeepEqual(got, tablet) {
		t.Errorf("it is %+v, %v", got, err)
	}
	other, first := f.tablet("other"), f.tablet("first")
	other.School, first.Name = "south", "Atrium"
	must(t, f.AddTablet(t.Context(), other))
	must(t, f.AddTablet(t.Context(), first))
	if list, err := f.Tablets(t.Context(), north); err != nil || !reflect.DeepEqual(list, []roll.Tablet{first, tablet}) {
		t.Errorf("the school's are %+v, %v", list, err)
	}
	if list, err := f.Tablets(t.Context(), ""); err != nil || len(list) != 3 {
		t.Errorf("all are %+v, %v", list, err)
	}
	if _, err := f.Tablet(t.Context(), "none"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("one that is none: %v", err)
	}
}

func aTabletIsChangedByItsSchool(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.AddTablet(t.Context(), f.tablet("one")))
	must(t, f.AddPairing(t.Context(), f.code("code", "one")))
	_, err := f.PairByCode(t.Context(), "code", "device", f.now())
	must(t, err)
	standing := f.standings("one")["one"]
	want := roll.Standing{Epoch: 1, Roles: map[roll.SchoolID]roll.Role{north: roll.AtDoor}}
	if fmt.Sprint(standing) != fmt.Sprint(want) {
		t.Errorf("it stands as %+v", standing)
	}
	moved := f.tablet("one")
	moved.Name, moved.Classes = "Hall", []roll.TabletClass{{ID: "9c", Name: "9C"}}
	foreign := moved
	foreign.School = "south"
	if err := f.ChangeTablet(t.Context(), foreign); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another school's: %v", err)
	}
	must(t, f.another(t).ChangeTablet(t.Context(), moved))
	got, err := f.Tablet(t.Context(), "one")
	must(t, err)
	if got.Name != "Hall" || !reflect.DeepEqual(got.Classes, moved.Classes) || got.Version != 1 || f.standings("one")["one"].Edition != 1 {
		t.Errorf("moved it is %+v", got)
	}
	if err := f.RevokeTablet(t.Context(), "south", "one", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another school revokes it: %v", err)
	}
	// A report that was overtaken on the way changes nothing; one after the clock was set back does.
	for _, report := range []struct {
		count, want int
		number      int64
	}{{3, 3, 100_000}, {2, 2, 100_000}, {5, 2, 99_999}, {5, 2, 40_000}, {4, 4, 39_999}, {0, 0, 40_000}} {
		must(t, f.NoteTapsWaiting(t.Context(), "one", report.count, report.number))
		if got, err := f.Tablet(t.Context(), "one"); err != nil || got.Waiting != report.want {
			t.Errorf("after report %d of %d taps it is %+v, %v", report.number, report.count, got, err)
		}
	}
	must(t, f.NoteRollsKept(t.Context(), "one", "2026-11-19 8b"))
	if got, err := f.Tablet(t.Context(), "one"); err != nil || got.Rolls != "2026-11-19 8b" {
		t.Errorf("with a roll it is %+v, %v", got, err)
	}
	must(t, f.NoteTabletFault(t.Context(), "one", roll.TabletBroken))
	if got, err := f.Tablet(t.Context(), "one"); err != nil || got.Fault != roll.TabletBroken {
		t.Errorf("with a fault it is %+v, %v", got, err)
	}
	first := f.now()
	must(t, f.RevokeTablet(t.Context(), north, "one", first))
	must(t, f.RevokeTablet(t.Context(), north, "one", first.Add(time.Minute)))
	got, err = f.Tablet(t.Context(), "one")
	must(t, err)
	if !got.RevokedAt.Equal(first) || len(f.standings("one")) != 0 || got.Paired(1) {
		t.Errorf("revoked it is %+v", got)
	}
}

func aCodePairsOne(f *fixture) {
	t := f.t
	must(t, f.AddTablet(t.Context(), f.tablet("one")))
	must(t, f.AddPairing(t.Context(), f.code("code", "one")))
	if err := f.AddPairing(t.Context(), f.code("code", "one")); roll.KindOf(err) != roll.Stale {
		t.Errorf("added again: %v", err)
	}
	at := f.now()
	kinds := make([]roll.Kind, 6)
	stores := []*Store{f.Store, f.another(t)}
	var all sync.WaitGroup
	for i := range kinds {
		all.Go(func() {
			_, err := stores[i%2].PairByCode(t.Context(), "code", fmt.Sprint("device ", i), at)
			kinds[i] = roll.KindOf(err)
			if err == nil {
				kinds[i] = "won"
			}
		})
	}
	all.Wait()
	won, stale, winner := 0, 0, ""
	for i, kind := range kinds {
		if kind == "won" {
			won++
			winner = fmt.Sprint("device ", i)
		}
		if kind == roll.Stale {
			stale++
		}
	}
	if again, err := f.PairByCode(t.Context(), "code", winner, at.Add(time.Second)); err != nil || again.Version != 1 {
		t.Errorf("the device that won is told %+v, %v", again, err)
	}
	must(t, f.NotePairingTried(t.Context(), "code", "192.0.2.9", at.Add(time.Second)))
	if tried, err := f.PairingsTriedAgain(t.Context(), north); err != nil || len(tried) != 1 || tried[0].Tablet != "one" || tried[0].TriedFrom != "192.0.2.9" {
		t.Errorf("tried again: %+v, %v", tried, err)
	}
	tablet, err := f.Tablet(t.Context(), "one")
	must(t, err)
	if won != 1 || stale != 5 || tablet.Version != 1 || tablet.PairedBy != "O. Brandt" || !tablet.PairedAt.Equal(at) {
		t.Errorf("of six: %v; the tablet is %+v", kinds, tablet)
	}
}

func aClosedCodePairsNoDevice(f *fixture) {
	t := f.t
	must(t, f.AddTablet(t.Context(), f.tablet("one")))
	must(t, f.AddTablet(t.Context(), f.tablet("two")))
	refused := func(id roll.PairingID, at time.Time, why string) {
		t.Helper()
		if _, err := f.PairByCode(t.Context(), id, "device", at); roll.KindOf(err) != roll.NotFound {
			t.Errorf("%s: %v", why, err)
		}
	}
	must(t, f.AddPairing(t.Context(), f.code("over", "one")))
	refused("over", f.now().Add(roll.PairingLasts), "after its end")
	refused("none", f.now(), "one that is none")
	must(t, f.AddPairing(t.Context(), f.code("newer", "one")))
	refused("over", f.now(), "one whose tablet has a newer one")
	must(t, f.RevokeTablet(t.Context(), north, "one", f.now()))
	refused("newer", f.now(), "one whose tablet was revoked since")
	must(t, f.AddPairing(t.Context(), f.shown("shown", "device")))
	refused("shown", f.now(), "one that a device shows")
	must(t, f.AddPairing(t.Context(), f.code("last", "two")))
	if _, err := f.PairByCode(t.Context(), "last", "device", f.now().Add(roll.PairingLasts-time.Millisecond)); err != nil {
		t.Errorf("just before its end: %v", err)
	}
}

func pairedAgainItHasAnotherVersion(f *fixture) {
	t := f.t
	must(t, f.AddTablet(t.Context(), f.tablet("one")))
	for version, id := range []roll.PairingID{"first", "second"} {
		must(t, f.AddPairing(t.Context(), f.code(id, "one")))
		tablet, err := f.PairByCode(t.Context(), id, "device", f.now())
		if err != nil || tablet.Version != int64(version)+1 || !tablet.RevokedAt.IsZero() || len(tablet.Classes) != 2 {
			t.Errorf("paired with the %s it is %+v, %v", id, tablet, err)
		}
		must(t, f.RevokeTablet(t.Context(), north, "one", f.now()))
	}
	if tablet, err := f.Tablet(t.Context(), "one"); err != nil || tablet.Paired(1) || tablet.Paired(2) {
		t.Errorf("it is %+v, %v", tablet, err)
	}
	later := f.now().Add(time.Hour)
	must(t, f.NoteTabletSeen(t.Context(), "one", later))
	must(t, f.NoteTabletSeen(t.Context(), "one", later.Add(-time.Minute)))
	if tablet, err := f.Tablet(t.Context(), "one"); err != nil || !tablet.SeenAt.Equal(later) {
		t.Errorf("it was seen %v, %v", tablet.SeenAt, err)
	}
}

func anApprovedDeviceIsPairedOnce(f *fixture) {
	t := f.t
	must(t, f.AddPairing(t.Context(), f.shown("shown", "device")))
	if _, err := f.PairDevice(t.Context(), "device", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("before anybody approved it: %v", err)
	}
	if got, err := f.PairingOfDevice(t.Context(), "device"); err != nil || got != f.shown("shown", "device") {
		t.Errorf("it waits as %+v, %v", got, err)
	}
	must(t, f.ApprovePairing(t.Context(), "shown", f.tablet("one"), "O. Brandt", f.now()))
	// Another school's staff, or the same press again, come too late.
	if err := f.ApprovePairing(t.Context(), "shown", f.tablet("two"), "A. Other", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("approved twice: %v", err)
	}
	if err := f.RefusePairing(t.Context(), "shown", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("refused after that: %v", err)
	}
	tablet, err := f.PairDevice(t.Context(), "device", f.now())
	if err != nil || tablet.ID != "one" || tablet.Version != 1 || tablet.PairedBy != "O. Brandt" {
		t.Errorf("it is %+v, %v", tablet, err)
	}
	if _, err := f.PairDevice(t.Context(), "device", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("a second time: %v", err)
	}
	must(t, f.AddPairing(t.Context(), f.shown("refused", "other")))
	must(t, f.RefusePairing(t.Context(), "refused", f.now()))
	if err := f.ApprovePairing(t.Context(), "refused", f.tablet("three"), "O. Brandt", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("approved after it was refused: %v", err)
	}
	must(t, f.AddPairing(t.Context(), f.code("staff", "one")))
	if err := f.ApprovePairing(t.Context(), "staff", f.tablet("four"), "A. Other", f.now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("a code of staff is approved: %v", err)
	}
	must(t, f.AddPairing(t.Context(), f.shown("late", "late")))
	if err := f.ApprovePairing(t.Context(), "late", f.tablet("five"), "O. Brandt", f.now().Add(roll.PairingLasts)); roll.KindOf(err) != roll.NotFound {
		t.Errorf("approved after its end: %v", err)
	}
	if list, err := f.Tablets(t.Context(), ""); err != nil || len(list) != 1 {
		t.Errorf("the tablets are %+v, %v", list, err)
	}
}

func aSchoolHasFortyOpenCodes(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	add := func(i int, school roll.SchoolID) error {
		tablet := f.tablet(roll.TabletID(fmt.Sprint(school, i)))
		tablet.School = school
		must(t, f.AddTablet(t.Context(), tablet))
		code := f.code(roll.PairingID(tablet.ID), tablet.ID)
		code.School = school
		return f.AddPairing(t.Context(), code)
	}
	for i := range roll.MostOpenCodes {
		must(t, add(i, north))
	}
	if err := add(99, north); roll.KindOf(err) != roll.Meaningless {
		t.Errorf("one too many: %v", err)
	}
	must(t, add(0, "south"))
	_, err := f.PairByCode(t.Context(), roll.PairingID(string(north)+"0"), "device", f.now())
	must(t, err)
	must(t, add(99, north))
}

func tabletsAreForgotten(f *fixture) {
	t := f.t
	for _, id := range []roll.TabletID{"paired", "revoked", "new"} {
		must(t, f.AddTablet(t.Context(), f.tablet(id)))
	}
	for _, id := range []roll.TabletID{"paired", "revoked"} {
		must(t, f.AddPairing(t.Context(), f.code(roll.PairingID(id), id)))
		_, err := f.PairByCode(t.Context(), roll.PairingID(id), "device", f.now())
		must(t, err)
	}
	must(t, f.RevokeTablet(t.Context(), north, "revoked", f.now()))
	f.sweep(keeping.Tablets, f.now())
	if list, err := f.Tablets(t.Context(), north); err != nil || len(list) != 3 {
		t.Errorf("too early they are %+v, %v", list, err)
	}
	f.sweep(keeping.Tablets, f.now().Add(time.Hour))
	if list, err := f.Tablets(t.Context(), north); err != nil || len(list) != 1 || list[0].ID != "paired" || len(list[0].Classes) != 2 {
		t.Errorf("later they are %+v, %v", list, err)
	}
	if _, err := f.Pairing(t.Context(), "paired"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("the code: %v", err)
	}
}

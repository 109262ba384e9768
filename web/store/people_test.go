package store

import (
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func peopleSentences() []sentence {
	return []sentence{
		{"a person is found by address and by id, with what they may do where", aPersonIsFoundByAddress},
		{"a person without a school is found too", aPersonWithoutASchoolIsFoundToo},
		{"an address is taken once", anAddressIsTakenOnce},
		{"an empty school has no people", anEmptySchoolHasNoPeople},
		{"a new password and being disabled end sessions", aNewPasswordAndBeingDisabledEndSessions},
		{"preferences are kept", preferencesAreKept},
		{"people are listed by address, once for each school", peopleAreListedByAddressOnce},
		{"of wrong passwords at the same moment each is counted", countsTogether},
		{"a known device is remembered until it is old", aKnownDeviceIsRemembered},
	}
}

func aPersonIsFoundByAddress(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.addPerson(t, "p1", "ada@example.org")
	must(t, f.Join(t.Context(), "p1", "south", roll.Teacher))
	must(t, f.Join(t.Context(), "p1", north, roll.Teacher))
	must(t, f.Join(t.Context(), "p1", north, roll.Admin))
	person, hash, err := f.PersonByEmail(t.Context(), "ada@example.org")
	must(t, err)
	if person.ID != "p1" || hash != "hash-p1" || person.Disabled || !person.SingleKeys || person.OnlyTicked {
		t.Errorf("she is %+v, %q", person, hash)
	}
	same, memberships, err := f.Person(t.Context(), "p1")
	must(t, err)
	want := []roll.Membership{{School: north, SchoolName: "School north", Role: roll.Admin}, {School: "south", SchoolName: "School south", Role: roll.Teacher}}
	same.Since = person.Since // read with a session only
	if same != person || len(memberships) != 2 || memberships[0] != want[0] || memberships[1] != want[1] {
		t.Errorf("by id she is %+v with %+v", same, memberships)
	}
}

func aPersonWithoutASchoolIsFoundToo(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	_, memberships, err := f.Person(t.Context(), "p1")
	must(t, err)
	if len(memberships) != 0 {
		t.Errorf("she has %+v", memberships)
	}
}

func anAddressIsTakenOnce(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	err := f.AddPerson(t.Context(), roll.Person{ID: "p2", Email: "ada@example.org", Name: "B"}, "hash")
	if roll.KindOf(err) != roll.Stale {
		t.Errorf("the second one: %v", err)
	}
}

func anEmptySchoolHasNoPeople(f *fixture) {
	t := f.t
	_, _, byEmail := f.PersonByEmail(t.Context(), "nobody@example.org")
	_, _, byID := f.Person(t.Context(), "nobody")
	for what, err := range map[string]error{
		"by address": byEmail, "by id": byID, "password": f.SetPassword(t.Context(), "nobody", "hash"),
		"disable": f.Disable(t.Context(), "nobody"), "preferences": f.SetPreferences(t.Context(), "nobody", roll.Preferences{SingleKeys: true}),
	} {
		if roll.KindOf(err) != roll.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func aNewPasswordAndBeingDisabledEndSessions(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	before, _, err := f.Person(t.Context(), "p1")
	must(t, err)
	must(t, f.SetPassword(t.Context(), "p1", "other"))
	_, hash, err := f.PersonByEmail(t.Context(), "ada@example.org")
	must(t, err)
	must(t, f.Disable(t.Context(), "p1"))
	after, _, err := f.Person(t.Context(), "p1")
	must(t, err)
	if hash != "other" || !after.Disabled || after.Epoch != before.Epoch+2 {
		t.Errorf("from %+v to %+v with %q", before, after, hash)
	}
}

func preferencesAreKept(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	chosen := roll.Preferences{OnlyTicked: true, Language: "ar", SurnameFirst: true, Order: roll.BySurname}
	must(t, f.SetPreferences(t.Context(), "p1", chosen))
	person, _, err := f.Person(t.Context(), "p1")
	must(t, err)
	if person.Preferences != chosen {
		t.Errorf("she is %+v", person)
	}
}

func peopleAreListedByAddressOnce(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.addPerson(t, "p1", "zoe@example.org")
	f.addPerson(t, "p2", "ada@example.org")
	must(t, f.Join(t.Context(), "p2", "south", roll.Teacher))
	must(t, f.Join(t.Context(), "p2", north, roll.Office))
	people, err := f.People(t.Context())
	must(t, err)
	if len(people) != 3 || people[0].ID != "p2" || people[0].School != north || people[0].Role != roll.Office || people[1].School != "south" || people[2].ID != "p1" || people[2].School != "" {
		t.Errorf("listed: %+v", people)
	}
}

func aKnownDeviceIsRemembered(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	now := f.clock.Now()
	f.known(t, false)
	must(t, f.RememberDevice(t.Context(), "p1", "device", now))
	must(t, f.RememberDevice(t.Context(), "p1", "device", now.Add(time.Hour)))
	f.sweep(keeping.Devices, now.Add(time.Minute))
	f.known(t, true)
	f.sweep(keeping.Devices, now.Add(2*time.Hour))
	f.known(t, false)
}

func (f *fixture) addPerson(t *testing.T, id roll.PersonID, email string) {
	t.Helper()
	must(t, f.AddPerson(t.Context(), roll.Person{ID: id, Email: email, Name: "Name " + string(id)}, "hash-"+string(id)))
}

func (f *fixture) known(t *testing.T, want bool) {
	t.Helper()
	known, err := f.KnownDevice(t.Context(), "p1", "device")
	must(t, err)
	if known != want {
		t.Errorf("the device is known: %t", known)
	}
}

func countsTogether(f *fixture) {
	t := f.t
	counters := []roll.Counter{{Place: "sign-in", Person: "ada"}, {Place: "sign-in", Person: "a turn"}}
	now := f.clock.Now().UTC()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			must(t, f.ChangeTries(t.Context(), counters, func(before []roll.Tries) []roll.Tries {
				return []roll.Tries{{Count: before[0].Count + 1, Last: now}, {}}
			}))
		})
	}
	all.Wait()
	must(t, f.ChangeTries(t.Context(), counters, func(before []roll.Tries) []roll.Tries {
		if before[0].Count != 8 || !before[0].Last.Equal(now) || before[1] != (roll.Tries{}) {
			t.Errorf("the counts are %+v", before)
		}
		return nil
	}))
}

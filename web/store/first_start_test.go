package store

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

func firstStartSentences() []sentence {
	return []sentence{
		{"when several processes start at once, only one link works", oneFirstLinkIsGood},
		{"when several people begin at once, one becomes the first admin", oneIsTheFirstAdmin},
		{"once a person exists, no link is made and an earlier one is over", noLinkAfterTheFirstPerson},
		{"only one of several first schools is added, with its admin", oneFirstSchoolIsAdded},
	}
}

// emptied removes the school of the fixture.
func (f *fixture) emptied() {
	for _, table := range []string{"school_keys", "schools"} {
		_, err := f.Database.Exec(f.t.Context(), `DELETE FROM `+table)
		must(f.t, err)
	}
	if used, err := f.InUse(f.t.Context()); used || err != nil {
		f.t.Fatalf("an empty database is in use: %v", err)
	}
}

// firstLink returns a link for the first admin, made now.
func (f *fixture) firstLink(id roll.AccountLinkID) roll.AccountLink {
	now := f.clock.Now().UTC()
	return roll.AccountLink{ID: id, Kind: roll.FirstAdmin, Role: roll.Admin, MadeAt: now, Ends: now.Add(roll.FirstLinkLasts)}
}

// first returns the n-th person who wants to be the first admin.
func first(n int) roll.Person {
	id := "first" + strconv.Itoa(n)
	return roll.Person{ID: roll.PersonID(id), Email: id + "@example.org", Name: "First"}
}

// processes opens the database as that many processes, including the fixture's.
func (f *fixture) processes(t *testing.T, count int) []*Store {
	t.Helper()
	all := []*Store{f.Store}
	for len(all) < count {
		all = append(all, f.another(t))
	}
	return all
}

func oneFirstLinkIsGood(f *fixture) {
	t := f.t
	f.emptied()
	var all sync.WaitGroup
	for i, process := range f.processes(t, 4) {
		all.Go(func() {
			if made, err := process.AddFirstLink(t.Context(), f.firstLink(roll.AccountLinkID(strconv.Itoa(i)))); !made || err != nil {
				t.Errorf("process %d makes no link: %v", i, err)
			}
		})
	}
	all.Wait()
	good := 0
	for i := range 4 {
		link, err := f.AccountLink(t.Context(), roll.AccountLinkID(strconv.Itoa(i)))
		must(t, err)
		if link.Open(f.clock.Now()) {
			good++
		}
	}
	if good != 1 {
		t.Errorf("%d links are good", good)
	}
}

func oneIsTheFirstAdmin(f *fixture) {
	t := f.t
	f.emptied()
	made, err := f.AddFirstLink(t.Context(), f.firstLink("one"))
	if must(t, err); !made {
		t.Fatal("no link is made")
	}
	var all sync.WaitGroup
	var begun, over atomic.Int64
	for i, process := range f.processes(t, 4) {
		all.Go(func() {
			switch err := process.BeginByLink(t.Context(), "one", first(i), "hash", f.clock.Now()); {
			case err == nil:
				begun.Add(1)
			case roll.KindOf(err) == roll.Stale:
				over.Add(1)
			default:
				t.Errorf("process %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if people, err := f.People(t.Context()); begun.Load() != 1 || over.Load() != 3 || len(people) != 1 || err != nil {
		t.Errorf("%d began, %d came late, there are %d people, %v", begun.Load(), over.Load(), len(people), err)
	}
}

func noLinkAfterTheFirstPerson(f *fixture) {
	t := f.t
	if made, err := f.AddFirstLink(t.Context(), f.firstLink("early")); made || err != nil {
		t.Errorf("beside a school a link is made: %v, %v", made, err)
	}
	f.emptied()
	_, err := f.AddFirstLink(t.Context(), f.firstLink("one"))
	must(t, err)
	f.clock.advance(roll.FirstLinkLasts)
	if err := f.BeginByLink(t.Context(), "one", first(0), "hash", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("after half an hour: %v", err)
	}
	_, err = f.AddFirstLink(t.Context(), f.firstLink("two"))
	must(t, err)
	must(t, f.AddPerson(t.Context(), first(1), "hash"))
	if err := f.BeginByLink(t.Context(), "two", first(2), "hash", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("beside a person: %v", err)
	}
	if made, err := f.AddFirstLink(t.Context(), f.firstLink("three")); made || err != nil {
		t.Errorf("beside a person a link is made: %v, %v", made, err)
	}
}

func oneFirstSchoolIsAdded(f *fixture) {
	t := f.t
	f.emptied()
	must(t, f.AddPerson(t.Context(), first(0), "hash"))
	if has, err := f.HasSchools(t.Context()); has || err != nil {
		t.Errorf("there is a school: %v", err)
	}
	var all sync.WaitGroup
	var added atomic.Int64
	for i, process := range f.processes(t, 3) {
		school := roll.School{ID: roll.SchoolID("oak" + strconv.Itoa(i)), Name: "Oak", Zone: f.zone, BaseURL: "https://oak.example", Tenant: "t", Code: "c"}
		all.Go(func() {
			err := process.AddFirstSchool(t.Context(), school, schools.Key{Sealed: []byte("sealed"), LastFour: "1234"}, first(0).ID)
			switch {
			case err == nil:
				added.Add(1)
			case roll.KindOf(err) != roll.Stale:
				t.Errorf("process %d: %v", i, err)
			}
		})
	}
	all.Wait()
	_, memberships, err := f.Person(t.Context(), first(0).ID)
	if added.Load() != 1 || len(memberships) != 1 || memberships[0].Role != roll.Admin || err != nil {
		t.Errorf("%d schools are added, the admin is in %+v, %v", added.Load(), memberships, err)
	}
}

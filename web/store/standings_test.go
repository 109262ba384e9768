package store

import (
	"fmt"
	"time"

	"rollbook/web/roll"
)

func standingSentences() []sentence {
	return []sentence{
		{"standings are those of now, of people and of covers", standingsAreThoseOfNow},
		{"a person who is disabled or has no school has no standing", theDisabledHaveNoStanding},
	}
}

func (f *fixture) standings(ids ...roll.PersonID) map[roll.PersonID]roll.Standing {
	f.t.Helper()
	found, err := f.Standings(f.t.Context(), ids)
	must(f.t, err)
	return found
}

func standingsAreThoseOfNow(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.AddPerson(t.Context(), roll.Person{ID: "ada", Email: "ada@north.example", Name: "Ada"}, ""))
	must(t, f.Join(t.Context(), "ada", north, roll.Teacher))
	must(t, f.Join(t.Context(), "ada", "south", roll.Office))
	must(t, f.SetPassword(t.Context(), "ada", "hash"))
	link := f.coverLink("one")
	f.addsCover(t, link)
	must(t, f.AddCover(t.Context(), "ines", "one", "Ines", f.clock.Now()))
	revoked := f.clock.Now().UTC().Truncate(time.Millisecond)
	must(t, f.another(t).RevokeCoverLink(t.Context(), north, "one", revoked))
	want := map[roll.PersonID]roll.Standing{
		"ada":  {Epoch: 2, Roles: map[roll.SchoolID]roll.Role{north: roll.Teacher, "south": roll.Office}},
		"ines": {Roles: map[roll.SchoolID]roll.Role{north: roll.Covering}, Link: roll.CoverLink{Ends: link.Ends, RevokedAt: revoked}},
	}
	if got := f.standings("ada", "ines", "nobody"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("they are %v, want %v", got, want)
	}
	if got := f.standings(); len(got) != 0 {
		t.Errorf("of nobody they are %v", got)
	}
}

func theDisabledHaveNoStanding(f *fixture) {
	t := f.t
	for _, id := range []roll.PersonID{"ada", "kofi"} {
		must(t, f.AddPerson(t.Context(), roll.Person{ID: id, Email: string(id) + "@north.example", Name: "A"}, ""))
	}
	must(t, f.Join(t.Context(), "ada", north, roll.Teacher))
	must(t, f.Disable(t.Context(), "ada"))
	if got := f.standings("ada", "kofi"); len(got) != 0 {
		t.Errorf("they are %v", got)
	}
}

package store

import (
	"slices"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

func schoolSentences() []sentence {
	return []sentence{
		{"a school is kept with all its settings", aSchoolIsKeptWithAllItsSettings},
		{"schools are listed by slug", schoolsAreListedBySlug},
		{"a slug is taken once, and nothing of the second school is kept", aSlugIsTakenOnceAndNothing},
		{"settings change one school only", settingsChangeOneSchoolOnly},
		{"a missing school is not found", aMissingSchoolIsNotFound},
		{"a note is empty until it is set, and then has the last value", aNoteIsEmptyUntilItIsSet},
		{"a session is found until it ends", aSessionIsFoundUntilItEnds},
	}
}
func aSchoolIsKeptWithAllItsSettings(f *fixture) {
	t := f.t
	want := roll.School{
		ID: "south", Name: "Süd – <South>", Zone: f.zone, BaseURL: "https://service.example/base", Tenant: "south", Code: "S-1",
		Mapping: `{"version":1}`, TimeFormat: roll.TimeMinutes, LateCheck: roll.CheckIn, LeftCheck: roll.CheckOut,
		Call: 20 * time.Second, Apply: 90 * time.Second, PastDays: 14, RollsDue: "09:00", LateAfter: "08:40", Proof: roll.ProvenByMarks, AllowPrivate: "10.0.0.0/8:8443",
	}
	must(t, f.AddSchool(t.Context(), want, schools.Key{Sealed: []byte{0, 255, 10}, LastFour: "4321"}))
	school, err := f.School(t.Context(), "south")
	must(t, err)
	want.Zone, want.Generation, want.Connected = school.Zone, 1, 1
	if school != want || school.Zone.String() != "Europe/Berlin" {
		t.Errorf("it is %+v", school)
	}
	key, err := f.KeyInUse(t.Context(), "south")
	must(t, err)
	if !slices.Equal(key.Sealed, []byte{0, 255, 10}) || key.LastFour != "4321" {
		t.Errorf("its key is %+v", key)
	}
	again, err := f.School(t.Context(), "south")
	must(t, err)
	if again != school {
		t.Error("read twice it is not the same")
	}
}

func schoolsAreListedBySlug(f *fixture) {
	t := f.t
	f.addSchool(t, "zeta")
	f.addSchool(t, "alpha")
	schools, err := f.Schools(t.Context())
	must(t, err)
	if len(schools) != 3 || schools[0].ID != "alpha" || schools[1].ID != north || schools[2].ID != "zeta" {
		t.Errorf("listed: %+v", schools)
	}
}

func aSlugIsTakenOnceAndNothing(f *fixture) {
	t := f.t
	err := f.AddSchool(t.Context(), roll.School{ID: north, Name: "Second", Zone: f.zone}, schools.Key{Sealed: []byte("second"), LastFour: "2222"})
	if roll.KindOf(err) != roll.Stale {
		t.Errorf("the second one: %v", err)
	}
	key, err := f.KeyInUse(t.Context(), north)
	must(t, err)
	if string(key.Sealed) != "sealed north" {
		t.Errorf("the key in use is %q", key.Sealed)
	}
}

func settingsChangeOneSchoolOnly(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.setMapping(north, `{"x":1}`))
	must(t, f.SetTimes(t.Context(), north, roll.TimeInstant, roll.CheckIn, roll.CheckOut))
	changed, err := f.School(t.Context(), north)
	must(t, err)
	other, err := f.School(t.Context(), "south")
	must(t, err)
	if changed.Mapping != mappingWith(t, mapping.Periods, `{"x":1}`) || changed.TimeFormat != roll.TimeInstant || changed.LateCheck != roll.CheckIn || changed.LeftCheck != roll.CheckOut {
		t.Errorf("it is %+v", changed)
	}
	if other.Mapping != "" || other.TimeFormat != roll.TimeNotSent {
		t.Errorf("the other is %+v", other)
	}
}

func aMissingSchoolIsNotFound(f *fixture) {
	t := f.t
	_, school := f.School(t.Context(), "nowhere")
	_, key := f.KeyInUse(t.Context(), "nowhere")
	for what, err := range map[string]error{
		"school": school, "key": key, "mapping": f.setMapping("nowhere", "{}"),
		"times": f.SetTimes(t.Context(), "nowhere", "", "", ""),
	} {
		if roll.KindOf(err) != roll.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func aNoteIsEmptyUntilItIsSet(f *fixture) {
	t := f.t
	for _, want := range []string{"", "first", "second"} {
		if want != "" {
			must(t, f.SetNote(t.Context(), "note", want))
		}
		note, err := f.Note(t.Context(), "note")
		must(t, err)
		if note != want {
			t.Errorf("it is %q instead of %q", note, want)
		}
	}
}

func aSessionIsFoundUntilItEnds(f *fixture) {
	t := f.t
	sessions := f.Sessions(f.clock.Now)
	must(t, sessions.Commit("token", []byte{0, 1, 255}, f.clock.Now().Add(time.Minute)))
	must(t, sessions.Commit("other", []byte("other"), f.clock.Now().Add(time.Hour)))
	must(t, sessions.Commit("token", []byte{2, 0, 3}, f.clock.Now().Add(2*time.Minute)))
	data, found, err := sessions.Find("token")
	must(t, err)
	if !found || !slices.Equal(data, []byte{2, 0, 3}) {
		t.Errorf("found %t with %v", found, data)
	}
	f.clock.advance(2 * time.Minute)
	if _, found, err := sessions.Find("token"); found || err != nil {
		t.Errorf("after its end it is found: %t, %v", found, err)
	}
	must(t, sessions.DropExpired(t.Context()))
	must(t, sessions.Delete("nonsense"))
	if _, found, err := sessions.Find("other"); !found || err != nil {
		t.Errorf("the other is found: %t, %v", found, err)
	}
	must(t, sessions.Delete("other"))
	if _, found, err := sessions.Find("other"); found || err != nil {
		t.Errorf("deleted it is found: %t, %v", found, err)
	}
}

package store

import (
	"rollbook/web/roll"
	"rollbook/web/store/schools"
)

func connectSentences() []sentence {
	return []sentence{
		{"another address comes with a key of its own, and every earlier key is gone", anotherAddressComesWithAKey},
		{"a missing school cannot be connected and gets no key", aMissingSchoolCannotBeConnected},
		{"each school has its own draft of a mapping, the one set last", theDraftOfAMapping},
	}
}

func anotherAddressComesWithAKey(f *fixture) {
	t := f.t
	f.addSchool(t, "other")
	school, err := f.School(t.Context(), north)
	must(t, err)
	must(t, f.ReplaceKey(t.Context(), north, schools.Key{Sealed: []byte("second"), LastFour: "2222"}))
	must(t, f.Pause(t.Context(), north, roll.PausedKey, 0))
	school.BaseURL, school.Tenant, school.Code = "https://new.example", "new", "NEW-1"
	must(t, f.Connect(t.Context(), school, schools.Key{Sealed: []byte("third"), LastFour: "3333"}))
	got, err := f.School(t.Context(), north)
	must(t, err)
	key, err := f.KeyInUse(t.Context(), north)
	must(t, err)
	school.Generation, school.Connected, school.Proof = 2, 2, roll.ProvenByDocument
	if got != school || string(key.Sealed) != "third" || key.LastFour != "3333" {
		t.Errorf("it is %+v with %+v", got, key)
	}
	keys, others := 0, 0
	must(t, f.Database.One(t.Context(), []any{&keys}, `SELECT count(*) FROM school_keys WHERE school = $1`, north))
	must(t, f.Database.One(t.Context(), []any{&others}, `SELECT count(*) FROM school_keys WHERE school = $1`, "other"))
	if keys != 1 || others != 1 {
		t.Errorf("%d keys are kept, and %d of another school", keys, others)
	}
}

func aMissingSchoolCannotBeConnected(f *fixture) {
	t := f.t
	err := f.Connect(t.Context(), roll.School{ID: "nowhere", BaseURL: "https://new.example"}, schools.Key{Sealed: []byte("x")})
	if roll.KindOf(err) != roll.NotFound {
		t.Errorf("the answer is %v", err)
	}
}

func theDraftOfAMapping(f *fixture) {
	t := f.t
	f.addSchool(t, "other")
	draft, err := f.MappingDraft(t.Context(), north)
	must(t, err)
	if draft != "" {
		t.Errorf("at first it is %q", draft)
	}
	must(t, f.SetMappingDraft(t.Context(), north, "first"))
	must(t, f.SetMappingDraft(t.Context(), "other", "of another"))
	must(t, f.SetMappingDraft(t.Context(), north, "second"))
	if draft, err = f.MappingDraft(t.Context(), north); err != nil || draft != "second" {
		t.Errorf("then it is %q, %v", draft, err)
	}
}

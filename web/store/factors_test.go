package store

import (
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/people"
)

func factorSentences() []sentence {
	return []sentence{
		{"an app accepts each step once, and no older one", anAppsSteps},
		{"a challenge of a passkey is used once, by whomever", aPasskeysChallenge},
		{"a recovery code works once, for its person", aRecoveryCode},
		{"an app goes with its recovery codes, and is not replaced by another", anAppRemoved},
		{"second factors of an account that was not proven end with its password", factorsOfUnproven},
		{"an admin removes the second factors of members of no other school", factorsOfMember},
		{"what is sealed for a person is sealed again with a new key", factorsSealedAgain},
		{"a second factor is demanded of the roles that the school names", factorDemands},
	}
}

// app is an authenticator app of the person.
func app(person roll.PersonID) people.Factor {
	return people.Factor{Person: person, ID: "app", Kind: people.App, Sealed: []byte("1kkkkkkkkbody"), Step: 10, MadeAt: time.Unix(1, 0)}
}

func (f *fixture) wantFactors(t *testing.T, person roll.PersonID, want, codes int) {
	t.Helper()
	found, err := f.Factors(t.Context(), person)
	must(t, err)
	left, err := f.CountRecoveryCodes(t.Context(), person)
	if err != nil || len(found) != want || left != codes {
		t.Errorf("%s has %d factors and %d codes, want %d and %d, %v", person, len(found), left, want, codes, err)
	}
}

func anAppsSteps(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.AddFactor(t.Context(), app("tom"), nil))
	for _, step := range []struct {
		step int64
		want bool
	}{{9, false}, {10, false}, {12, true}, {12, false}, {11, false}, {13, true}} {
		if is, err := f.UseStep(t.Context(), app("tom"), step.step, f.clock.Now()); err != nil || is != step.want {
			t.Errorf("step %d: %t, %v", step.step, is, err)
		}
	}
	if found, err := f.Factors(t.Context(), "tom"); err != nil || found[0].Step != 13 || found[0].Used.IsZero() {
		t.Errorf("%+v, %v", found, err)
	}
}

func aPasskeysChallenge(f *fixture) {
	t := f.t
	f.staff(t)
	for _, person := range []roll.PersonID{"tom", "bob"} {
		key := people.Factor{Person: person, ID: "key", Kind: people.Passkey, Name: "Laptop", Sealed: []byte("1kkkkkkkkold"), MadeAt: time.Unix(1, 0)}
		must(t, f.AddFactor(t.Context(), key, nil))
		key.Sealed = []byte("1kkkkkkkknew")
		first, err := f.UsePasskey(t.Context(), key, "a-challenge", f.clock.Now())
		found, unread := f.Factors(t.Context(), person)
		must(t, unread)
		if kept := string(found[0].Sealed) == "1kkkkkkkknew"; err != nil || first != (person == "tom") || kept != first {
			t.Errorf("%s: %t, kept %t, %v", person, first, kept, err)
		}
	}
}

func aRecoveryCode(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.AddFactor(t.Context(), app("tom"), []string{"one", "two"}))
	for _, try := range []struct {
		person roll.PersonID
		hash   string
		want   bool
	}{{"bob", "one", false}, {"tom", "one", true}, {"tom", "one", false}, {"tom", "two", true}} {
		if is, err := f.UseRecoveryCode(t.Context(), try.person, try.hash); err != nil || is != try.want {
			t.Errorf("%+v: %t, %v", try, is, err)
		}
	}
}

func anAppRemoved(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.AddFactor(t.Context(), app("tom"), []string{"one"}))
	if err := f.AddFactor(t.Context(), app("tom"), []string{"two"}); roll.KindOf(err) != roll.Stale {
		t.Errorf("a second app: %v", err)
	}
	f.wantFactors(t, "tom", 1, 1)
	if err := f.RemoveFactor(t.Context(), app("bob")); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another person's: %v", err)
	}
	must(t, f.RemoveFactor(t.Context(), app("tom")))
	f.wantFactors(t, "tom", 0, 0)
}

func factorsOfUnproven(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.AddFactor(t.Context(), app("tom"), []string{"one"}))
	must(t, f.SetPassword(t.Context(), "tom", "hash"))
	f.wantFactors(t, "tom", 1, 1)
	must(t, f.Database.Do(t.Context(), `UPDATE people SET proven_at = 0 WHERE id = 'tom'`))
	must(t, f.SetPassword(t.Context(), "tom", "another"))
	f.wantFactors(t, "tom", 0, 0)
}

func factorsOfMember(f *fixture) {
	t := f.t
	f.staff(t)
	for _, person := range []roll.PersonID{"tom", "bob"} {
		must(t, f.AddFactor(t.Context(), app(person), []string{"one"}))
	}
	if err := f.RemoveMemberFactors(t.Context(), north, "ada", "tom"); roll.KindOf(err) != roll.Forbidden {
		t.Errorf("of a member of another school too: %v", err)
	}
	if err := f.RemoveMemberFactors(t.Context(), north, "tom", "bob"); roll.KindOf(err) != roll.Forbidden {
		t.Errorf("by a teacher: %v", err)
	}
	must(t, f.RemoveMemberFactors(t.Context(), north, "ada", "bob"))
	f.wantFactors(t, "bob", 0, 0)
	f.wantFactors(t, "tom", 1, 1)
	must(t, f.RemoveFactors(t.Context(), "tom"))
	f.wantFactors(t, "tom", 0, 0)
}

func factorDemands(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.SetFactorDemands(t.Context(), north, []roll.Role{roll.Office, roll.Admin}))
	must(t, f.SetFactorDemands(t.Context(), north, []roll.Role{roll.Admin}))
	for person, want := range map[roll.PersonID]bool{"ada": true, "bob": true, "tom": false} {
		if is, err := f.DemandsFactor(t.Context(), person); err != nil || is != want {
			t.Errorf("of %s: %t, %v", person, is, err)
		}
	}
	if roles, err := f.FactorDemands(t.Context(), north); err != nil || len(roles) != 1 || roles[0] != roll.Admin {
		t.Errorf("%v, %v", roles, err)
	}
}

func factorsSealedAgain(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.AddFactor(t.Context(), app("tom"), nil))
	must(t, f.AddFactor(t.Context(), app("bob"), nil))
	values, err := f.SealedOtherwise(t.Context(), []byte("2kkkkkkkk"))
	must(t, err)
	for _, value := range values {
		if value.School == "tom" {
			must(t, f.Reseal(t.Context(), value, []byte("2kkkkkkkkbody")))
		}
	}
	for person, want := range map[roll.PersonID]string{"tom": "2kkkkkkkkbody", "bob": "1kkkkkkkkbody"} {
		if found, err := f.Factors(t.Context(), person); err != nil || string(found[0].Sealed) != want {
			t.Errorf("%s has %q, %v", person, found[0].Sealed, err)
		}
	}
	if counts, err := f.SealedBy(t.Context()); err != nil || counts["2kkkkkkkk"] != 1 {
		t.Errorf("%v, %v", counts, err)
	}
}

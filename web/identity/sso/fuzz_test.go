package sso

import (
	"encoding/json"
	"testing"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// FuzzClaims reads a provider's claims about a person: an address is accepted only where the provider vouches for it.
func FuzzClaims(f *testing.F) {
	for _, seed := range []string{
		`{"sub":"1","email":"ada@oak.example","email_verified":true,"name":"Ada Byron","groups":["staff"]}`,
		`{"sub":"1","email":"ada@oak.example","email_verified":"true","groups":"staff"}`,
		`{"sub":"1","email":"ada@oak.example","email_verified":1}`,
		`{"sub":"1","email":["ada@oak.example"],"hasgroups":true}`,
		`{"sub":"1","_claim_names":{"groups":"src1"}}`,
		`{"sub":"1","groups":[{"id":7}]}`,
		`{"sub":"1","tid":"t","preferred_username":"ada@oak.example"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		claimed := make(map[string]json.RawMessage)
		if json.Unmarshal([]byte(token), &claimed) != nil {
			return
		}
		read, err := parse(claimed, "groups")
		if err != nil {
			return
		}
		who, err := read.describe(roll.Provider{Issuer: "https://id.oak.example"}, "https://id.oak.example")
		if err != nil || who.Email == "" {
			return
		}
		if verified := string(read.Verified); verified != "true" && verified != `"true"` {
			t.Errorf("%s is accepted, vouched for by %s", who.Email, verified)
		}
		if same, good := auth.ParseEmail(who.Email); !good || same != who.Email {
			t.Errorf("%q is no address", who.Email)
		}
	})
}

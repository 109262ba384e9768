package store

import (
	"reflect"
	"testing"

	"rollbook/web/roll"
)

func codeSentences() []sentence {
	return []sentence{{"the authority's codes are replaced together with their use", codesAreReplaced}}
}

func codesAreReplaced(f *fixture) {
	t := f.t
	first := roll.Codes{
		All:      []roll.AuthorityCode{{Code: "Z", Label: "Last", Counts: roll.CountsImpossible}, {Code: "/", Label: "There", Counts: roll.CountsPresent}},
		OfStatus: map[roll.StatusID]string{0: "/", 7: "Z"}, OfReason: map[string]string{"Illness": "Z"},
	}
	second := roll.Codes{
		All: []roll.AuthorityCode{{Code: "/", Label: "Here", Counts: roll.CountsPresent}}, OfStatus: map[roll.StatusID]string{7: "/"},
		OfReason: map[string]string{},
	}
	for _, want := range []roll.Codes{first, second} {
		must(t, f.PutCodes(t.Context(), north, want))
		if got := f.codes(t, north); !reflect.DeepEqual(got, want) {
			t.Errorf("they are %+v, want %+v", got, want)
		}
	}
	if other := f.codes(t, "south"); len(other.All)+len(other.OfStatus) > 0 {
		t.Errorf("another school has %+v", other)
	}
}

func (f *fixture) codes(t *testing.T, school roll.SchoolID) roll.Codes {
	t.Helper()
	codes, err := f.Codes(t.Context(), school)
	must(t, err)
	return codes
}

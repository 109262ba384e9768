package document

import (
	"encoding/json"
	"testing"
)

func TestOptionalValuesAreReadLeniently(t *testing.T) {
	t.Parallel()
	for value, want := range map[any]string{"2026-03-04": "2026-03-04", "2026-03-04T08:00:00Z": "2026-03-04", "2026-03-04 08:00": "2026-03-04", "": "", nil: ""} {
		if got, err := Date(value); err != nil || got != want {
			t.Errorf("date %v: %q, %v", value, got, err)
		}
	}
	for _, value := range []any{"03/04/2026", "2026-3-4", "2026-02-30", "2026-03-041", true} {
		if got, err := Date(value); err == nil {
			t.Errorf("date %v: %q", value, got)
		}
	}
	for value, want := range map[any]bool{true: true, "Yes": true, json.Number("1"): true, "current": true, false: false, "": false, json.Number("0"): false, nil: false} {
		if got, err := Flag(value); err != nil || got != want {
			t.Errorf("flag %v: %v, %v", value, got, err)
		}
	}
	if _, err := Flag(json.Number("2")); err == nil {
		t.Error("2 is a flag")
	}
	for value, want := range map[any]string{json.Number("9007199254740993"): "9007199254740993", "P/1": "P/1"} {
		if got, err := Key(value); err != nil || got != want {
			t.Errorf("key %v: %q, %v", value, got, err)
		}
	}
	for _, value := range []any{json.Number("1e3"), json.Number("1.0"), " ", nil, true} {
		if got, err := Key(value); err == nil {
			t.Errorf("key %v: %q", value, got)
		}
	}
}

func TestADateIsReadFromANumberAsTheDayOfTheNearestMidnight(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{
		"1785535200": "2026-08-01", "1785535200000": "2026-08-01", // midnight in Berlin
		"1785542400": "2026-08-01", "1785556800": "2026-08-01", // in London and New York
		"1817078399": "2027-07-31", "1817071199": "2027-07-31", // the last second in London and Berlin
		"7": "", "1.5e9": "", "99999999999999": "",
	} {
		if got, err := Date(json.Number(number)); got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v", number, got, err)
		}
	}
}

func TestTheTeachersOfAClassAreReadFromEveryShape(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"Ada Byron"`: "Ada Byron", `"Ada Byron; Bo Lund"`: "Ada Byron\nBo Lund", `"T-482"`: "", `7`: "", `null`: "", `true`: "",
		`"ada1@a.example"`: "ada1@a.example", `{"id":7,"name":"Ada Byron","email":"ada@a.example"}`: "Ada Byron <ada@a.example>",
		`{"firstName":"Ada","last_name":"Byron"}`: "Ada Byron", `{"nom":"Byron","prénom":"Ada"}`: "Ada Byron",
		`[{"user":{"displayName":"Ada Byron"}},{"user":{"displayName":"Bo Lund"}},{"user":{"displayName":"Bo Lund"}}]`: "Ada Byron\nBo Lund",
		`{"data":[{"forename":"Ada","surname":"Byron","meta":{"name":"Main"}}]}`:                                       "Ada Byron", `{"id":7,"department":{"name":"Maths"}}`: "",
		`{"email":"none","lastName":"Byron"}`: "Byron", `[]`: "", `{}`: "",
	} {
		value, err := Decode([]byte(text))
		if got, _ := People(value); got != want || err != nil {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
}

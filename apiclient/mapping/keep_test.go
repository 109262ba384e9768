package mapping

import (
	"testing"

	"rollbook/apiclient/document"
)

func TestARuleKeepsTheItemsThatCount(t *testing.T) {
	t.Parallel()
	roles, declined := Rule{Field: "$.x[*]", IsNot: []string{"teacher"}}, Rule{Field: "$.x", IsNot: []string{"left"}, Declined: true}
	passed, begun, empty := Rule{Field: "$.x", NotPassed: true}, Rule{Field: "$.x", Begun: true}, Rule{Field: "$.x", Empty: true}
	for _, one := range []struct {
		rule  Rule
		value string
		kept  bool
	}{
		{passed, `"2026-11-25"`, true}, {passed, `"2026-11-24"`, false}, {passed, `"24/11/2026"`, false}, {passed, `null`, true},
		{passed, `"0001-01-01"`, true}, {passed, `"soon"`, true}, {passed, `"10/12/2026"`, true}, {passed, `"10/11/2026"`, false},
		{begun, `"2026-11-25"`, true}, {begun, `"2026-11-26"`, false}, {begun, `null`, true}, {begun, `"11/12/2026"`, true},
		{roles, `["student"]`, true}, {roles, `["student","teacher"]`, false}, {roles, `[]`, true}, {declined, `"left"`, true},
		{empty, `null`, true}, {empty, `""`, true}, {empty, `false`, true}, {empty, `0`, true}, {empty, `"moved"`, false}, {empty, `{"a":1}`, false},
	} {
		item, err := document.Decode([]byte(`{"x":` + one.value + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := Keeps([]Rule{one.rule}, item, "2026-11-25"); got != one.kept {
			t.Errorf("%+v keeps %s: %t", one.rule, one.value, got)
		}
	}
}

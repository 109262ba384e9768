package discovery

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rollbook/apiclient/mapping"
)

// itemsOf reads the items of an answer that is a list.
func itemsOf(t *testing.T, answer string) []any {
	t.Helper()
	return decoded(t, answer).([]any)
}

func TestNamesAreOfferedTheLikeliestFirstAndNothingThatIsNoName(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, class(6, `{"no":10%,"kind":"Student","email":"a%@x.org","born":"2012-01-0%","label":"Byron#, Ada#","person":{"first":"Ada#","last":"Byron#"},"town":"Oak"}`))
	choices := NameChoices(items)
	if len(choices) == 0 || choices[0][mapping.GivenName] != "$.person.first" || choices[0][mapping.FamilyName] != "$.person.last" {
		t.Fatalf("they are %v", choices)
	}
	written := fmt.Sprint(choices)
	for path, wanted := range map[string]bool{"$.label": true, "$.kind": false, "$.email": false, "$.born": false, "$.town": false, "$.no": false} {
		if strings.Contains(written, path) != wanted {
			t.Errorf("%s is offered %t: %s", path, !wanted, written)
		}
	}
}

func TestClassesAreOfferedTheLikeliestFirst(t *testing.T) {
	t.Parallel()
	items := itemsOf(t, class(20, `{"no":10%,"house":"H%%","klasse":"8%%","active":true,"born":"2012-01-01","name":"Ada %"}`))
	var paths []string
	for _, fields := range ClassChoices(items) {
		paths = append(paths, fields[mapping.ClassName])
	}
	if !slices.Equal(paths, []string{"$.klasse", "$.house"}) {
		t.Errorf("they are %v", paths)
	}
}

// leavingCase is a list that tells who has left: the second item, unless none has.
type leavingCase struct {
	name, items string
	said        bool
	left        []int
}

func TestThoseWhoLeftAreFoundByWhatSchoolSystemsWrite(t *testing.T) {
	t.Parallel()
	for _, c := range []leavingCase{
		{"a status in words", `[{"id":1,"status":"Active"},{"id":2,"status":"Withdrawn"},{"id":3,"status":"Active"}]`, true, []int{1}},
		{"a date of leaving", `[{"id":1,"exitDate":null},{"id":2,"exitDate":"2026-01-31"},{"id":3,"exitDate":"2027-07-02"},{"id":4}]`, true, []int{1}},
		{"a date with a time", `[{"id":1,"exitDate":""},{"id":2,"exitDate":"2026-01-31T00:00:00Z"}]`, true, []int{1}},
		{"a flag", `[{"id":1,"isActive":true},{"id":2,"isActive":false}]`, true, []int{1}},
		{"a flag in numbers", `[{"id":1,"is_active":1},{"id":2,"is_active":0}]`, true, []int{1}},
		{"a flag in text", `[{"id":1,"toBeDeleted":"N"},{"id":2,"toBeDeleted":"Y"},{"id":3}]`, true, []int{1}},
		{"inside an object", `[{"id":1,"record":{"status":"it's current"}},{"id":2,"record":{"status":"Left"}}]`, true, []int{1}},
		{"a status in numbers", `[{"id":1,"status":1},{"id":2,"status":9},{"id":3,"status":1}]`, false, []int{1}},
		{"everybody is active", `[{"id":1,"isActive":true},{"id":2,"isActive":true}]`, false, nil},
		{"everybody has left", `[{"id":1,"status":"left"},{"id":2,"status":"left"}]`, false, nil},
		{"what else is called a status", `[{"id":1,"name":"left"},{"id":2,"name":"right"}]`, false, nil},
	} {
		leavings := Leavings(mapping.Students, "$", itemsOf(t, c.items), "2026-11-23")
		if len(leavings) == 0 {
			if c.left != nil {
				t.Errorf("%s: nobody is found", c.name)
			}
			continue
		}
		found := leavings[0]
		if !slices.Equal(found.Items, c.left) || found.Said != c.said {
			t.Errorf("%s: %v, said %t", c.name, found.Items, found.Said)
		}
		kept, err := Items(decoded(t, c.items), found.List)
		if err != nil || len(kept) != len(itemsOf(t, c.items))-len(c.left) {
			t.Errorf("%s: %s keeps %v, %v", c.name, found.List, kept, err)
		}
	}
}

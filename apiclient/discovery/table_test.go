package discovery

import (
	"slices"
	"testing"

	"rollbook/apiclient/mapping"
)

func TestEveryCallAndFieldOfTheTableIsLookedFor(t *testing.T) {
	t.Parallel()
	for _, call := range mapping.Calls() {
		paths := likelyPaths(call)
		if len(paths) < 2 || len(slices.Compact(slices.Sorted(slices.Values(paths)))) != len(paths) {
			t.Errorf("%s is looked for at %q", call, paths)
		}
		for _, path := range paths {
			if err := mapping.CheckPath(path); err != nil {
				t.Errorf("%s: %s: %v", call, path, err)
			}
		}
		roles := rowOf(call).roles()
		for _, field := range mapping.Fields(call) {
			known := slices.ContainsFunc(roles, func(r role) bool { return r.name == field && len(r.words) > 0 && r.is != nil })
			others := []string{mapping.EnrolmentID, mapping.SchoolPeriod, mapping.Teacher, mapping.TeacherMail}
			if other := (call == mapping.Students || call == mapping.Classes) && slices.Contains(others, field); known == other {
				t.Errorf("%s of %s: known by its words %t", field, call, known)
			}
		}
		if len(roles) > len(mapping.Fields(call)) {
			t.Errorf("%s has words for %d fields", call, len(roles))
		}
	}
}

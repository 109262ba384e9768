package papers_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"rollbook/web/papers"
	"rollbook/web/roll/constants"
)

func TestEachRequirementNamesFilesThatExistOrItsReason(t *testing.T) {
	t.Parallel()
	all, err := papers.Requirements()
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`^V\d+\.\d+\.\d+$`)
	levels, states, seen := make(map[string]int), make(map[papers.State]int), make(map[string]bool)
	for _, one := range all {
		if !id.MatchString(one.ID) || seen[one.ID] || one.Says == "" || one.State == papers.Met && len(one.Files) == 0 {
			t.Errorf("%+v", one)
		}
		seen[one.ID] = true
		levels[one.Level]++
		states[one.State]++
		for _, file := range one.Files {
			if _, err := os.Stat(filepath.Join(constants.Root(t), file)); err != nil {
				t.Errorf("%s names %s: %v", one.ID, file, err)
			}
		}
	}
	// The standard has 70 requirements of level 1, and 183 of level 2.
	if levels["1"] != 70 || levels["2"] != 183 || len(levels) != 2 {
		t.Errorf("by levels they are %v", levels)
	}
	if states[papers.Met] < 170 {
		t.Errorf("by states they are %v", states)
	}
}

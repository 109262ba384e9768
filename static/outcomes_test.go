package static

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/roll/constants"
)

// source returns the text of a script or stylesheet as it is written.
func source(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(embedded, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// decides checks that a script names exactly the outcomes for which the rule is true.
func decides(t *testing.T, script, asks string, is func(roll.Outcome) bool) {
	t.Helper()
	found := regexp.MustCompile(asks).FindStringSubmatch(source(t, script))
	if found == nil {
		t.Fatalf("%s asks for no outcomes", script)
	}
	named := strings.Split(found[1], "|")
	for _, outcome := range constants.Of[roll.Outcome](t) {
		if slices.Contains(named, string(outcome)) != is(outcome) {
			t.Errorf("%s decides otherwise about %q", script, outcome)
		}
	}
}

func TestScriptsClearTicksAsTheRuleDoes(t *testing.T) {
	t.Parallel()
	decides(t, "js/roll_answer.js", `const clears = .*!/([a-z_|]+)/\.test`, func(outcome roll.Outcome) bool { return !outcome.ClearsTick() })
}

func TestMarksWithoutAStatusAndEveryFamilyHaveTheirColours(t *testing.T) {
	t.Parallel()
	tokens := source(t, "css/tokens.css")
	coloured := func(name string) bool { return regexp.MustCompile(`\.f-` + name + `\b`).MatchString(tokens) }
	for _, outcome := range constants.Of[roll.Outcome](t) {
		if coloured(string(outcome)) != outcome.Pending() {
			t.Errorf("the colours of %q are missing, or nothing has them", outcome)
		}
	}
	for _, family := range constants.Of[roll.Family](t) {
		if !coloured(string(family)) {
			t.Errorf("%q has no colours", family)
		}
	}
}

func TestEveryStateOfAClassHasItsSign(t *testing.T) {
	t.Parallel()
	plain := []roll.ClassState{roll.ClassUntouched}
	for _, state := range constants.Of[roll.ClassState](t) {
		if strings.Contains(source(t, "css/day.css"), `.state[data-state="`+string(state)+`"]`) == slices.Contains(plain, state) {
			t.Errorf("the board does not know how to show %q", state)
		}
	}
}

package document

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// repeated joins what each returns for 0 to count-1 with commas.
func repeated(count int, each func(i int) string) string {
	parts := make([]string, count)
	for i := range parts {
		parts[i] = each(i)
	}
	return strings.Join(parts, ",")
}

func same(text string) func(int) string { return func(int) string { return text } }

func TestABombIsRefusedWhileItIsRead(t *testing.T) {
	t.Parallel()
	member := func(i int) string { return fmt.Sprintf(`"a%d":0`, i) }
	for name, body := range map[string]string{
		"an object with 1,000,000 members":   "{" + repeated(1_000_000, member) + "}",
		"an object with a member too many":   "{" + repeated(MaxNames+1, member) + "}",
		"objects with names of their own":    "[" + repeated(MaxNames+1, func(i int) string { return "{" + member(i) + "}" }) + "]",
		"an object of objects":               "{" + repeated(MaxNames+1, func(i int) string { return fmt.Sprintf(`"%d":{"id":1}`, i) }) + "}",
		"an object of lists":                 "{" + repeated(MaxNames+1, func(i int) string { return fmt.Sprintf(`"%d":[1]`, i) }) + "}",
		"a list with a number too many":      "[" + repeated(MaxValues, same("1")) + "]",
		"a list with an object too many":     "[" + repeated(MaxValues/2, same("{}")) + "]",
		"a list with a list too many":        "[" + repeated(MaxValues/2, same("[ ]")) + "]",
		"texts that contain commas":          "[" + repeated(MaxValues, same(`",,"`)) + "]",
		"lists in lists":                     strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
		"10,000 lists in lists":              strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		"objects in objects":                 strings.Repeat(`{"a":`, MaxDepth+1) + "1" + strings.Repeat("}", MaxDepth+1),
		"lists that never end":               strings.Repeat("[", 1<<20),
		"a long number":                      "[1" + strings.Repeat("0", MaxNumber) + "]",
		"a long exponent":                    "[1e" + strings.Repeat("0", MaxNumber) + "]",
		"a long text":                        `["` + strings.Repeat("A", MaxText+1) + `"]`,
		"a long name":                        `{"` + strings.Repeat("a", MaxName+1) + `": 1}`,
		"a bomb behind a byte order mark":    "\xef\xbb\xbf" + strings.Repeat("[", MaxDepth+1),
		"a bomb behind a quoted parenthesis": `["]", "\"]", ` + strings.Repeat("[", MaxDepth),
	} {
		if _, err := Decode([]byte(body)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnswersOfRealServicesAreWithinTheLimits(t *testing.T) {
	t.Parallel()
	fact := func(i int) string { return fmt.Sprintf(`"fact %d": "a value, and [more] {of} it"`, i) }
	for name, body := range map[string]string{
		"5,000 students with 60 facts each": "[" + repeated(5000, same("{"+repeated(60, fact)+"}")) + "]",
		"5,000 students by their id":        "{" + repeated(5000, func(i int) string { return fmt.Sprintf(`"%d": {"name": "x"}`, i) }) + "}",
		"a photograph":                      `[{"photo": "` + strings.Repeat("A", 500_000) + `"}]`,
		"lists as deep as allowed":          strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth),
		"brackets in texts":                 `["` + strings.Repeat("[", 1000) + `", "\\", "\"` + strings.Repeat("{", 1000) + `"]`,
		"a long decimal":                    "[-" + strings.Repeat("1", MaxNumber/2) + ".5E+3]",
	} {
		if _, err := Decode([]byte(body)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

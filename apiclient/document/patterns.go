package document

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// Patterns are regular expressions by their names, each compiled when it is first used: most programs use few.
type Patterns map[string]func() *regexp.Regexp

// ReadPatterns reads patterns from a text. Each is a paragraph that begins with a line of its name, a colon and its
// meaning. White space separates the alternatives; one that is longer than a line is broken after a |.
func ReadPatterns(text string) Patterns {
	patterns := Patterns{}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		heading, alternatives, _ := strings.Cut(paragraph, "\n")
		name, _, _ := strings.Cut(heading, ":")
		joined := strings.ReplaceAll(strings.Join(strings.Fields(alternatives), "|"), "||", "|")
		patterns[name] = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(joined) })
	}
	return patterns
}

// Match reports whether the pattern with the name matches the text.
func (p Patterns) Match(name, text string) bool { return p[name]().MatchString(text) }

//go:embed patterns.txt
var patternsText string

//nolint:gochecknoglobals // They never change, like a regular expression.
var patterns = ReadPatterns(patternsText)

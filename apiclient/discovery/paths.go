package discovery

import (
	_ "embed"
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

//go:embed paths.txt
var pathsText string

// IsLikely reports whether a search tries the path for the call without being told.
func IsLikely(call mapping.Call, path string) bool {
	return slices.Contains(likelyPaths(call), path) || call == mapping.Students && slices.Contains(perClassPaths(), path)
}

// likelyPaths returns possible paths of a call, the likeliest first: that of the default mapping, and those in
// paths.txt.
func likelyPaths(call mapping.Call) []string {
	return append([]string{mapping.DefaultOf(call).Path}, under(string(call), pathsText)...)
}

// perClassPaths returns possible paths of the students of one class.
func perClassPaths() []string { return under("students by class", pathsText) }

// under returns the entries under a heading of a list. An empty line ends them.
func under(heading, lists string) []string {
	_, rest, _ := strings.Cut(lists, "\n"+heading+":\n")
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	return strings.Fields(paragraph)
}

package setup

import (
	"regexp"
	"slices"
	"strings"
)

var (
	bracketed = regexp.MustCompile(`\{+([^{}]*)\}+|<([^<>]*)>`)
	coloned   = regexp.MustCompile(`([/=]):([A-Za-z_][A-Za-z0-9_]*)`)
	answer    = regexp.MustCompile(`\{\s*"|\[\s*[\[{"0-9]`)
	parted    = regexp.MustCompile(`\s+(\?|&\w)`)
	origin    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*`)
	// partOfPath matches a part of the path before the query, or a parameter of the query.
	partOfPath = regexp.MustCompile(`[/?&][^/?&]*`)
)

// pathIn returns the path of a call from a pasted part of a school system's help: a whole address, a line
// such as "GET /...", or a curl command, with placeholders of any name, and perhaps followed by its answer.
// It replaces a known period id by the placeholder of periods. Base is the school's base address.
func pathIn(pasted, base string, periods ...string) string {
	if at := answer.FindStringIndex(pasted); at != nil {
		pasted = pasted[:at[0]]
	}
	text := coloned.ReplaceAllString(bracketed.ReplaceAllStringFunc(pasted, placeholder), "$1{$2}")
	text = bracketed.ReplaceAllStringFunc(text, placeholder)
	path := addressIn(parted.ReplaceAllString(text, "$1"))
	if rest, ours := strings.CutPrefix(path, base); ours && base != "" {
		path = rest
	}
	path = origin.ReplaceAllString(path, "")
	if path != "" && !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return withPeriod(path, periods)
}

// placeholder returns our placeholder for one of another name, and "" for the base address.
func placeholder(name string) string {
	name = strings.ToLower(strings.Trim(name, "{}<>"))
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
	}
	switch {
	case has("base", "url", "host", "domain"):
		return ""
	case has("class", "group", "section", "klass", "gruppe"):
		return "{class}"
	case has("date", "day", "datum"):
		return "{date}"
	}
	return "{period}"
}

// addressIn returns the first word that looks like an address.
func addressIn(text string) string {
	var first string
	for _, word := range strings.Fields(text) {
		word = strings.Trim(word, "'\"`,;")
		switch {
		case strings.Contains(word, "://"), strings.HasPrefix(word, "/"):
			return word
		case first == "" && (strings.Contains(word, "/") || !strings.Contains(strings.TrimSpace(text), " ")):
			first = word
		}
	}
	return first
}

// withPeriod replaces the period's id by the placeholder where the id stands alone.
func withPeriod(path string, periods []string) string {
	if strings.Contains(path, "{period}") {
		return path
	}
	counting := []string{"page", "pagesize", "per_page", "limit", "size", "offset", "skip", "top", "count"}
	isPeriod := func(text string) bool { return text != "" && slices.Contains(periods, text) }
	return partOfPath.ReplaceAllStringFunc(path, func(part string) string {
		name, value, isPair := strings.Cut(part, "=")
		switch {
		case isPair && isPeriod(value) && !slices.Contains(counting, strings.ToLower(name[1:])):
			return name + "={period}"
		case !isPair && part[0] == '/' && isPeriod(part[1:]):
			return "/{period}"
		}
		return part
	})
}

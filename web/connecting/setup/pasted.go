package setup

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

var (
	bracketed = regexp.MustCompile(`\{+([^{}]*)\}+|<([^<>]*)>`)
	coloned   = regexp.MustCompile(`([/=]):([A-Za-z_][A-Za-z0-9_]*)`)
	answer    = regexp.MustCompile(`\{\s*"|\[\s*[\[{"0-9]`)
	itself    = regexp.MustCompile(`"self"\s*:\s*(?:\{\s*"href"\s*:\s*)?"([^"]+)"`)
	parted    = regexp.MustCompile(`\s+(\?|&\w)`)
	ofAnswer  = regexp.MustCompile(`(?i)^(HTTP/[0-9.]+|(application|text)/.*)$`)
	origin    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*`)
	// partOfPath matches a part of the path before the query, or a parameter of the query.
	partOfPath = regexp.MustCompile(`[/?&][^/?&]*`)
)

// pathIn returns the path of a call from a pasted part of a school system's help: a whole address, a line
// such as "GET /...", or a curl command, with placeholders of any name, and perhaps followed by its answer.
// It replaces a known period id by the placeholder of periods. Base is the school's base address.
func pathIn(pasted, base string, periods ...string) string {
	text := coloned.ReplaceAllString(bracketed.ReplaceAllStringFunc(withoutAnswer(pasted), placeholder), "$1{$2}")
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

// withoutAnswer returns the text before a pasted answer. For an answer alone, it returns the address inside
// that the answer gives as its own.
func withoutAnswer(pasted string) string {
	at := answer.FindStringIndex(pasted)
	if at == nil {
		return pasted
	}
	if before := pasted[:at[0]]; slices.ContainsFunc(strings.Fields(before), isAddress) {
		return before
	}
	if own := itself.FindStringSubmatch(pasted); own != nil {
		return own[1]
	}
	return ""
}

// isAddress reports whether a word before an answer can be its address, not a part of its first lines.
func isAddress(word string) bool { return strings.Contains(word, "/") && !ofAnswer.MatchString(word) }

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

// IsAnswer reports whether the pasted text is an answer without its address.
func IsAnswer(pasted string) bool {
	return strings.TrimSpace(pasted) != "" && withoutAnswer(pasted) == ""
}

// exemplify stores an answer that was pasted without its address as an example of the call that it resembles.
// The call is read by the example's fields once its address is known. It returns [mapping.ErrUnusable] for a
// text that cannot be an example.
func (s *seeker) exemplify(call Call, pasted string) (Call, error) {
	begin := answer.FindStringIndex(pasted)
	decoded, err := document.Decode([]byte(pasted[begin[0]:]))
	if err != nil {
		return call, fmt.Errorf("%w: %w", mapping.ErrUnusable, err)
	}
	whole := document.Complete(decoded)
	call, guess := looksLike(call, whole)
	if guess.List == "" {
		return call, fmt.Errorf("%w: no list in it", mapping.ErrUnusable)
	}
	example := Reading{List: guess.List, Fields: guess.Fields}
	t := s.describe(call, discovery.Found{Reading: example, Look: apiclient.Look{Document: whole}})
	t.Answer, t.Items, t.Example = s.client.Redact(pasted), 0, &example
	s.draft.Trials[call] = t.Trial
	return call, nil
}

// looksLike returns the call whose fields the answer has. Between equal guesses it returns the call it was
// pasted for. It takes an answer with more facts about students for the list of students.
func looksLike(call Call, answer any) (Call, discovery.Guess) {
	best := discovery.Read(call, answer)
	for _, other := range mapping.Calls() {
		guess := discovery.Read(other, answer)
		if other != mapping.People && guess.Score > best.Score {
			call, best = other, guess
		}
	}
	return call, best
}

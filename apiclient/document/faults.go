package document

import (
	"slices"
	"strings"
)

// meaning classifies a member of a row by its folded name, if the name is about an outcome.
type meaning struct {
	fault, warning, dropped, success, outcome, code, saved, waits, message bool
}

func meaningOf(name string) meaning {
	is := func(pattern string) bool { return patterns.Match(pattern, name) }
	return meaning{
		fault: is("faults"), warning: is("warnings"), dropped: is("dropped"), success: is("successes"),
		outcome: is("outcomes"), code: is("codes"), saved: is("saves"), waits: is("waits"), message: is("messages"),
	}
}

// reportsFault reports whether a member beside a list says that something went wrong, or that items were left out. An
// unknown word for the outcome counts as a fault, about which a person is asked.
func reportsFault(name string, value any) bool {
	is := meaningOf(name)
	number, isNumber := numberIn(value)
	_, isFlag := flagIn(value)
	word := Fold(Written(value))
	return is.warning && !SaysNothing(value) || is.dropped && isNumber && number > 0 || is.failure(value) ||
		is.outcome && word != "" && !isNumber && !isFlag && !patterns.Match("succeeded", word) &&
			!patterns.Match("cut off", word)
}

// failure reports whether the value says that something failed: an error, a code for one, or a no instead of success.
func (is meaning) failure(value any) bool {
	flag, isFlag := flagIn(value)
	number, isNumber := numberIn(value)
	isNo := isFlag && !flag
	return is.fault && !SaysNothing(value) && !patterns.Match("fine", Fold(Written(value))) ||
		is.success && (isNo || isNumber && number == 0) ||
		is.code && patterns.Match("failed code", Written(value)) ||
		is.outcome && isNo
}

// refusal reports whether the value says that an item was not applied, or not yet.
func (is meaning) refusal(value any) bool {
	if is == (meaning{}) {
		return false
	}
	if is.failure(value) || is.saved && value != nil && SaysNothing(value) || is.waits && !SaysNothing(value) {
		return true
	}
	if !is.message && !is.outcome {
		return false
	}
	word := Fold(Written(value))
	return patterns.Match("refusals", word) && !patterns.Match("fine", word)
}

// Refusals finds the items of one answer to a save that were not applied. All items have the same members, so it
// remembers what their names mean. Make one with NewRefusals.
type Refusals struct {
	meanings map[string]meaning
	unless   []string
}

// NewRefusals returns a finder of refused items. The named members say nothing.
func NewRefusals(unless ...string) Refusals { return Refusals{make(map[string]meaning), unless} }

// Has reports whether an item says that it was not applied, or not yet. Status is the recorded status of the item;
// an outcome that repeats it or is a short code says nothing, nor does a word that is not known.
func (r Refusals) Has(item map[string]any, status string) bool {
	for name, value := range item {
		if slices.Contains(r.unless, name) {
			continue
		}
		if inside, isObject := value.(map[string]any); isObject && r.Has(inside, status) {
			return true
		}
		is, isKnown := r.meanings[name]
		if !isKnown {
			is = meaningOf(Fold(name))
			r.meanings[name] = is
		}
		repeatsStatus := is.outcome && repeats(value, status)
		if !repeatsStatus && is.refusal(value) {
			return true
		}
	}
	return false
}

// repeats reports whether a text is a short code, or a form of the status.
func repeats(value any, status string) bool {
	const longestCode = 3
	text, isText := value.(string)
	word, status := Fold(text), Fold(status)
	_, isNumber := numberIn(value)
	return isText && !isNumber && !SaysNothing(value) && (len(word) <= longestCode ||
		status != "" && (strings.Contains(word, status) || strings.Contains(status, word)))
}

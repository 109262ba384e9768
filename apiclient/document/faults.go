package document

import (
	"slices"
	"strings"
)

// reportsFault reports whether a member beside a list says that something went wrong, or that items were left out. An
// unknown word for the outcome counts as a fault, about which a person is asked.
func reportsFault(name string, value any) bool {
	number, isNumber := numberIn(value)
	_, isFlag := flagIn(value)
	word := Fold(Written(value))
	return !SaysNothing(value) && patterns.Match("warnings", name) ||
		isNumber && number > 0 && patterns.Match("dropped", name) || reportsFailure(name, value) ||
		word != "" && !isNumber && !isFlag && patterns.Match("outcomes", name) &&
			!patterns.Match("succeeded", word) && !patterns.Match("cut off", word)
}

// reportsFailure reports whether a member says that something failed: an error, a code for one, or a no instead of
// success.
func reportsFailure(name string, value any) bool {
	flag, isFlag := flagIn(value)
	number, isNumber := numberIn(value)
	isNo := isFlag && !flag
	isCode := len(Written(value)) > 1 // no failed code is shorter, and most members are no code
	return !SaysNothing(value) && patterns.Match("faults", name) && !patterns.Match("fine", Fold(Written(value))) ||
		(isNo || isNumber && number == 0) && patterns.Match("successes", name) ||
		isCode && patterns.Match("failed code", Written(value)) && patterns.Match("codes", name) ||
		isNo && patterns.Match("outcomes", name)
}

// IsRefused reports whether an item of the answer to a save says that it was not applied, or not yet. Status is the
// recorded status of the item; an outcome that repeats it or is a short code says nothing, nor does a word that is not
// known, nor do the named members.
func IsRefused(item map[string]any, status string, unless ...string) bool {
	for name, value := range item {
		own, word := Fold(name), Fold(Written(value))
		inside, isObject := value.(map[string]any)
		switch {
		case slices.Contains(unless, name):
		case isObject && IsRefused(inside, status, unless...):
			return true
		case patterns.Match("outcomes", own) && repeats(value, status):
		case reportsFailure(own, value), patterns.Match("saves", own) && SaysNothing(value) && value != nil,
			patterns.Match("waits", own) && !SaysNothing(value),
			(patterns.Match("messages", own) || patterns.Match("outcomes", own)) && patterns.Match("refusals", word) &&
				!patterns.Match("fine", word):
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

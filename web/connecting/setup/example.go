package setup

import (
	"fmt"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

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
	trial := Trial{Finding: mapping.FindingNotTried, Answer: s.client.Redact(pasted), Example: &example}
	s.offerPlaces(&trial, whole, itemsOf(discovery.Found{Look: apiclient.Look{Document: whole}}, example))
	s.draft.Trials[call] = trial
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

// beginWith returns the first reading of a call that had an example. It keeps the example's fields that the
// real answer has, and guesses the rest.
func beginWith(call Call, typed Reading, found discovery.Found) Reading {
	items := itemsOf(found, typed)
	switch {
	case len(items) == 0 && found.Works():
		return found.Reading
	case len(items) == 0:
		return typed
	}
	typed.Paging = found.Reading.Paging
	known := discovery.Fields(items)
	fields := discovery.ReadList(call, discovery.List{Path: typed.List, Items: items}).Fields
	for name, path := range typed.Fields {
		if slices.ContainsFunc(known, func(field *discovery.Field) bool { return field.Path == path }) {
			fields[name] = path
		}
	}
	typed.Fields = fields
	return typed
}

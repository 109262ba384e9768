package setup

import (
	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// items returns the items that the reading finds in the first answer.
func (t *trying) items() []any { return itemsOf(t.found, t.reading) }

// itemsOf returns the items that a reading finds in an answer.
func itemsOf(found discovery.Found, reading Reading) []any {
	items, err := discovery.Items(found.Look.Document, reading.List)
	if found.Err != nil || err != nil || reading.List == "" {
		return nil
	}
	return items
}

// guessIn guesses the fields of the list that the reading finds in an answer.
func guessIn(call Call, found discovery.Found, reading Reading) discovery.Guess {
	return discovery.ReadList(call, discovery.List{Path: reading.List, Items: itemsOf(found, reading)})
}

// choice returns the choice to read the list in a changed way.
func (t *trying) choice(press roll.MessageKey, change func(reading *Reading)) readings.Choice {
	reading := t.draft.Mapping.Of(t.call)
	change(&reading)
	return readings.Choice{Press: press, Reading: reading}
}

// object adds a reason why a person must decide about the list before it is used, with the person's choices.
func (t *trying) object(kind string, remark readings.Remark, choices ...readings.Choice) {
	remark.Key, remark.Choices = language.ObjectionKeys.Of(kind), choices
	t.Objections = append(t.Objections, remark)
}

// unrelated returns the choice that the sign at a place does not describe the list.
func (t *trying) unrelated(kind, place string) readings.Choice {
	return t.choice(language.ObjectionKeepKeys.Of(kind), func(reading *Reading) {
		reading.Unrelated = append(reading.Unrelated, place)
	})
}

// doubt adds a doubt about the list if it applies.
func (t *trying) doubt(applies bool, key roll.MessageKey) {
	if applies {
		t.Doubts = append(t.Doubts, readings.Remark{Key: key})
	}
}

// note adds a fact about the list if it applies.
func (t *trying) note(applies bool, remark readings.Remark) {
	if applies {
		t.Notes = append(t.Notes, remark)
	}
}

// isShowable reports whether a path from the service is free of the key.
func (s *seeker) isShowable(path string) bool { return s.client.Redact(path) == path }

// at reads the value at a path of an item, for people.
func (s *seeker) at(item any, path string) string {
	if path == "" {
		return ""
	}
	found, err := mapping.Select(item, path)
	if err != nil || len(found) == 0 {
		return ""
	}
	return s.client.Redact(document.Written(found[0]))
}

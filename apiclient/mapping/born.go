package mapping

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	// birthdays matches names of the day of birth, persons those of objects about the student.
	birthdays = regexp.MustCompile(`^(birth|date[_ ]?of[_ ]?birth|dob|geb|naissance|date[_ ]?(de[_ ]?)?naissance|` +
		`fecha[_ ]?(de[_ ]?)?nacimiento|data[_ ]?(di[_ ]?)?nascita)`)
	persons = regexp.MustCompile(`^(student|pupil|learner|person|attributes|profile|details|data|node)`)
)

// Born returns the day of birth in an item, or "". It tells namesakes apart where students have no ids.
func Born(item any) string {
	object, _ := item.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		folded := strings.ToLower(name)
		if text, isText := object[name].(string); isText && birthdays.MatchString(folded) {
			return text
		}
		if inside, isObject := object[name].(map[string]any); isObject && persons.MatchString(folded) {
			if born := Born(inside); born != "" {
				return born
			}
		}
	}
	return ""
}

package audit

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// numbered matches the numbers of students in the text of an event.
var numbered = regexp.MustCompile(`students? \[?[-\d ]+`)

// typed matches what people have typed as names: of groups, codes, reasons, statuses, periods and closed days.
var typed = regexp.MustCompile(`(group|code|reason|status|period|closed) [^;]*|[^;]* means status`)

// allTyped matches the events whose whole text is such names, which may have any sign in them.
var allTyped = regexp.MustCompile(`^(tablet|group|codes|statuses|absence-reasons|closed-days|school-year)-`)

// cut matches the last word of a text that was shortened (storable).
var cut = regexp.MustCompile(`[\p{L}\p{N}]+\.\.\.$`)

// Naming returns the events that have a number of the student, or the name in what was typed, the oldest first.
func Naming(ctx context.Context, read engine.Reader, one roll.OneStudent) ([]Event, error) {
	all, err := engine.Rows[Event](ctx, read,
		`SELECT `+columns+` FROM audit a WHERE a.school = $1 AND (a.about LIKE '%student%' OR a.before <> ''
			OR a.after <> '') ORDER BY a.id`, one.School)
	return slices.DeleteFunc(all, func(event Event) bool { return event == event.without(one) }), err
}

// Erase replaces the student's numbers in the events, and their names in what was typed. Nothing else changes an event.
func Erase(ctx context.Context, t *engine.Transaction, one roll.OneStudent) error {
	events, err := Naming(ctx, t, one)
	if err != nil {
		return err
	}
	return engine.DoEach(ctx, t, events, `UPDATE audit SET about = $2, before = $3, after = $4 WHERE id = $1`,
		func(_ int, event Event) []any {
			left := event.without(one)
			return []any{event.ID, left.About, left.Before, left.After}
		})
}

// without returns the event without the student's numbers and names.
func (e *Event) without(one roll.OneStudent) Event {
	left := *e
	var numbers []string
	for _, own := range one.Numbers {
		numbers = append(numbers, own.Enrolment.String())
	}
	erase := func(text string) string {
		return withoutCut(numbered.ReplaceAllStringFunc(text, func(part string) string {
			return digits.ReplaceAllStringFunc(part, func(number string) string {
				if slices.Contains(numbers, number) {
					return "-"
				}
				return number
			})
		}), numbers)
	}
	names := strings.Fields(one.Given + " " + one.Family)
	nameless := func(text string) string {
		text = erase(text)
		if allTyped.MatchString(e.Name) {
			return withoutCut(withoutNames(text, names), names)
		}
		return typed.ReplaceAllStringFunc(text, func(part string) string { return withoutNames(part, names) })
	}
	left.About, left.Before, left.After = erase(e.About), nameless(e.Before), nameless(e.After)
	return left
}

// withoutNames replaces the names in a text. A single letter is no name.
func withoutNames(text string, names []string) string {
	for _, name := range names {
		if len(name) > 1 {
			whole := regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])` + regexp.QuoteMeta(name) + `($|[^\p{L}\p{N}])`)
			for range 2 { // a sign between two of them belongs to the first
				text = whole.ReplaceAllString(text, "${1}-${2}")
			}
		}
	}
	return text
}

// withoutCut replaces the last word of a shortened text if one of the words begins with it.
func withoutCut(text string, words []string) string {
	return cut.ReplaceAllStringFunc(text, func(last string) string {
		begun := strings.ToLower(strings.TrimSuffix(last, "..."))
		if slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(strings.ToLower(word), begun) }) {
			return "-..."
		}
		return last
	})
}

var digits = regexp.MustCompile(`\d+`)

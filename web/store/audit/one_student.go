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
	erase := func(text string) string {
		return numbered.ReplaceAllStringFunc(text, func(part string) string {
			return digits.ReplaceAllStringFunc(part, func(number string) string {
				if slices.ContainsFunc(one.Numbers, func(own roll.NumberOfOne) bool { return own.Enrolment.String() == number }) {
					return "-"
				}
				return number
			})
		})
	}
	nameless := func(text string) string { return typed.ReplaceAllStringFunc(erase(text), withoutName(one)) }
	if strings.HasPrefix(e.Name, "tablet-") {
		// The whole text is a tablet's name.
		nameless = withoutName(one)
	}
	left.About, left.Before, left.After = erase(e.About), nameless(e.Before), nameless(e.After)
	return left
}

// withoutName returns a function that replaces the student's names in a text. A single letter is no name.
func withoutName(one roll.OneStudent) func(string) string {
	return func(text string) string {
		for _, name := range strings.Fields(one.Given + " " + one.Family) {
			if len(name) > 1 {
				whole := regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])` + regexp.QuoteMeta(name) + `($|[^\p{L}\p{N}])`)
				text = whole.ReplaceAllString(text, "${1}-${2}")
			}
		}
		return text
	}
}

var digits = regexp.MustCompile(`\d+`)

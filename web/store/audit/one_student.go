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

// grouped matches the typed name of a group.
var grouped = regexp.MustCompile(`group [^:]*:`)

// Naming returns the events that have a number of the student, or the name in that of a group, the oldest first.
func Naming(ctx context.Context, read engine.Reader, one roll.OneStudent) ([]Event, error) {
	all, err := engine.Rows[Event](ctx, read,
		`SELECT `+columns+` FROM audit a WHERE a.school = $1 AND (a.about LIKE '%student%' OR a.before LIKE '%student%'
			OR a.after LIKE '%student%') ORDER BY a.id`, one.School)
	return slices.DeleteFunc(all, func(event Event) bool { return event == event.without(one) }), err
}

// Erase replaces the student's numbers in the events, and their names in typed names of groups. Nothing else changes an
// event.
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
	left.About, left.Before, left.After = erase(e.About), nameless(erase(e.Before), one), nameless(erase(e.After), one)
	return left
}

// nameless returns the text without the student's names in the typed names of groups.
func nameless(text string, one roll.OneStudent) string {
	return grouped.ReplaceAllStringFunc(text, func(group string) string {
		for _, name := range strings.Fields(one.Given + " " + one.Family) {
			whole := regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])` + regexp.QuoteMeta(name) + `($|[^\p{L}\p{N}])`)
			group = whole.ReplaceAllString(group, "${1}-${2}")
		}
		return group
	})
}

var digits = regexp.MustCompile(`\d+`)

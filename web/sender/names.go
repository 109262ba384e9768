package sender

import (
	"context"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"rollbook/web/roll"
)

// sameAs tells whether a returned status is the one that the attempt sent, by its
// name or by an alias of the school's.
func (s *Sender) sameAs(ctx context.Context, attempt roll.Attempt) func(string) bool {
	sent := Fold(attempt.StatusName)
	return func(returned string) bool {
		folded := Fold(returned)
		if folded == sent {
			return true
		}
		aliases, err := s.store.Aliases(ctx, attempt.School)
		if err != nil {
			s.complain(ctx, "read a school's names of statuses", err)
			return false
		}
		for name, status := range aliases {
			if status == attempt.Status && Fold(name) == folded {
				return true
			}
		}
		return false
	}
}

// Fold makes names of statuses comparable: trimmed, composed (NFC) and without
// case.
func Fold(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

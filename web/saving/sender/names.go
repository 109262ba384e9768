package sender

import (
	"context"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"rollbook/web/roll"
)

// sameAs returns a function that reports whether a returned status is the attempt's, by its name or by an
// alias of the school.
func (s *Sender) sameAs(ctx context.Context, attempt roll.Attempt) func(string) bool {
	return func(returned string) bool {
		if returned == attempt.Status.Name || Fold(returned) == Fold(attempt.Status.Name) {
			return true
		}
		aliases, err := s.store.Aliases(ctx, attempt.School)
		if err != nil {
			s.complain(ctx, "read a school's names of statuses", err)
			return false
		}
		return Means(aliases, returned, attempt.Status.ID, attempt.Status.Name)
	}
}

// Means reports whether the name is the status's own or one of its aliases.
func Means(aliases map[string]roll.StatusID, name string, status roll.StatusID, statusName string) bool {
	folded := Fold(name)
	if folded == Fold(statusName) {
		return true
	}
	for alias, means := range aliases {
		if means == status && Fold(alias) == folded {
			return true
		}
	}
	return false
}

// Fold trims a status name, composes it (NFC) and folds its case, for comparison.
func Fold(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

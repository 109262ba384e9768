package discovery

import (
	"slices"

	"rollbook/apiclient/document"
)

func folded(name string) string { return document.Fold(name) }

// wrapper reports whether a member only wraps others and its name carries no meaning.
func wrapper(name string) bool {
	return slices.Contains(list("attributes relationships data info details fields properties node profile item record value content general basic"), folded(name))
}

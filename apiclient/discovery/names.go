package discovery

import (
	"maps"
	"regexp"
	"slices"

	"rollbook/apiclient/document"
)

func folded(name string) string { return document.Fold(name) }

// wrapper reports whether a member only wraps others and its name carries no meaning.
func wrapper(name string) bool {
	return slices.Contains(list("attributes relationships data info details fields properties node profile item record value content general basic"), folded(name))
}

// nameParts matches names of a separate field for a part of the family name.
var nameParts = regexp.MustCompile(`tussenvoegsel|infix|(name|surname)prefix$|voorvoegsel|vorsatz|namenszusatz|particle|particule|` +
	`apellido2|segundoapellido|apellidomaterno|second(sur|last|family)name|maternalsurname`)

// LacksNamePart reports whether a part of the family name, such as van, is in a field that is not among the
// paths.
func LacksNamePart(items []any, paths map[string]string) bool {
	used := slices.Collect(maps.Values(paths))
	return slices.ContainsFunc(fieldsOf(items, false), func(f *Field) bool {
		return nameParts.MatchString(f.name) && !f.foreign && !slices.Contains(used, f.Path) && f.share(isPerson) > 0
	})
}

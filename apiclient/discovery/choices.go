package discovery

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

// The numbers of choices beyond which nobody looks.
const (
	mostNameChoices  = 12
	mostClassChoices = 8
)

// NameChoices are the ways in which the items of a list may say a student's name, the likeliest first: the
// name's fields of [mapping.Fields] with their JSONPaths. People choose by the names that come out.
func NameChoices(items []any) []map[string]string {
	fields := Fields(items)
	parts := slices.DeleteFunc(pointers(fields), func(f *Field) bool { return !f.namesPeople() })
	var all []nameChoice
	for _, whole := range parts {
		all = append(all, nameChoice{map[string]string{mapping.FullName: whole.Path}, whole.suits(mapping.FullName)})
	}
	for _, given := range parts {
		for _, family := range parts {
			if given != family && around(given.Path) == around(family.Path) && !within(given, family) {
				score := given.suits(mapping.GivenName) + family.suits(mapping.FamilyName)
				all = append(all, nameChoice{map[string]string{mapping.GivenName: given.Path, mapping.FamilyName: family.Path}, score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b nameChoice) int { return cmp.Compare(b.score, a.score) })
	var choices []map[string]string
	for _, choice := range all[:min(len(all), mostNameChoices)] {
		choices = append(choices, choice.fields)
	}
	return choices
}

// nameChoice is a way to say names, with how much speaks for it.
type nameChoice struct {
	fields map[string]string
	score  int
}

// ClassChoices are the JSONPaths at which the items of a list of students may say their class, the likeliest
// first.
func ClassChoices(items []any) []string {
	fields := slices.DeleteFunc(pointers(Fields(items)), func(f *Field) bool { return !f.mayBeClass() })
	slices.SortStableFunc(fields, func(a, b *Field) int { return cmp.Compare(b.classScore(), a.classScore()) })
	var paths []string
	for _, field := range fields[:min(len(fields), mostClassChoices)] {
		paths = append(paths, field.Path)
	}
	return paths
}

func pointers(fields []Field) []*Field {
	all := make([]*Field, len(fields))
	for i := range fields {
		all[i] = &fields[i]
	}
	return all
}

// namesPeople tells whether many of the values can be parts of names, and are not the same for everybody.
func (f *Field) namesPeople() bool {
	const many, fewest = 0.5, 2
	different := f.distinct() * float64(len(f.values))
	return !f.outer && f.share(isPerson) >= many && f.share(isDate) == 0 && f.share(isAddress) == 0 && f.share(isFlag) < many &&
		(len(f.values) < fewest || different >= fewest)
}

// suits is how much the name of a field speaks for a part of a student's name.
func (f *Field) suits(part string) int {
	for _, role := range rolesOf(mapping.Students) {
		if role.name == part {
			return role.fits(f)
		}
	}
	return 0
}

// around is the path of the object that a field stands in.
func around(path string) string { return path[:max(0, strings.LastIndexAny(path, ".["))] }

// within tells whether one of two fields holds the other, as a whole name holds its parts.
func within(a, b *Field) bool {
	both := min(len(a.values), len(b.values))
	held := 0
	for i := range both {
		one, other := Text(a.values[i]), Text(b.values[i])
		if strings.Contains(one, other) || strings.Contains(other, one) {
			held++
		}
	}
	return both > 0 && 2*held > both
}

// mayBeClass tells whether the values are short and shared by some, or are called what classes are called.
func (f *Field) mayBeClass() bool {
	const longest, many = 40, 0.5
	short := func(value any) bool {
		return isLabel(value) && len(Text(value)) <= longest && !isDate(value) && !isAddress(value)
	}
	if f.share(short) < many || f.share(isFlag) == 1 {
		return false
	}
	return f.suits(mapping.ClassName) > 0 || f.distinct() < 1
}

func (f *Field) classScore() int {
	score := f.suits(mapping.ClassName)
	if grouping(f) {
		score += needed
	}
	return score
}

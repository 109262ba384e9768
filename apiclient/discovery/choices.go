package discovery

import (
	"cmp"
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// The limits of offered choices. People do not read longer lists.
const (
	mostNameChoices  = 12
	mostClassChoices = 8
)

// candidate is one way to read some fields of an item. A higher score means a likelier way.
type candidate struct {
	fields map[string]string
	score  int
}

// best returns the fields of the likeliest candidates, at most most of them.
func best(candidates []candidate, most int) []map[string]string {
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var fields []map[string]string
	for _, candidate := range candidates[:min(len(candidates), most)] {
		fields = append(fields, candidate.fields)
	}
	return fields
}

// NameChoices returns possible ways to read a student's name from a list, the likeliest first. Each maps the
// name fields of [mapping.Fields] to JSONPaths, empty for unused fields. People choose by looking at the
// resulting names.
func NameChoices(items []any) []map[string]string {
	var candidates []candidate
	add := func(full, given, family string, score int) {
		fields := map[string]string{
			mapping.FullName: full, mapping.GivenName: given, mapping.FamilyName: family, mapping.KnownAs: "",
		}
		candidates = append(candidates, candidate{fields, score})
	}
	parts := slices.DeleteFunc(Fields(items), func(f *Field) bool { return !f.namesPeople() })
	for _, whole := range parts {
		add(whole.Path, "", "", whole.suits(mapping.FullName))
	}
	for _, given := range parts {
		for _, family := range parts {
			if given != family && around(given.Path) == around(family.Path) && !within(given, family) {
				add("", given.Path, family.Path, given.suits(mapping.GivenName)+family.suits(mapping.FamilyName))
			}
		}
	}
	return best(candidates, mostNameChoices)
}

// OtherNumbers returns the further numbers of a list that may be the enrolment id. When it is the student's own id,
// the two are exchanged.
func OtherNumbers(items []any, now map[string]string) []map[string]string {
	var all []map[string]string
	for _, field := range distinctive(Fields(items)) {
		if field.foreign || field.outer || field.share(isID) < nearly || field.Path == now[mapping.EnrolmentID] {
			continue
		}
		fields := map[string]string{mapping.EnrolmentID: field.Path}
		if field.Path == now[mapping.StudentID] {
			fields[mapping.StudentID] = now[mapping.EnrolmentID]
		}
		all = append(all, fields)
	}
	return all[:min(len(all), mostCandidates)]
}

// ClassChoices returns possible ways to read a student's class from a list of students, the likeliest first.
func ClassChoices(items []any) []map[string]string {
	var candidates []candidate
	for _, field := range Fields(items) {
		if field.mayBeClass() {
			fields := map[string]string{mapping.ClassName: field.Path, mapping.ClassID: ""}
			score := field.suits(mapping.ClassName)
			if grouping(field) {
				score += needed
			}
			candidates = append(candidates, candidate{fields, score})
		}
	}
	return best(candidates, mostClassChoices)
}

// namesPeople reports whether many values look like parts of names and differ between items.
func (f *Field) namesPeople() bool {
	const many, fewest = 0.5, 2
	different := f.distinct() * float64(len(f.values))
	return !f.outer && f.share(isPerson) >= many && !f.hasDateOrAddress() && f.share(isFlag) < many &&
		(len(f.values) < fewest || different >= fewest)
}

// hasDateOrAddress reports whether a value is a date or an address.
func (f *Field) hasDateOrAddress() bool { return f.share(isDate) > 0 || f.share(isAddress) > 0 }

// suits scores how well a field's name fits a part of a student's name.
func (f *Field) suits(part string) int {
	for _, role := range studentRoles() {
		if role.name == part {
			return role.fits(f)
		}
	}
	return 0
}

// around returns the path of the object that contains a field.
func around(path string) string { return path[:max(0, strings.LastIndexAny(path, ".["))] }

// within reports whether the values of one field contain those of the other, as a full name contains its
// parts.
func within(a, b *Field) bool {
	return mostly(a, b, func(one, other string) bool {
		return strings.Contains(one, other) ||
			strings.Contains(other, one)
	})
}

// mostly reports whether more than half of the values of two fields match in pairs.
func mostly(a, b *Field, match func(one, other string) bool) bool {
	both, matches := min(len(a.values), len(b.values)), 0
	for i := range both {
		if match(document.Written(a.values[i]), document.Written(b.values[i])) {
			matches++
		}
	}
	return 2*matches > both
}

// mayBeClass reports whether the values are short and shared by some items, or the field's name suggests a
// class.
func (f *Field) mayBeClass() bool {
	const longest, many = 40, 0.5
	short := func(value any) bool {
		return isLabel(value) && len(document.Written(value)) <= longest && !isDate(value) && !isAddress(value)
	}
	if f.share(short) < many || f.share(isFlag) == 1 {
		return false
	}
	return f.suits(mapping.ClassName) > 0 || f.distinct() < 1
}

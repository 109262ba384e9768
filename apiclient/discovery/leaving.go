package discovery

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// Leaving is a proposed rule that leaves out items that no longer count: students who have left, staff,
// unused statuses. Only people can confirm it.
type Leaving struct {
	Rule mapping.Rule
	// Why names the field and the values behind the rule, as the list spells them.
	Why string
	// Items are the positions of the items that the rule leaves out.
	Items []int
	// Stated is true when words in the list support the rule. Otherwise the value is only rarer than others.
	Stated bool
}

const mostLeavings = 6

// AllLeft reports whether the list describes every student as gone, not yet here, or not a student. No
// rule can leave out everyone.
func AllLeft(items []any, date string) bool {
	return slices.ContainsFunc(fieldsOf(items, true), func(f *Field) bool {
		return slices.ContainsFunc(f.leaving(mapping.Students, date, ""), func(leaving Leaving) bool {
			return leaving.Stated && len(leftOut(leaving.Rule, items, date)) == len(items)
		})
	})
}

// Leavings returns the rules that a list may need on a date (YYYY-MM-DD) beside the known ones, those supported
// by words first. School is the code of the school, or empty. It reads all items, and proposes no rule that leaves
// out every item.
func Leavings(call mapping.Call, items []any, known []mapping.Rule, date, school string) []Leaving {
	var stated, other []Leaving
	for _, field := range fieldsOf(items, true) {
		for _, leaving := range field.leaving(call, date, school) {
			leaving.Items = leftOut(leaving.Rule, items, date)
			switch {
			case len(leaving.Items) == 0 || len(leaving.Items) == len(items) || IsDeclined(leaving.Rule, known):
			case leaving.Stated:
				stated = append(stated, leaving)
			default:
				other = append(other, leaving)
			}
		}
	}
	all := slices.Concat(stated, other)
	return all[:min(len(all), mostLeavings)]
}

// IsDeclined reports whether a person keeps all that the rule would leave out.
func IsDeclined(rule mapping.Rule, known []mapping.Rule) bool {
	return slices.ContainsFunc(known, func(other mapping.Rule) bool {
		isNew := func(value string) bool { return !slices.Contains(other.IsNot, value) }
		return other.Declined && other.Field == rule.Field && !slices.ContainsFunc(rule.IsNot, isNew)
	})
}

func leftOut(rule mapping.Rule, items []any, date string) []int {
	var places []int
	for at, item := range items {
		if !mapping.Keeps([]mapping.Rule{rule}, item, date) {
			places = append(places, at)
		}
	}
	return places
}

// leaving returns the rules that the field suggests.
func (f *Field) leaving(call mapping.Call, date, school string) []Leaving {
	ofStudents := call == mapping.Students
	switch {
	case f.inForeign:
		return nil
	case ofStudents && f.isNamed("campuses"):
		return f.elsewhere(school)
	case ofStudents && f.isName():
		return f.without(IsPlaceholder)
	case ofStudents && f.suits(mapping.ClassName) > 0 && f.share(isNoClass) > 0:
		return f.without(isNoClassName)
	case ofStudents && f.isNamed("begins") && f.share(isDayOrNone) >= nearly:
		return f.keeping(mapping.Rule{Begun: true})
	}
	return f.leavingEntries(ofStudents, date)
}

// leavingEntries returns the rules that the field of any list suggests.
func (f *Field) leavingEntries(ofStudents bool, date string) []Leaving {
	is := func(pattern string) bool { return patterns.Match(pattern, f.name) }
	switch {
	case is("not over") && !is("stays") && f.share(isSwitch) < 1:
		return nil
	case f.isNamed("ends") && f.share(isDayOrNone) >= nearly && f.share(isDay) > 0:
		return f.keeping(mapping.Rule{NotPassed: true})
	case ofStudents && (f.isNamed("reasons") || f.bare && is("titles")):
		return f.few()
	case f.isNamed("school periods"):
		return f.rarer(true)
	case is("graduates") && f.share(isYearOrNone) >= nearly:
		return f.without(func(year string) bool { return isYear(year) && year+lastDay < date })
	}
	return f.leavingSigns(ofStudents, date)
}

// leavingSigns returns the rules that flags, days and words suggest.
func (f *Field) leavingSigns(ofStudents bool, date string) []Leaving {
	switch leaves := patterns.Match("leaves", f.name); {
	case patterns.Match("stays", f.name) && !leaves && !strings.HasPrefix(f.name, "not"):
		return f.without(isOneOf("false 0 no n f nein non inactive"))
	case leaves && f.share(isSwitch) == 1:
		return f.without(isYes)
	case ofStudents && f.share(isDayOrNone) == 1 && (f.share(isDate) > 0 || patterns.Match("dated", f.name)):
		return f.unlikeDays(date)
	case leaves:
		return f.few()
	}
	return f.leavingWords(ofStudents)
}

// keeping returns a rule of the field that words in the list support.
func (f *Field) keeping(rule mapping.Rule) []Leaving {
	rule.Field = f.Path
	return []Leaving{{Rule: rule, Why: f.own(), Stated: true}}
}

// isOneOf returns a test for texts that are, folded, one of the words.
func isOneOf(words string) func(text string) bool {
	return func(text string) bool { return slices.Contains(list(words), folded(text)) }
}

// lastDay ends a year of graduation.
const lastDay = "-07-31"

// isName reports whether the field is a part of the students' names.
func (f *Field) isName() bool {
	parts := []string{mapping.GivenName, mapping.FamilyName, mapping.FullName, mapping.KnownAs}
	return slices.ContainsFunc(parts, func(part string) bool { return f.suits(part) > 0 })
}

// isNamed reports whether the pattern matches the field's name, alone or with the name of the enclosing object.
func (f *Field) isNamed(pattern string) bool {
	return patterns.Match(pattern, f.name) || patterns.Match(pattern, f.joined)
}

// SaysGone reports whether a text, such as the name of a sheet, means students who have left.
func SaysGone(text string) bool { return patterns.Match("gone", folded(text)) }

// IsPlaceholder reports whether a name is one that people give to no real student, such as Test Student.
func IsPlaceholder(name string) bool { return patterns.Match("placeholder", folded(name)) }

// few returns a rule that leaves out the items with a value, when less than half have one.
func (f *Field) few() []Leaving {
	has := f.share(func(value any) bool { return !document.SaysNothing(value) }) * f.filled()
	if has == 0 || 2*has > 1 {
		return nil
	}
	return f.keeping(mapping.Rule{Empty: true})
}

// leavingWords returns the rules for a field with few different texts: the texts that mean a person has left
// or is not a student, otherwise the rarer ones.
func (f *Field) leavingWords(ofStudents bool) []Leaving {
	const most, half = 15, 0.5
	isState, isKind := f.isNamed("states"), f.isNamed("kinds") || f.share(isStudent) > half
	if f.distinct()*float64(len(f.values)) > most {
		return nil
	}
	excluded := f.without(func(text string) bool {
		word := folded(text)
		isGone := patterns.Match("gone", word)
		return ofStudents && isGone || isState && (patterns.Match("gone state", word) || isGone) || isKind && ofStudents &&
			slices.ContainsFunc(mapping.Several(text), func(one string) bool { return isStaff(one) || SaysGone(one) })
	})
	if len(excluded) > 0 || !ofStudents {
		return excluded
	}
	switch isPeople := patterns.Match("people", f.name); {
	case isPeople, isState && f.isNamed("personal"):
		return f.rarer(!isPeople || f.share(isCode) == 1)
	case isState && f.isHarmless():
		return f.rarer(false)
	case isKind && !isState:
		return nil
	}
	return f.unlike()
}

func isStaff(text string) bool { return patterns.Match("staff", folded(text)) }

func isStudent(value any) bool {
	return slices.Contains(words("student"), folded(document.Written(value)))
}

func isNoClass(value any) bool { return isNoClassName(document.Written(value)) }

func isNoClassName(text string) bool { return patterns.Match("no class", text) }

func isYear(text string) bool { return patterns.Match("year", text) }

func isYearOrNone(value any) bool { return document.IsNoDate(value) || isYear(document.Written(value)) }

func isWritten(value any) bool { _, isText := value.(string); return isText }

func isDayOrNone(value any) bool { return document.IsNoDate(value) || isDay(value) }

// without returns rules that leave out the items whose value passes the test.
func (f *Field) without(match func(text string) bool) []Leaving {
	var out []string
	for _, value := range f.values {
		text := document.Written(value)
		if match(text) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) == 0 {
		return nil
	}
	rule := mapping.Rule{Field: f.Path, IsNot: out}
	return []Leaving{{Rule: rule, Why: f.own() + ": " + strings.Join(out, ", "), Stated: true}}
}

// own returns the field's name as the list spells it.
func (f *Field) own() string { return lastName(strings.TrimSuffix(f.Path, "[*]")) }

// rarer returns a rule for each value except the most frequent, when the field has few values. aboutStudents reports
// whether the field is about the students themselves; then the rules count as stated when most have one value.
func (f *Field) rarer(aboutStudents bool) []Leaving {
	const most = 4
	counts := f.counts()
	if len(counts) < 2 || len(counts) > most {
		return nil
	}
	values := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	stated := aboutStudents && 2*counts[values[0]] > len(f.values)
	var all []Leaving
	for _, value := range values[1:] {
		rule := mapping.Rule{Field: f.Path, IsNot: []string{value}}
		all = append(all, Leaving{Rule: rule, Why: f.own() + ": " + value, Stated: stated})
	}
	return all
}

// elsewhere returns rules that leave out the items of other schools than this one. Where no value is the school's code,
// a person must say which values are other schools; the most frequent is only offered.
func (f *Field) elsewhere(school string) []Leaving {
	isOwn := func(value any) bool { return school != "" && folded(document.Written(value)) == folded(school) }
	if f.share(isOwn) > 0 {
		return f.without(func(text string) bool { return text != "" && !isOwn(text) })
	}
	all := f.rarer(true)
	var others []string
	for at := range all {
		all[at].Stated, others = true, append(others, all[at].Rule.IsNot...)
	}
	for _, rest := range f.without(func(text string) bool { return len(all) > 0 && !slices.Contains(others, text) }) {
		rest.Stated = false
		all = append(all, rest)
	}
	return all
}

// isCode reports whether a value is a number or at most two letters.
func isCode(value any) bool {
	const longest = 2
	return isID(value) || len(document.Written(value)) <= longest
}

// Doubled returns rules that keep one item for each student who appears twice in a list: the items with one
// value of a field that has few. Student is the path of the number or name that distinguishes students.
func Doubled(items []any, student string) []Leaving {
	const most = 6
	who := readingOf(student)
	if student == "" {
		return nil
	}
	people := func(rule mapping.Rule) (kept, distinct int) {
		different := map[string]bool{}
		for _, item := range items {
			if mapping.Keeps([]mapping.Rule{rule}, item, "") {
				kept, different[who(item)] = kept+1, true
			}
		}
		return kept, len(different)
	}
	_, all := people(mapping.Rule{Field: student})
	var found []Leaving
	for _, field := range fieldsOf(items, false) {
		values := field.counts()
		for _, value := range slices.Sorted(maps.Keys(values)) {
			rule := mapping.Rule{Field: field.Path, Is: []string{value}}
			if len(values) < 2 || len(values) > most || value == "" {
				continue
			}
			if kept, distinct := people(rule); distinct == all && kept < len(items) {
				found = append(found, Leaving{Rule: rule, Why: field.own() + ": " + value, Items: leftOut(rule, items, "")})
			}
		}
	}
	return found[:min(len(found), mostLeavings)]
}

// dividesYears reports whether a field with the names of school periods is about them: it has texts, or several years.
func (f *Field) dividesYears() bool {
	return f.share(isWritten) == 1 || f.distinct()*float64(len(f.values)) > 1 && !patterns.Match("not period", f.name)
}

// PeriodField returns the path of a field that holds the id or the name of a known school period in most items,
// or "" when there is none. Ids count only when the field's name says so, since other ids may be equal. Items that
// name an unknown period are compared by the field too. The unrelated fields are left out.
func PeriodField(items []any, ids, names, unrelated []string) string {
	const most, half = 0.5, 0.5
	isOne := func(texts []string) func(any) bool {
		return func(value any) bool {
			return slices.ContainsFunc(texts,
				func(text string) bool { return mapping.SamePeriod(text, document.Written(value)) })
		}
	}
	best := ""
	for _, field := range fieldsOf(items, false) {
		isNamed := slices.ContainsFunc(field.names, func(name string) bool { return mentions(name, words("period")) })
		isNamed = isNamed && !field.foreign && !patterns.Match("not period", field.name)
		switch {
		case field.filled() <= half || slices.Contains(unrelated, field.Path):
		case isNamed && field.share(isOne(ids)) > most:
			return field.Path
		case best != "":
		case isNamed && field.share(isOne(names)) > most,
			field.share(isOne(names)) == 1 && field.filled() == 1 && field.dividesYears():
			best = field.Path
		}
	}
	return best
}

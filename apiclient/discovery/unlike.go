package discovery

import (
	"maps"
	"slices"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// unlikeDays returns the rule of a field in which few students have a day, like days of leaving in any language, or in
// which the day is over, or still to come, for few and not for most.
func (f *Field) unlikeDays(date string) []Leaving {
	has, over, toCome := 0, 0, 0
	for _, value := range f.values {
		first, last, err := document.Dates(value)
		switch {
		case err != nil || document.IsNoDate(value):
			continue
		case last < date:
			over++
		case first > date:
			toCome++
		}
		has++
	}
	switch {
	case f.isNamed("events"):
	case 2*has < f.seen, 0 < over && over < toCome && 2*toCome > f.seen:
		return f.keeping(mapping.Rule{NotPassed: true})
	case 0 < toCome && toCome < over && 2*over > f.seen:
		return f.keeping(mapping.Rule{Begun: true})
	}
	return nil
}

// unlike returns the rules of a field whose name may mean anything, when few students differ in it from most: in its
// yes or no, or in one of its few values.
func (f *Field) unlike() []Leaving {
	const most = 2.0 / 3
	isShort := func(value any) bool {
		const longest = 24
		text := document.Written(value)
		return isLabel(value) && len(text) <= longest && !isDate(value) && !isAddress(value) && !isYear(text)
	}
	isRole := func(role role) bool { return role.fits(f) > 0 }
	isSwitch := f.share(isSwitch) == 1
	switch {
	case f.isHarmless() || f.outer || slices.ContainsFunc(studentRoles(), isRole) || !isSwitch && f.share(isShort) < 1:
		return nil
	case isSwitch && f.filled() <= 1-most:
		return f.few()
	}
	greatest := slices.Max(slices.Collect(maps.Values(f.counts())))
	if greatest < 2 || float64(greatest) < most*float64(len(f.values)) {
		return nil
	}
	return f.rarer(true)
}

// isHarmless reports whether a name around the field means something that students differ in.
func (f *Field) isHarmless() bool {
	isHome := func(value any) bool { return isText(value) && isCode(value) } // such as TX
	return f.name == "state" && f.share(isHome) == 1 || slices.ContainsFunc(f.names, func(name string) bool {
		return patterns.Match("harmless", name) || slices.Contains(words("grade"), name)
	})
}

// isSwitch reports whether a value is a yes or a no in some language, or none.
func isSwitch(value any) bool {
	return isFlag(value) || isYes(document.Written(value)) || document.SaysNothing(value)
}

func isYes(text string) bool {
	return isOneOf("true 1 yes y t ja j oui o si s sim tak evet kylla da x")(text)
}

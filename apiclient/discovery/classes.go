package discovery

import (
	"slices"
	"strings"
	"unicode"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// tellsApart reports whether each of many items has its own value. Values of a class repeat.
func (f *Field) tellsApart() bool {
	const many = 10
	return len(f.values) >= many && f.distinct() == 1
}

// DividesClass returns the name of another field that may be a part of the class name, or "": the classes are called
// A or VIII, and students of one class differ in a grade or a section. A name such as 8A has both parts.
func DividesClass(items []any, class string) string {
	if class == "" {
		return ""
	}
	classOf := readingOf(class)
	classes := map[string]bool{}
	for _, item := range items {
		classes[classOf(item)] = true
	}
	delete(classes, "")
	for name := range classes {
		if strings.ContainsFunc(name, unicode.IsDigit) && strings.ContainsFunc(name, unicode.IsLetter) {
			return ""
		}
	}
	isPart := func(f *Field) bool {
		named := f.names[max(0, len(f.names)-2):]
		divides := slices.ContainsFunc(named, func(name string) bool {
			isClass := slices.Contains(words("class"), name) || slices.Contains(words("class"), subjectOf(name))
			return isClass || slices.Contains(words("grade"), strings.TrimPrefix(name, "^"))
		})
		return divides && f.Path != class && !f.foreign && f.share(isLabel) == 1 && !f.tellsApart()
	}
	for _, field := range fieldsOf(items, false) {
		if !isPart(field) {
			continue
		}
		partOf := readingOf(field.Path)
		pairs := map[[2]string]bool{}
		for _, item := range items {
			if name, part := classOf(item), partOf(item); name != "" && part != "" {
				pairs[[2]string{name, part}] = true
			}
		}
		if len(pairs) > len(classes) {
			return field.own()
		}
	}
	return ""
}

// readingOf returns a function that reads the value at a path in an item, "" where there is none.
func readingOf(path string) func(item any) string {
	compiled, _ := document.NewPath(path) // a wrong path finds nothing
	return func(item any) string { return document.Written(compiled.First(item, nil)) }
}

// SpelledTwice returns pairs of class names that differ only in punctuation and case, one for each such class.
func SpelledTwice(names []string) (pairs [][2]string) {
	first, listed := map[string]string{}, map[string]bool{"": true}
	for _, name := range names {
		as := folded(name)
		if before, known := first[as]; !known {
			first[as] = name
		} else if before != name && !listed[as] {
			listed[as] = true
			pairs = append(pairs, [2]string{before, name})
		}
	}
	return pairs
}

// SeveralClasses returns the first name of a class that lists several, such as "7A, 7B", or "". Between strokes, as in
// 7/8, they are several only when each is a class too.
func SeveralClasses(names []string) string {
	classes := map[string]bool{}
	for _, name := range names {
		classes[name] = true
	}
	areAll := func(parts []string, is func(string) bool) bool {
		return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !is(strings.TrimSpace(part)) })
	}
	isClass := func(part string) bool { return classes[part] }
	looksLikeOne := func(part string) bool {
		const longest = 6
		return isClass(part) || len(part) <= longest && strings.ContainsAny(part, "0123456789")
	}
	stroke := func(r rune) bool { return strings.ContainsRune("/+&", r) }
	for _, name := range names {
		if areAll(mapping.Several(name), looksLikeOne) || areAll(strings.FieldsFunc(name, stroke), isClass) {
			return name
		}
	}
	return ""
}

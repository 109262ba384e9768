package discovery

import (
	"slices"
	"strings"
	"unicode"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// tellsApart reports whether each of many items has its own value, as no class does.
func (f *Field) tellsApart() bool {
	const many = 10
	return len(f.values) >= many && f.distinct() == 1
}

// gradeWords returns names for other divisions of a school: class A of grade 7 is not class A of grade 8.
func gradeWords() []string {
	return list("grade grades gradelevel yeargroup year yearlevel level standard std stage stream jahrgang jahrgangsstufe stufe niveau annee curso")
}

// DividesClass reports whether another field may be a part of the class name: the classes are called A or VIII,
// and students of one class differ in a grade or a section. A name such as 8A has both parts.
func DividesClass(items []any, class string) bool {
	classAt, err := document.NewPath(class)
	if err != nil || classAt == nil {
		return false
	}
	classOf := func(item any) string { return mapping.Value(classAt.First(item, nil)) }
	classes := map[string]bool{}
	for _, item := range items {
		classes[classOf(item)] = true
	}
	delete(classes, "")
	for name := range classes {
		if strings.ContainsFunc(name, unicode.IsDigit) && strings.ContainsFunc(name, unicode.IsLetter) {
			return false
		}
	}
	isPart := func(f *Field) bool {
		named := f.names[max(0, len(f.names)-2):]
		return f.Path != class && !f.foreign && f.share(isLabel) == 1 && !f.tellsApart() && slices.ContainsFunc(named, func(name string) bool {
			return slices.Contains(gradeWords(), strings.TrimPrefix(name, "^")) || slices.Contains(classWords(), name) || slices.Contains(classWords(), subjectOf(name))
		})
	}
	for _, field := range fieldsOf(items, len(items)) {
		at, err := document.NewPath(field.Path)
		if err != nil || !isPart(field) {
			continue
		}
		pairs := map[[2]string]bool{}
		for _, item := range items {
			if name, part := classOf(item), mapping.Value(at.First(item, nil)); name != "" && part != "" {
				pairs[[2]string{name, part}] = true
			}
		}
		if len(pairs) > len(classes) {
			return true
		}
	}
	return false
}

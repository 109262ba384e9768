package document

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// People reads the persons in a value, one a line: the name, the mail address, or both as in "Ada Byron
// <ada@a.example>". The value is a text, an object with such members, or a list of them. Of any other value, such as a
// code, it reads none.
func People(value any) (string, error) { return strings.Join(people(value, 0), "\n"), nil }

// mostPeople limits the persons in a value, deepestPerson the objects around one.
const (
	mostPeople    = 20
	deepestPerson = 4
)

func people(value any, depth int) (all []string) {
	switch value := value.(type) {
	case string:
		for one := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ';' || unicode.IsControl(r) }) {
			all = append(all, strings.TrimSpace(one))
		}
		return slices.DeleteFunc(all, isNoPerson)
	case []any:
		for _, one := range value[:min(len(value), mostPeople)] {
			all = append(all, people(one, depth)...)
		}
	case map[string]any:
		if one := person(value); one != "" || depth == deepestPerson {
			return slices.DeleteFunc([]string{one}, isNoPerson)
		}
		for _, member := range slices.Sorted(maps.Keys(value)) {
			if patterns.Match("person inside", Fold(member)) {
				all = append(all, people(value[member], depth+1)...)
			}
		}
	}
	return slices.Compact(all[:min(len(all), mostPeople)])
}

// person reads an object with the name or the mail address of one person, or "".
func person(object map[string]any) string {
	parts := map[string]string{}
	for _, member := range slices.Sorted(maps.Keys(object)) {
		text, _ := object[member].(string)
		for _, part := range []string{"given name", "family name", "whole name", "mail"} {
			if text != "" && parts[part] == "" && patterns.Match(part, Fold(member)) &&
				(part == "mail") == strings.Contains(text, "@") {
				parts[part] = text
			}
		}
	}
	given, family := parts["given name"], parts["family name"]
	if whole := parts["whole name"]; whole != "" && (given == "" || family == "") {
		if family = whole; strings.Contains(whole, given) {
			given = ""
		}
	}
	return Person(given+" "+family, parts["mail"])
}

// Person writes a person as [People] does.
func Person(name, mail string) string {
	name, mail = strings.Join(strings.Fields(name), " "), strings.TrimSpace(mail)
	if name != "" && mail != "" {
		return name + " <" + mail + ">"
	}
	return name + mail
}

// isNoPerson reports whether a text has no letter, or has a digit and is no mail address: a code or a number.
func isNoPerson(text string) bool {
	return !strings.ContainsFunc(text, unicode.IsLetter) || !strings.Contains(text, "@") &&
		strings.ContainsFunc(text, unicode.IsDigit)
}

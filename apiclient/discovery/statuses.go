package discovery

import (
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

// OfStudents returns the place of a field that names a student in each entry of a list of statuses, such as studentId.
// Such a list has students' marks, not statuses. It returns "" if there is no such field, and ignores the field name,
// which is read as the statuses' name.
func OfStudents(items []any, name string) string {
	for _, field := range Fields(items) {
		ends := func(word string) bool { return strings.HasSuffix(field.name, word) }
		isNumber := slices.ContainsFunc(words("id"), ends) && field.share(isID) >= nearly
		isPerson := slices.Contains(words("student"), field.name) && field.share(isText) >= nearly
		varies := slices.ContainsFunc(field.values, func(value any) bool { return mapping.Value(value) != mapping.Value(field.values[0]) })
		if field.subject() != aboutNothing && varies && (isNumber || isPerson) && !field.foreign && field.Path != name {
			return field.Path
		}
	}
	return ""
}

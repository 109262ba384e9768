package discovery

import (
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// takeTeacher finds the teacher of a class in a list of classes or of their students. Of several places it takes the
// one with the likeliest name, and none if two places have that name.
func (m *matcher) takeTeacher(items []any) {
	found := map[string][]string{} // paths by the word and the role
	for _, item := range items[:min(len(items), looked)] {
		addTeachers(found, item, "$", 0)
	}
	for _, word := range words("teacher") {
		for _, role := range []string{mapping.Teacher, mapping.TeacherMail} {
			if paths := found[word+" "+role]; len(paths) == 1 {
				m.found[role] = paths[0]
			}
		}
		if m.has(mapping.Teacher, mapping.TeacherMail) || len(found[word+" "+mapping.Teacher]) > 1 {
			return
		}
	}
}

// addTeachers adds the places of teachers in an object. It looks into no object about other people.
func addTeachers(found map[string][]string, object any, path string, depth int) {
	members, _ := object.(map[string]any)
	for name, member := range members {
		at := path + document.Segment(name)
		word, role := teacherWord(folded(name))
		if word == "" {
			_, isObject := member.(map[string]any)
			if isObject && depth < deepestItem && !patterns.Match("others", folded(name)) {
				addTeachers(found, member, at, depth+1)
			}
			continue
		}
		if people, _ := document.People(member); people != "" && (role == mapping.Teacher || strings.Contains(people, "@")) {
			if key := word + " " + role; !slices.Contains(found[key], at) {
				found[key] = append(found[key], at)
			}
		}
	}
}

// teacherWord returns the word for the teacher in a folded name, and the role of its values, or nothing.
func teacherWord(name string) (word, role string) {
	base, role := name, mapping.Teacher
	for _, ending := range list("emailaddress email mail fullname displayname name") {
		if cut, has := strings.CutSuffix(base, ending); has {
			if base = cut; strings.Contains(ending, "mail") {
				role = mapping.TeacherMail
			}
			break
		}
	}
	for _, one := range words("teacher") {
		if base == one || base == one+"s" {
			return one, role
		}
	}
	return "", ""
}

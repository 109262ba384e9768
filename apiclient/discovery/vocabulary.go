package discovery

import (
	_ "embed"
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// role is a possible meaning of a field, with the names that suggest it and a test of the values. Words are
// folded, the likeliest first.
type role struct {
	name string
	// words identify the field alone.
	words []string
	// vague words identify it only when no enclosing object is about something different.
	vague []string
	is    func(any) bool
}

func list(words string) []string { return strings.Fields(words) }

//go:embed words.txt
var wordsText string

//go:embed patterns.txt
var patternsText string

//nolint:gochecknoglobals // They never change, like a regular expression.
var patterns = document.ReadPatterns(patternsText)

// words returns the words under a heading of words.txt.
func words(heading string) []string { return under(heading, wordsText) }

// enrolmentIDs returns the names that alone identify an enrolment id.
func enrolmentIDs() []string {
	return append(combined(words("enrolment"), list("id key uid identifier")), "enrolment", "enrollment")
}

// combined joins every first word with every last word.
func combined(first, last []string) []string {
	all := make([]string, 0, len(first)*len(last))
	for _, a := range first {
		for _, b := range last {
			all = append(all, a+b)
		}
	}
	return all
}

func idOf(about string) []string { return combined(words(about), words("id")) }

func nameOf(about string) []string { return combined(words(about), words("name")) }

// named returns the roles of the id and the name of a thing.
func named(about string, isID, isName func(any) bool) []role {
	return []role{
		{mapping.ID, idOf(about), words("id"), isID},
		{mapping.Name, nameOf(about), append(words("name"), words(about)...), isName},
	}
}

// worded returns the roles whose words are listed under their own names.
func worded(is func(any) bool, names ...string) (roles []role) {
	for _, name := range names {
		roles = append(roles, role{name, words(name), nil, is})
	}
	return roles
}

// row describes how the list of a call is recognised.
type row struct {
	call mapping.Call
	// about is the heading of the words for an item; empty where lists have other names too.
	about string
	// roles returns the roles that names can identify in the fields. The enrolment id needs more care, see
	// [matcher.takeEnrolment].
	roles func() []role
	// begin assigns roles before the names are compared, or is nil; complete assigns those that no name identifies.
	begin    func(m *matcher, list List)
	complete func(m *matcher)
	// needsName is true when a list without a name or a status is no such list.
	needsName bool
}

// rowOf returns the call's row.
func rowOf(call mapping.Call) row {
	rows := []row{
		{call: mapping.Periods, about: "period", roles: periodRoles, begin: takeOwn(isKey),
			complete: (*matcher).completeNamed},
		{call: mapping.Classes, about: "class", roles: classRoles, begin: takeOwn(isKey),
			complete: (*matcher).completeNamed},
		{call: mapping.Students, roles: studentRoles, begin: (*matcher).takeEnrolment, complete: (*matcher).completeStudents},
		{call: mapping.People, roles: peopleRoles, complete: (*matcher).completePeople, needsName: true},
		{call: mapping.Statuses, about: "status", roles: statusRoles, begin: takeOwn(isID),
			complete: (*matcher).completeStatuses},
		{call: mapping.Day, roles: dayRoles, complete: (*matcher).completeDay, needsName: true},
	}
	return rows[slices.IndexFunc(rows, func(row row) bool { return row.call == call })]
}

func periodRoles() []role {
	days, flags := worded(isDay, mapping.From, mapping.To), worded(isState, mapping.Current)
	return slices.Concat(named("period", isKey, isLabel), days, flags)
}

func classRoles() []role { return named("class", isKey, isLabel) }

func statusRoles() []role { return named("status", isID, isText) }

func dayRoles() []role {
	marks := []role{
		{mapping.StudentID, append(idOf("student"), words("student")...), nil, isID},
		{mapping.EnrolmentID, append(idOf("enrolment"), words("enrolment")...), nil, isID},
		{mapping.Status, append(nameOf("status"), words("status")...), nil, isText},
		{mapping.StatusID, append(idOf("status"), words("status")...), nil, isID},
	}
	return slices.Concat(marks, worded(isDay, mapping.Date), worded(isText, mapping.Comments),
		worded(isAnything, mapping.CheckIn, mapping.CheckOut))
}

// peopleRoles are those of students without the photo, which comes with the list of students itself.
func peopleRoles() []role {
	return slices.DeleteFunc(studentRoles(), func(role role) bool { return role.name == mapping.Photo })
}

func studentRoles() []role {
	return []role{
		{mapping.StudentID, append(idOf("student"), words("student")...), nil, isID},
		{mapping.GivenName, words(mapping.GivenName), nil, isPerson},
		{mapping.FamilyName, words(mapping.FamilyName), nil, isPerson},
		{mapping.FullName, append(words(mapping.FullName), nameOf("student")...), words("full name alone"), isPerson},
		{mapping.KnownAs, words(mapping.KnownAs), nil, isPerson},
		{mapping.ClassID, idOf("class"), nil, isKey},
		{mapping.ClassName, append(nameOf("class"), words("class")...), nil, isLabel},
		{mapping.Photo, words(mapping.Photo), nil, isAddress},
	}
}

//go:embed paths.txt
var pathsText string

// IsLikely reports whether a search tries the path for the call without being told.
func IsLikely(call mapping.Call, path string) bool {
	return slices.Contains(likelyPaths(call), path) || call == mapping.Students && slices.Contains(perClassPaths(), path)
}

// likelyPaths returns possible paths of a call, the likeliest first: that of the default mapping, and those in
// paths.txt.
func likelyPaths(call mapping.Call) []string {
	return append([]string{mapping.DefaultOf(call).Path}, under(string(call), pathsText)...)
}

// perClassPaths returns possible paths of the students of one class.
func perClassPaths() []string { return under("students by class", pathsText) }

// under returns the entries under a heading of a list. An empty line ends them.
func under(heading, lists string) []string {
	_, rest, _ := strings.Cut(lists, "\n"+heading+":\n")
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	return strings.Fields(paragraph)
}

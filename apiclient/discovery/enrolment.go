package discovery

import (
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

// nearly is the share of values that must fit for a field to be an id. Some entries are odd.
const nearly = 0.9

// mostCandidates limits the numbers that are offered to a person.
const mostCandidates = 6

// about is the kind of thing that a number identifies, judged by names.
type about int

const (
	aboutNothing about = iota
	aboutStudent
	aboutEnrolment
)

// subject judges from the names around a number what it identifies. The nearest informative name decides.
func (f *Field) subject() about {
	for _, name := range slices.Backward(f.names) {
		switch {
		case mentions(name, words("enrolment")), mentions(name, words("perhaps enrolment")):
			return aboutEnrolment
		case mentions(name, words("student")):
			return aboutStudent
		}
	}
	return aboutNothing
}

// shortestInside is the least length of a word that may stand anywhere in a name. A shorter word must begin
// or end the name.
const shortestInside = 5

func mentions(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		if len(word) < shortestInside {
			return strings.HasPrefix(name, word) || strings.HasSuffix(name, word)
		}
		return strings.Contains(name, word)
	})
}

// saysEnrolment reports whether the field's name alone identifies it as the enrolment id. A name that merely
// ends like one does not, such as that of another year. Nor does a name with "number", since many schools use
// that for the student.
func (f *Field) saysEnrolment() bool {
	// A student in several classes can appear once for each class, and an applicant has no enrolment yet.
	const half = 0.5
	return !f.foreign && f.isEnrolmentID() && (f.name == documented || f.distinct() >= nearly && f.filled() > half)
}

// isEnrolmentID reports whether the field has the name of an enrolment id and no object around it is about
// something different.
func (f *Field) isEnrolmentID() bool {
	if f.share(isID) < nearly {
		return false
	}
	around := f.names[:max(0, len(f.names)-1)]
	other := slices.ContainsFunc(around, func(name string) bool {
		return !wrapper(name) && !slices.Contains(words("enrolment"), name) && !slices.Contains(words("student"), name)
	})
	exact := slices.Contains(enrolmentIDs(), f.joined) || slices.Contains(enrolmentIDs(), f.name)
	return exact && !other
}

// documented is the folded name of the enrolment id in the service's document (section 4.1).
const documented = "studentsemesterinfoid"

// takeEnrolment assigns the enrolment role first, if exactly one field's name identifies it.
func (m *matcher) takeEnrolment(list List) {
	if mentions(folded(lastName(list.Path)), words("enrolment")) {
		// The fields of a list of enrolments are the enrolment's, those around it the student's.
		for _, field := range m.fields {
			switch {
			case field.outer:
				field.outer, field.joined = false, "student"+field.name
			case field.bare:
				field.bare, field.joined = false, "enrolment"+field.name
			}
		}
	}
	var named []*Field
	for _, field := range m.fields {
		if field.saysEnrolment() {
			named = append(named, field)
		}
	}
	if isDocumented := func(f *Field) bool { return f.name == documented }; slices.ContainsFunc(named, isDocumented) {
		named = slices.DeleteFunc(named, func(f *Field) bool { return !isDocumented(f) })
	}
	if len(named) == 1 {
		m.give(mapping.EnrolmentID, named[0], certain)
	}
}

// askEnrolment offers candidates for the enrolment id when no name identifies it. It never offers a number
// that is named for the student.
func (m *matcher) askEnrolment() {
	if m.found[mapping.EnrolmentID] != "" {
		m.takeStudent()
		return
	}
	named, other := m.candidates()
	ids := slices.Concat(named, other)
	ids = ids[:min(len(ids), mostCandidates)]
	at := slices.IndexFunc(ids, (*Field).isOwn)
	for _, id := range ids {
		fields := map[string]string{mapping.EnrolmentID: id.Path}
		if at >= 0 && !id.isOwn() && m.found[mapping.StudentID] == "" {
			// When another number is the enrolment's, the item's own id is the student's.
			fields[mapping.StudentID] = ids[at].Path
		}
		m.proposed = append(m.proposed, fields)
	}
	switch {
	case len(ids) == 0:
		m.warning = NoEnrolment
	case at >= 0:
		m.warning, m.score = OtherStudents, m.score+likely
	default:
		m.warning, m.score = OtherStudents, m.score+needed
	}
}

// candidates returns the numbers without a role: those whose names mention an enrolment, and those that
// differ between items, the item's own id first.
func (m *matcher) candidates() (named, other []*Field) {
	for _, field := range m.free(isID) {
		switch field.subject() {
		case aboutEnrolment:
			if field.varies() {
				named = append(named, field)
			}
		case aboutNothing:
			other = append(other, field)
		case aboutStudent:
		}
	}
	other = distinctive(other)
	own := slices.DeleteFunc(slices.Clone(other), func(f *Field) bool { return !f.isOwn() })
	return named, append(own, slices.DeleteFunc(other, (*Field).isOwn)...)
}

// varies reports whether a field named for the enrolment differs between students. A student in several
// classes can appear once for each class.
func (f *Field) varies() bool {
	const fewest = 0.2
	return f.distinct() >= fewest || f.isEnrolmentID() && f.distinct()*float64(len(f.values)) > 1
}

// isOwn reports whether the field is the item's own id: its name is only a word for an id.
func (f *Field) isOwn() bool {
	return f.Path == "$" || f.bare && slices.Contains(words("id"), f.name)
}

// takeStudent takes an item's own id as the student's when the enrolment has its own field. A number that the
// school gives its students, such as studentNumber, is not the id that names them in answers.
func (m *matcher) takeStudent() {
	own := slices.DeleteFunc(distinctive(m.free(isID)), func(f *Field) bool { return !f.isOwn() })
	found := m.found[mapping.StudentID]
	isNumber := patterns.Match("school number", folded(lastName(found)))
	if len(own) > 0 && (found == "" || isNumber) {
		m.give(mapping.StudentID, own[0], likely)
	}
}

// OfStudents returns the place of a field that names a student in each entry of a list of statuses, such as studentId.
// Such a list has students' marks, not statuses. It returns "" if there is no such field, and ignores the field name,
// which is read as the statuses' name.
func OfStudents(items []any, name string) string {
	for _, field := range Fields(items) {
		ends := func(word string) bool { return strings.HasSuffix(field.name, word) }
		isNumber := slices.ContainsFunc(words("id"), ends) && field.share(isID) >= nearly
		isPerson := slices.Contains(words("student"), field.name) && field.share(isText) >= nearly
		varies := len(field.counts()) > 1
		if field.subject() != aboutNothing && varies && (isNumber || isPerson) && !field.foreign && field.Path != name {
			return field.Path
		}
	}
	return ""
}

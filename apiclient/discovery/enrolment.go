package discovery

import (
	"slices"
	"strings"

	"rollbook/apiclient/mapping"
)

// nearly is the share of values that may make a field an id: some entries are odd.
const nearly = 0.9

// mostCandidates limits the numbers among which a person chooses.
const mostCandidates = 6

// about names the thing that a number identifies, as far as names tell.
type about int

const (
	aboutNothing about = iota
	aboutStudent
	aboutEnrolment
)

// subject tells from the names around a number what it identifies; the nearest name that says anything
// counts.
func (f *Field) subject() about {
	for _, name := range slices.Backward(f.names) {
		switch {
		case mentions(name, enrolmentWords()), mentions(name, perhapsEnrolmentWords()):
			return aboutEnrolment
		case mentions(name, studentWords()):
			return aboutStudent
		}
	}
	return aboutNothing
}

// shortestInside is the length from which a word is looked for inside a name; a shorter one must begin or
// end it.
const shortestInside = 5

func mentions(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		if len(word) < shortestInside {
			return strings.HasPrefix(name, word) || strings.HasSuffix(name, word)
		}
		return strings.Contains(name, word)
	})
}

// saysEnrolment tells whether the field's name alone says that it is the enrolment's id. A name that only
// ends so, such as that of another year, does not say it; nor does one that says "number", as many schools
// call that of a student.
func (f *Field) saysEnrolment() bool {
	// A student in several classes can be listed for each of them.
	return f.isEnrolmentID() && (f.name == documented || len(distinctive([]*Field{f})) == 1)
}

// isEnrolmentID tells whether the field is called an enrolment's id, and no object around it is about
// something else.
func (f *Field) isEnrolmentID() bool {
	if f.share(isID) < nearly {
		return false
	}
	around := f.names[:max(0, len(f.names)-1)]
	other := slices.ContainsFunc(around, func(name string) bool {
		return !wrapper(name) && !slices.Contains(enrolmentWords(), name) && !slices.Contains(studentWords(), name)
	})
	exact := slices.Contains(enrolmentIDs(), f.joined) || slices.Contains(enrolmentIDs(), f.name)
	return exact && !other
}

// documented is the enrolment's name in the service's document (section 4.1), folded.
const documented = "studentsemesterinfoid"

// takeEnrolment takes the one field whose name says that it is the enrolment's, before any other role
// can.
func (m *matcher) takeEnrolment() {
	var named []*Field
	for _, field := range m.fields {
		if field.saysEnrolment() {
			named = append(named, field)
		}
	}
	if is := func(f *Field) bool { return f.name == documented }; slices.ContainsFunc(named, is) {
		named = slices.DeleteFunc(named, func(f *Field) bool { return !is(f) })
	}
	if len(named) == 1 {
		m.give(mapping.EnrolmentID, named[0], certain)
	}
}

// askEnrolment asks which number is the enrolment's where no name says it. No number that is named for the
// student is among the answers.
func (m *matcher) askEnrolment() {
	if m.found[mapping.EnrolmentID] != "" {
		m.takeStudent()
		return
	}
	named, other := m.candidates()
	ids := slices.Concat(named, other)
	ids = ids[:min(len(ids), mostCandidates)]
	for _, id := range ids {
		fields := map[string]string{mapping.EnrolmentID: id.Path}
		if at := slices.IndexFunc(ids, (*Field).isOwn); at >= 0 && !id.isOwn() && m.found[mapping.StudentID] == "" {
			fields[mapping.StudentID] = ids[at].Path // the item's own is the student's where another is the enrolment's
		}
		m.proposed = append(m.proposed, fields)
	}
	switch {
	case len(ids) == 0:
		m.warning = NoEnrolment
	case slices.ContainsFunc(ids, (*Field).isOwn):
		m.warning, m.score = OtherStudents, m.score+likely
	default:
		m.warning, m.score = OtherStudents, m.score+needed
	}
}

// candidates returns the numbers without a role: those whose names mention an enrolment, and those that
// tell the items apart, the item's own id first.
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

// varies tells whether a field that is named for the enrolment tells students apart. One in several
// classes can be listed for each of them.
func (f *Field) varies() bool {
	const fewest = 0.2
	return f.distinct() >= fewest || f.isEnrolmentID() && f.distinct()*float64(len(f.values)) > 1
}

// isOwn tells whether the field is an item's own id: it is called nothing more than that.
func (f *Field) isOwn() bool {
	return f.Path == "$" || f.bare && slices.Contains(idWords(), f.name)
}

// takeStudent takes an item's own id for the student's where the enrolment has a name of its own.
func (m *matcher) takeStudent() {
	own := slices.DeleteFunc(distinctive(m.free(isID)), func(f *Field) bool { return !f.isOwn() })
	if m.found[mapping.StudentID] == "" && len(own) > 0 {
		m.give(mapping.StudentID, own[0], likely)
	}
}

package discovery

import (
	"slices"
	"strings"

	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
)

// free returns the fields that have no role yet and whose values nearly all pass the test.
func (m *matcher) free(match func(any) bool) []*Field {
	var found []*Field
	for _, field := range m.fields {
		if !m.taken[field.Path] && !field.outer && !field.foreign && field.share(match) >= nearly {
			found = append(found, field)
		}
	}
	return found
}

// distinctive keeps the fields whose values differ between items.
func distinctive(fields []*Field) []*Field {
	const nearly = 0.95
	return slices.DeleteFunc(fields, func(f *Field) bool { return f.distinct() < nearly || f.filled() < nearly })
}

// completeNamed finds the id when no field name identifies it, and the name when the language is unknown.
func (m *matcher) completeNamed() { m.completeID(isKey) }

// takeOwn returns a function that takes an item's own id before names are compared: beside it, a name such as yearId
// leads to another thing.
func takeOwn(is func(any) bool) func(m *matcher, list List) {
	return func(m *matcher, _ List) {
		for _, field := range m.fields {
			if field.bare && field.name == mapping.ID && field.share(is) >= nearly && field.distinct() >= nearly {
				m.give(mapping.ID, field, certain)
				return
			}
		}
	}
}

func (m *matcher) completeID(match func(any) bool) {
	if m.found[mapping.ID] == "" {
		isOrder := func(f *Field) bool { return patterns.Match("orders", f.name) }
		ids := slices.DeleteFunc(distinctive(m.free(isID)), isOrder)
		if len(ids) == 0 {
			ids = slices.DeleteFunc(distinctive(m.free(match)), isOrder)
		}
		m.take(mapping.ID, ids)
	}
	if m.found[mapping.Name] == "" {
		m.take(mapping.Name, distinctive(m.free(isText)))
	}
}

// completeStatuses finds the id and the name of a status. It replaces the name by another text when the values are
// uninformative: all the same, or only one or two letters.
func (m *matcher) completeStatuses() {
	m.completeID(isID)
	const word = 3
	long := func(value any) bool { return isText(value) && len([]rune(document.Written(value))) >= word }
	name := m.field(mapping.Name)
	if name.distinct() == 1 && name.share(long) > 0 || len(name.values) < 2 {
		return
	}
	better := slices.DeleteFunc(distinctive(m.free(isText)), func(f *Field) bool {
		return f.share(long) < nearly || f.hasDateOrAddress()
	})
	if len(better) > 0 {
		m.found[mapping.Name], m.unsure = better[0].Path, true
	}
}

// take gives the role to the first of the fields.
func (m *matcher) take(role string, fields []*Field) {
	if len(fields) > 0 {
		m.give(role, fields[0], needed)
		m.unsure = m.unsure || len(fields) > 1 || fields[0].Path == "$"
	}
}

// completeStudents finds a student's name and class when the field names do not identify them, and asks which
// number is the enrolment id.
func (m *matcher) completeStudents() {
	m.askEnrolment()
	m.completeNames()
	m.unsure = m.unsure || m.hasOtherClass()
	if m.found[mapping.ClassName] == "" && m.found[mapping.ClassID] == "" {
		groups := slices.DeleteFunc(m.free(isLabel), func(f *Field) bool { return !grouping(f) })
		if len(groups) == 1 {
			m.give(mapping.ClassName, groups[0], needed)
			m.unsure = true
		}
	}
}

// isElsewhere reports whether the field is inside an object that may be about another person.
func (f *Field) isElsewhere() bool {
	return len(f.names) > 1 && slices.ContainsFunc(f.names[:len(f.names)-1], func(name string) bool {
		isOne := func(heading string) bool { return mentions(name, words(heading)) }
		return !slices.ContainsFunc(list("student enrolment wrapper name"), isOne) && !patterns.Match("own person", name)
	})
}

// hasOtherClass reports whether another field is named for the class and divides the students in another way, such as
// the homeroom beside a class that is a lesson.
func (m *matcher) hasOtherClass() bool {
	class := m.field(mapping.ClassName)
	isSame := func(one, other string) bool { return one == other }
	return slices.ContainsFunc(m.free(isLabel), func(f *Field) bool {
		isNamed := f.bare && slices.Contains(words("class"), f.name)
		return isNamed && len(f.values) == len(class.values) && !mostly(f, class, isSame)
	})
}

// grouping reports whether the values are short and shared by many items, like those of a class.
func grouping(f *Field) bool {
	const most, longest, fewest = 0.25, 12, 3
	if slices.Contains(list("gender sex geschlecht sexe sexo nationality language country city role"), f.name) {
		return false
	}
	short := func(value any) bool {
		return len(document.Written(value)) <= longest && !isDate(value) && !isAddress(value)
	}
	return f.distinct() <= most && f.share(short) == 1 && f.filled() > most && f.share(isFlag) < 1 &&
		f.distinct()*float64(len(f.values)) >= fewest
}

// completePeople finds the student's own number and the name.
func (m *matcher) completePeople() {
	m.unsure = !m.has(mapping.StudentID)
	m.takeStudent()
	m.completeNames()
}

// completeNames corrects names that depend on each other: "nom" is the family name beside a "prénom", and the
// full name without one.
func (m *matcher) completeNames() {
	// A part that contains the family name is left out: a roll would show it twice.
	if m.holds(mapping.KnownAs, mapping.FamilyName) {
		delete(m.found, mapping.KnownAs)
	}
	if m.holds(mapping.GivenName, mapping.FamilyName) {
		m.found[mapping.FullName] = m.found[mapping.GivenName]
		delete(m.found, mapping.GivenName)
		delete(m.found, mapping.FamilyName)
	}
	for _, part := range []string{mapping.GivenName, mapping.FamilyName, mapping.FullName} {
		m.unsure = m.unsure || m.field(part).isElsewhere()
	}
	given, family, full := m.found[mapping.GivenName], m.found[mapping.FamilyName], m.found[mapping.FullName]
	switch {
	case given != "" && family == "" && full != "" && m.holds(mapping.FullName, mapping.GivenName):
		delete(m.found, mapping.GivenName)
	case given != "" && family == "" && full != "":
		m.found[mapping.FamilyName] = full
		delete(m.found, mapping.FullName)
	case given == "" && family != "" && full != "":
		m.found[mapping.GivenName] = full
		delete(m.found, mapping.FullName)
	case given == "" && family == "" && full == "":
		people := slices.DeleteFunc(m.free(isPerson), func(f *Field) bool { return grouping(f) || f.hasDateOrAddress() })
		m.take(mapping.FullName, people)
	}
}

// holds reports whether, in most items, one part of the name is a word of another.
func (m *matcher) holds(whole, part string) bool {
	one, other := m.field(whole), m.field(part)
	return len(one.values) == len(other.values) && mostly(one, other, func(name, part string) bool {
		words := strings.Fields(name)
		return len(words) > 1 && slices.Contains(words, part)
	})
}

// field returns the field of a role, an empty one when it has none.
func (m *matcher) field(role string) *Field {
	if at := slices.IndexFunc(m.fields, func(f *Field) bool { return f.Path == m.found[role] }); at >= 0 {
		return m.fields[at]
	}
	return &Field{}
}

// completeDay finds the status when no field name identifies it: a text that many items share.
func (m *matcher) completeDay() {
	if m.found[mapping.Status] == "" && m.found[mapping.StatusID] == "" {
		groups := slices.DeleteFunc(m.free(isText), func(f *Field) bool { return !grouping(f) })
		m.take(mapping.Status, groups)
	}
}

package mapping

import (
	"maps"
	"slices"
	"strings"
)

// Version is the version of [Mapping] that this package reads.
const Version = 1

// Mapping describes how one school's undocumented calls are made and read. It contains no secret and is
// stored as JSON. It is a value: [Mapping.With] returns a changed copy.
//
//nolint:recvcheck // only reading it from JSON changes one
type Mapping struct {
	Version int
	calls   map[Call]Reading
}

// Reading describes how one call is made and read: its path, its paging, and the places of the list and each
// field in the answer, as JSONPath (RFC 9535).
type Reading struct {
	// Path begins with / and is relative to the base address. It may contain a query and the placeholders
	// {period}, {class} and {date}, which are escaped when filled.
	Path string `json:"path"`
	// Absent is true when the service has no such call and the list comes from elsewhere. All other fields
	// are then empty.
	Absent bool `json:"absent,omitempty"`
	// List leads to the list: to one array, or to its items one by one.
	List   string `json:"list"`
	Paging Paging `json:"paging,omitzero"`
	// Unrelated are the places of signs ([document.Sign]) that do not describe this list's length, although
	// their names look so.
	Unrelated []string `json:"unrelated,omitempty"`
	// Keep are the rules that leave out items which no longer count.
	Keep []Rule `json:"keep,omitempty"`
	// Twice allows one student to appear under two numbers.
	Twice bool `json:"twice,omitempty"`
	// Fields are paths inside one item, by the names of [Fields]. "$" is the item itself. Fields that the
	// service does not give are left out.
	Fields map[string]string `json:"fields"`
}

// IsByClass reports whether a reading gives the students of one class, not those of a whole period.
func IsByClass(call Call, reading Reading) bool {
	return rowOf(call).scoped && strings.Contains(reading.Path, placeholderClass)
}

// Default returns the mapping of a new school until its settings change it.
func Default() Mapping {
	m := Mapping{Version: Version, calls: make(map[Call]Reading)}
	for _, row := range table() {
		if row.listed {
			m.calls[row.call] = DefaultOf(row.call)
		}
	}
	return m
}

// Of returns the mapping's reading of the call.
func (m Mapping) Of(call Call) Reading {
	reading, mapped := m.calls[call]
	reading.Absent = reading.Absent || !mapped
	reading.Unrelated, reading.Keep = slices.Clone(reading.Unrelated), slices.Clone(reading.Keep)
	reading.Fields = maps.Clone(reading.Fields)
	if reading.Fields == nil {
		reading.Fields = map[string]string{}
	}
	return reading
}

// With returns the mapping with this reading of the call.
func (m Mapping) With(call Call, reading Reading) Mapping {
	m.calls = maps.Clone(m.calls)
	if m.calls == nil {
		m.calls = make(map[Call]Reading)
	}
	reading.Fields = maps.Clone(reading.Fields)
	switch {
	case reading.Absent && !rowOf(call).listed:
		delete(m.calls, call)
		return m
	case reading.Absent:
		reading = Reading{Absent: true}
	}
	m.calls[call] = reading
	return m
}

// DefaultOf returns the reading of a call by the service document, which applies until an admin changes it.
func DefaultOf(call Call) Reading {
	row := rowOf(call)
	reading := Reading{Path: row.path, List: "$", Fields: map[string]string{}}
	for _, field := range row.fields {
		if field.path != "" {
			reading.Fields[field.name] = field.path
		}
	}
	return reading
}

// The document's own names for the two numbers of a student. A save sends the first, its answer returns the
// second (service document, sections 4.1 and 2.2).
const (
	documentEnrolment = "studentSemesterInfoId"
	documentStudent   = "studentId"
)

// Numbers returns the students' call and its enrolment and student fields as one text. Mappings with equal texts
// mark the same students. Documented reports whether both fields have the document's own names, so
// that their meaning is not a guess.
func (m Mapping) Numbers() (meaning string, documented bool) {
	students := m.Of(Students)
	enrolment, student := students.Fields[EnrolmentID], students.Fields[StudentID]
	meaning = strings.Join([]string{students.Path, students.List, enrolment, student}, "\n")
	return meaning, !students.Absent && endsIn(enrolment, documentEnrolment) && endsIn(student, documentStudent)
}

// endsIn reports whether the JSONPath (RFC 9535) ends in the member.
func endsIn(path, name string) bool {
	ends := func(end string) bool { return strings.HasSuffix(path, end) }
	return ends("."+name) || ends("['"+name+"']") || ends(`["`+name+`"]`)
}

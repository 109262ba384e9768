package mapping

import "strings"

// The document's own names for the two numbers of a student: what a save sends and what its answer
// returns (service document, sections 4.1 and 2.2).
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
	return strings.HasSuffix(path, "."+name) || strings.HasSuffix(path, "['"+name+"']") || strings.HasSuffix(path, `["`+name+`"]`)
}

package connecting

import (
	"strings"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// ListTrouble is a list that is older than the school system's.
type ListTrouble struct {
	// Call is the list's name in a mapping's file; Period is the school year or term of a list of students.
	Call   string
	Period roll.Period
	// Clock is the time of the list in use, as Words.Clock writes it; Problem is the reason, the end of a key
	// in the catalogue.
	Clock, Problem string
	// SolveAt is the address where an admin can solve the problem; empty for other readers.
	SolveAt string
	// Held is the list that waits for a person's decision; it may be nil. Missing holds names of some
	// students who are not on it.
	Held    *roll.HeldList
	Missing string
}

// listTitle returns the name of the list.
func (v *ConnectionView) listTitle(trouble ListTrouble) string {
	title := v.Words.Text(language.CallKeys.Of(trouble.Call))
	if trouble.Period.Name != "" {
		title += ", " + trouble.Period.Name
	}
	return title
}

// listReasons returns the sentences about why the list in use is older.
func (v *ConnectionView) listReasons(trouble ListTrouble) []string {
	held := trouble.Held
	if held == nil {
		return []string{v.Words.Text(language.ListProblemKeys.Of(trouble.Problem))}
	}
	gone, emptied, reassigned := len(held.Gone), len(held.Emptied), len(held.Reassigned)
	var all sentences
	all.add(gone > 0, v.Words.Count("connection.list_gone", gone, "Of", v.Words.Number(held.Of), "Names", trouble.Missing))
	all.add(emptied > 0, v.Words.Count("connection.list_emptied", emptied, "Classes", strings.Join(held.Emptied, ", ")))
	all.add(reassigned > 0, v.Words.Count("connection.list_others", reassigned, "Names", trouble.Missing))
	return all
}

// distinct returns the numbers of a list's students: a student in two classes counts once.
func distinct(students []roll.Enrolment) map[roll.EnrolmentID]bool {
	numbers := make(map[roll.EnrolmentID]bool, len(students))
	for _, student := range students {
		numbers[student.ID] = true
	}
	return numbers
}

package connecting

import (
	"strings"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// ListTrouble is a list that is older than the school system would have it.
type ListTrouble struct {
	// Call names the list as a mapping's file does; Period is that of a list of students.
	Call   string
	Period roll.Period
	// Clock is the time of the list in use, as Words.Clock writes it; Problem is the reason, a word for which the
	// catalogue has a sentence.
	Clock, Problem string
	// MendAt is the address at which an admin can do something about it; empty for others.
	MendAt string
	// Held is the list that waits for a person; nil where none does. Missing are names of some whom it lacks.
	Held    *roll.HeldList
	Missing string
}

// listTitle names the list.
func (v *ConnectionView) listTitle(trouble ListTrouble) string {
	title := v.Words.Text(language.CallKeys.Of(trouble.Call))
	if trouble.Period.Name != "" {
		title += ", " + trouble.Period.Name
	}
	return title
}

// listReasons says why the list in use is an older one.
func (v *ConnectionView) listReasons(trouble ListTrouble) []string {
	held := trouble.Held
	if held == nil {
		return []string{v.Words.Text(language.ListProblemKeys.Of(trouble.Problem))}
	}
	var reasons []string
	if len(held.Gone) > 0 {
		reasons = append(reasons, v.Words.Count("connection.list_gone", len(held.Gone), "Of", v.Words.Number(held.Of), "Names", trouble.Missing))
	}
	if len(held.Emptied) > 0 {
		reasons = append(reasons, v.Words.Count("connection.list_emptied", len(held.Emptied), "Classes", strings.Join(held.Emptied, ", ")))
	}
	if len(held.Others) > 0 {
		reasons = append(reasons, v.Words.Count("connection.list_others", len(held.Others), "Names", trouble.Missing))
	}
	return reasons
}

// distinct are the numbers of a list: a student in two classes is one.
func distinct(students []roll.Enrolment) map[roll.EnrolmentID]bool {
	numbers := make(map[roll.EnrolmentID]bool, len(students))
	for _, student := range students {
		numbers[student.ID] = true
	}
	return numbers
}

package apptest

import (
	"fmt"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// PutStudents makes the students those of the first school, as from a file.
func (p *Program) PutStudents(t testing.TB, students []roll.Enrolment) {
	t.Helper()
	period := PeriodOffered(p.As(t, OfficeWorker))
	Must(t, p.App.Store.PutStudents(t.Context(), Harbour, roll.PeriodID(period), lists.FromFile, students))
	Must(t, p.App.Lists.Rosters.Forget(t.Context(), Harbour))
}

// ManyStudents returns students whose names differ, but share parts as real names do.
func ManyStudents(classes, size int) []roll.Enrolment {
	given := []string{"Amélie", "Noah", "Łukasz", "Ayşe", "İpek", "Björn", "明", "محمد", "Oluwaseun", "Zoë"}
	family := []string{"Okafor", "Müller", "Strauß", "Özdemir", "O’Neill", "García López", "Nguyễn", "李", "Kovač",
		"van den Berg", "Smith"}
	var students []roll.Enrolment
	for class := range classes {
		for i := range size {
			number := class*size + i + 1
			students = append(students, roll.Enrolment{
				ID: roll.EnrolmentID(number), Student: roll.StudentID(StudentOf(int64(number))),
				Given: given[number%len(given)], Family: fmt.Sprintf("%s-%d", family[number%len(family)], number),
				Class: roll.ClassID(fmt.Sprintf("class-%d", class)), ClassName: fmt.Sprintf("%d%c", class/6+1, 'A'+class%6),
			})
		}
	}
	return students
}

// StudentOf returns the student's id of an enrolment there.
func StudentOf(enrolment int64) int64 { return enrolment + 1_000_000 }

package submission

import (
	"context"
	"slices"

	"rollbook/web/roll"
)

// withOldNumbers returns the students of the roster, for an older page also under the numbers that they had then. The
// store accepts the marks for their present numbers.
func (s *Submissions) withOldNumbers(ctx context.Context, school roll.School, press Press,
	students []roll.Enrolment) ([]roll.Enrolment, error) {
	if press.Generation < school.Connected || press.Generation >= school.Generation {
		return students, nil
	}
	numbers := slices.Concat(press.Enrolments, press.Others)
	for _, part := range press.Known {
		numbers = append(numbers, part.Enrolments...)
	}
	listed := roll.Listed(students)
	numbers = slices.DeleteFunc(numbers, func(number roll.EnrolmentID) bool { return listed[number] })
	present, err := s.store.PresentNumbers(ctx, school.ID, numbers)
	all := slices.Clone(students)
	for old, now := range present {
		if at := slices.IndexFunc(students, func(one roll.Enrolment) bool { return one.ID == now }); at >= 0 {
			student := students[at]
			student.ID = old
			all = append(all, student)
		}
	}
	return all, err
}

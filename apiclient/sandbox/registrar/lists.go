package registrar

import (
	"slices"
	"strconv"

	"rollbook/apiclient/sandbox"
)

// The entries of the lists have the fields of the sandbox's under other names.

func newTerm(one sandbox.SchoolPeriod) any {
	return map[string]any{"term_no": one.ID, "title": one.Name, "begins_on": one.StartDate, "ends_on": one.EndDate}
}

func newCode(one sandbox.AttendanceStatus) any {
	return map[string]any{"no": one.ID, "caption": one.Name}
}

func newPlace(one sandbox.Student, status string) any {
	// The tutors of some groups. The first signs in to the demonstration, the last does not.
	tutors := map[string]any{
		"5A": map[string]any{"name": "Ines Ferreira", "email": "ines.ferreira@birchwood.example"},
		"5B": map[string]any{"name": "Ferreira, Ines"}, "6A": map[string]any{"name": "Jonas Okafor"},
	}
	return map[string]any{
		"tutor":        tutors[one.ClassName],
		"enrolment_id": one.EnrolmentID, "tutor_group": one.ClassName, "status": status,
		"pupil": map[string]any{"no": one.StudentID, "forename": one.FirstName, "surname": one.LastName},
	}
}

// renamed returns a function that puts a list of the sandbox, in this system's form, under a name.
func renamed[From any](name string, convert func(From) any) func(any) (any, error) {
	return func(value any) (any, error) {
		all := []any{}
		list, _ := value.([]From)
		for _, one := range list {
			all = append(all, convert(one))
		}
		return map[string]any{name: all}, nil
	}
}

const (
	// pageSize is the number of students on a page.
	pageSize = 200
	// leavesEvery sets how many students have left: one in so many.
	leavesEvery = 21
)

// pageOf returns a function that cuts out the page with the number, counted from 1. An invalid number means the first
// page.
func pageOf(number string) func(any) (any, error) {
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 {
		at = 1
	}
	return func(value any) (any, error) {
		all := []any{}
		students, _ := value.([]sandbox.Student)
		for i, one := range students {
			status := "enrolled"
			if i%leavesEvery == leavesEvery-1 {
				status = "left"
			}
			all = append(all, newPlace(one, status))
		}
		pages := slices.Collect(slices.Chunk(all, pageSize))
		shown := map[string]any{"page": at, "pages": len(pages), "total": len(all), "places": []any{}}
		if at <= len(pages) {
			shown["places"] = pages[at-1]
		}
		return shown, nil
	}
}

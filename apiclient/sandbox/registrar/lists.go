package registrar

import (
	"strconv"

	"rollbook/apiclient/sandbox"
)

// The entries of the lists have the fields of the sandbox's under other names.
type (
	term struct {
		ID        int64  `json:"term_no"`
		Name      string `json:"title"`
		StartDate string `json:"begins_on"`
		EndDate   string `json:"ends_on"`
	}
	code struct {
		ID   int64  `json:"no"`
		Name string `json:"caption"`
	}
	pupil struct {
		Number   int64  `json:"no"`
		Forename string `json:"forename"`
		Surname  string `json:"surname"`
	}
	place struct {
		Enrolment int64  `json:"enrolment_id"`
		Pupil     pupil  `json:"pupil"`
		Group     string `json:"tutor_group"`
		Status    string `json:"status"`
	}
	page struct {
		Page   int     `json:"page"`
		Pages  int     `json:"pages"`
		Total  int     `json:"total"`
		Places []place `json:"places"`
	}
)

func newTerm(one sandbox.SchoolPeriod) term { return term(one) }

func newCode(one sandbox.AttendanceStatus) code { return code(one) }

// renamed returns a function that puts a list of the sandbox, in this system's form, under a name.
func renamed[From, To any](name string, convert func(From) To) func(any) (any, error) {
	return func(value any) (any, error) {
		list, _ := value.([]From)
		all := make([]To, len(list))
		for i, one := range list {
			all[i] = convert(one)
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
		students, _ := value.([]sandbox.Student)
		all := make([]place, len(students))
		for i, one := range students {
			all[i] = place{one.EnrolmentID, pupil{one.StudentID, one.FirstName, one.LastName}, one.ClassName, "enrolled"}
			if i%leavesEvery == leavesEvery-1 {
				all[i].Status = "left"
			}
		}
		first := min(at-1, len(all)/pageSize+1) * pageSize
		return page{
			Page: at, Pages: (len(all) + pageSize - 1) / pageSize, Total: len(all),
			Places: all[min(first, len(all)):min(first+pageSize, len(all))],
		}, nil
	}
}

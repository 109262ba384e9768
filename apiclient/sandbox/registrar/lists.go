package registrar

import (
	"encoding/json"
	"fmt"
	"strconv"

	"rollbook/apiclient/sandbox"
)

// inWords returns a function that decodes a list of the sandbox and encodes it in this system's form.
func inWords[T any](convert func([]T) any) func([]byte) ([]byte, error) {
	return func(body []byte) ([]byte, error) {
		var list []T
		if err := json.Unmarshal(body, &list); err != nil {
			return nil, fmt.Errorf("read a list: %w", err)
		}
		return json.Marshal(convert(list))
	}
}

// term is a school year or term.
type term struct {
	Number int64  `json:"term_no"`
	Title  string `json:"title"`
	Begins string `json:"begins_on"`
	Ends   string `json:"ends_on"`
}

func termsOf(periods []sandbox.SchoolPeriod) any {
	terms := make([]term, len(periods))
	for i, one := range periods {
		terms[i] = term{Number: one.ID, Title: one.Name, Begins: one.StartDate, Ends: one.EndDate}
	}
	return map[string]any{"terms": terms}
}

// place is a student in a term.
type place struct {
	Enrolment int64  `json:"enrolment_id"`
	Pupil     pupil  `json:"pupil"`
	Group     string `json:"tutor_group"`
	Status    string `json:"status"`
}

type pupil struct {
	Number   int64  `json:"no"`
	Forename string `json:"forename"`
	Surname  string `json:"surname"`
}

// page is one page of the list of students, counted from 1.
type page struct {
	Page   int     `json:"page"`
	Pages  int     `json:"pages"`
	Total  int     `json:"total"`
	Places []place `json:"places"`
}

const (
	// pageSize is the number of students on a page.
	pageSize = 200
	// leavesEvery sets how many students have left: one in so many.
	leavesEvery = 21
)

// hasLeft reports whether the student at the index of the whole list has left.
func hasLeft(at int) bool { return at%leavesEvery == leavesEvery-1 }

// pageOf returns a function that cuts out the page with the number. An invalid number means the first page.
func pageOf(number string) func([]sandbox.Student) any {
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 {
		at = 1
	}
	return func(students []sandbox.Student) any {
		all := make([]place, len(students))
		for i, one := range students {
			all[i] = place{Enrolment: one.EnrolmentID, Pupil: pupil{one.StudentID, one.FirstName, one.LastName}, Group: one.ClassName, Status: "enrolled"}
			if hasLeft(i) {
				all[i].Status = "left"
			}
		}
		first := min(at-1, len(all)/pageSize+1) * pageSize
		return page{
			Page: at, Pages: (len(all) + pageSize - 1) / pageSize, Total: len(all),
			Places: all[min(first, len(all)):min(first+pageSize, len(all))],
		}
	}
}

// code is an attendance status.
type code struct {
	Number  int64  `json:"no"`
	Caption string `json:"caption"`
}

func codesOf(statuses []sandbox.AttendanceStatus) any {
	codes := make([]code, len(statuses))
	for i, one := range statuses {
		codes[i] = code{one.ID, one.Name}
	}
	return map[string]any{"codes": codes}
}

package registrar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// entry is an entry of a list, in the form of the sandbox or of this system.
type entry = map[string]any

// inWords returns a function that decodes a list of the sandbox and encodes it in this system's form.
func inWords(convert func([]entry) any) func([]byte) ([]byte, error) {
	return func(body []byte) ([]byte, error) {
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.UseNumber()
		var list []entry
		if err := decoder.Decode(&list); err != nil {
			return nil, fmt.Errorf("read a list: %w", err)
		}
		return json.Marshal(convert(list))
	}
}

// renamed returns a function that puts a list under a name. Fields has the names of the sandbox's fields here.
func renamed(name string, fields map[string]string) func([]entry) any {
	return func(list []entry) any {
		all := make([]entry, len(list))
		for i, one := range list {
			all[i] = entry{}
			for field, value := range one {
				all[i][fields[field]] = value
			}
		}
		return entry{name: all}
	}
}

const (
	// pageSize is the number of students on a page.
	pageSize = 200
	// leavesEvery sets how many students have left: one in so many.
	leavesEvery = 21
)

// hasLeft reports whether the student at the index of the whole list has left.
func hasLeft(at int) bool { return at%leavesEvery == leavesEvery-1 }

// pageOf returns a function that cuts out the page with the number, counted from 1. An invalid number means the first
// page.
func pageOf(number string) func([]entry) any {
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 {
		at = 1
	}
	return func(students []entry) any {
		all := make([]entry, len(students))
		for i, one := range students {
			all[i] = entry{
				"enrolment_id": one["studentSemesterInfoId"], "tutor_group": one["className"], "status": "enrolled",
				"pupil": entry{"no": one["studentId"], "forename": one["firstName"], "surname": one["lastName"]},
			}
			if hasLeft(i) {
				all[i]["status"] = "left"
			}
		}
		first := min(at-1, len(all)/pageSize+1) * pageSize
		return entry{
			"page": at, "pages": (len(all) + pageSize - 1) / pageSize, "total": len(all),
			"places": all[min(first, len(all)):min(first+pageSize, len(all))],
		}
	}
}

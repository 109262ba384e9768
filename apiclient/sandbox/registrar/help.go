package registrar

import (
	_ "embed"
	"time"

	"rollbook/apiclient/sandbox"
)

//go:embed help.html
var helpText string

// mark is a student's attendance in the school system.
type mark struct {
	sandbox.Student
	Caption string
}

// help returns the help page at an address, with the marks of the day, so that people can check whether a mark
// arrived. It shows no key when an earlier process has shown it.
func (s *System) help(host string) (any, error) {
	view := struct {
		School             sandbox.School
		Address, Key, Date string
		Paths              map[string]string
		PageSize           int
		Marks              []mark
	}{
		School: s.school, Address: "http://" + host, PageSize: pageSize, Date: s.now().Format(time.DateOnly),
		Paths: map[string]string{"terms": pathTerms, "pupils": pathPupils, "codes": pathCodes, "save": pathSave},
	}
	if key := s.key.Load(); key != nil {
		view.Key = *key
	}
	kept, err := s.behind.Marks(s.school.Code, view.Date)
	if err != nil {
		return nil, err
	}
	for _, one := range kept {
		student, err := s.behind.Student(s.school.Code, one.EnrolmentID)
		if err != nil {
			return nil, err
		}
		view.Marks = append(view.Marks, mark{student, one.Status})
	}
	return sandbox.NewPage(helpText, view)
}

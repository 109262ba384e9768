package registrar

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"rollbook/apiclient/sandbox"
)

//go:embed help.html
var helpText string

// helpView is the data of the help page.
type helpView struct {
	School  sandbox.School
	Address string
	// Key is empty when it was shown already.
	Key      string
	Paths    map[string]string
	PageSize int
	Date     string
	Marks    []mark
}

// mark is a student's attendance in the school system.
type mark struct{ Name, Group, Caption string }

// help writes the help page.
func (s *System) help(r *http.Request) ([]byte, error) {
	view := helpView{
		School: s.school, Address: "http://" + r.Host, PageSize: pageSize, Date: s.now().Format(time.DateOnly),
		Paths: map[string]string{"terms": pathTerms, "pupils": pathPupils, "codes": pathCodes, "save": pathSave},
	}
	if key := s.key.Load(); key != nil {
		view.Key = *key
	}
	var err error
	if view.Marks, err = s.marks(view.Date); err != nil {
		return nil, err
	}
	made, err := template.New("help").Parse(helpText)
	if err != nil {
		return nil, fmt.Errorf("read the help page: %w", err)
	}
	var body bytes.Buffer
	if err := made.Execute(&body, view); err != nil {
		return nil, fmt.Errorf("write the help page: %w", err)
	}
	return body.Bytes(), nil
}

// marks returns the school's marks on the date, so that people can check whether a mark arrived.
func (s *System) marks(date string) ([]mark, error) {
	held, err := s.behind.Marks(s.school.Code, date)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	periods, err := s.behind.Periods(s.school.Code)
	if err != nil {
		return nil, err
	}
	students := make(map[int64]sandbox.Student)
	for _, period := range periods {
		enrolled, err := s.behind.Students(s.school.Code, period.ID)
		if err != nil {
			return nil, err
		}
		for _, one := range enrolled {
			students[one.EnrolmentID] = one
		}
	}
	marks := make([]mark, len(held))
	for i, one := range held {
		student := students[one.EnrolmentID]
		marks[i] = mark{Name: student.FirstName + " " + student.LastName, Group: student.ClassName, Caption: one.Status}
	}
	return marks, nil
}

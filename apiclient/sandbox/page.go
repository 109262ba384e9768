package sandbox

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"slices"
	"time"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle []byte

// shownOnce is a value that only one answer shows.
type shownOnce struct{ What, Value string }

// pageView is the data of the page, with the service for its lists.
type pageView struct {
	Service *Sandbox
	School  School
	Address string
	Problem string
	Shown   *shownOnce
	// Faults are those that concern the school; Fault is the first one.
	Faults []FaultState
	Fault  Fault
}

// showPage renders the page of a school, of the first one for an empty code. It keeps what the view already
// contains.
func (s *Sandbox) showPage(c *call, code string, status int, view pageView) (any, error) {
	schools, err := s.Schools()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(schools, func(one School) bool { return code == "" || one.Code == code })
	if at < 0 {
		return nil, notFound("no school has the code %q", code)
	}
	view.Service, view.School, view.Address = s, schools[at], "http://"+c.request.Host
	view.Faults = slices.DeleteFunc(s.Faults(), func(one FaultState) bool {
		return one.SchoolCode != "" && one.SchoolCode != view.School.Code
	})
	if len(view.Faults) > 0 {
		view.Fault = view.Faults[0].Fault
	}
	made, err := template.New("page").Funcs(template.FuncMap{"when": when, "json": inJSON}).Parse(pageText)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := made.Execute(&body, view); err != nil {
		return nil, err
	}
	return Page{status, body.Bytes()}, nil
}

// when formats a time in UTC, since the service covers many zones.
func when(at time.Time) string { return at.Format("2006-01-02 15:04:05 UTC") }

func inJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

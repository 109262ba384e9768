package sandbox

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
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
	page, err := NewPage(pageText, view)
	page.Status = status
	return page, err
}

// NewPage fills the template of a page with the view.
func NewPage(text string, view any) (Page, error) {
	made, err := template.New("page").Funcs(template.FuncMap{"when": when, "json": inJSON}).Parse(text)
	if err != nil {
		return Page{}, fmt.Errorf("read the page: %w", err)
	}
	var body bytes.Buffer
	if err := made.Execute(&body, view); err != nil {
		return Page{}, fmt.Errorf("write the page: %w", err)
	}
	return Page{http.StatusOK, body.Bytes()}, nil
}

// when formats a time in UTC, since the service covers many zones.
func when(at time.Time) string { return at.Format("2006-01-02 15:04:05 UTC") }

func inJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

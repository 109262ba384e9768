// Package registrar is a school system of another maker, for trying to connect an unknown system. It uses the
// sandbox, with its marks, keys and faults. It keeps everything that the service's document shows: the three
// headers, the path of the school periods and the bulk save. The rest differs: lists have other paths, fields
// have other names, students come in two pages, and some of them have left. Its help page describes the calls
// as the help of such a system would.
package registrar

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"rollbook/apiclient/sandbox"
)

// The paths of its calls. The first two are in the service's document (sections 4.1 and 4.2).
const (
	pathSave   = "/serviceapi/v1/students/attendance/daily/bulk"
	pathTerms  = "/serviceapi/v1/curriculum/schoolperiods/list"
	pathPupils = "/registrar/v2/pupils"
	pathCodes  = "/registrar/v2/codes"
)

// HelpPath is the path of the help page.
const HelpPath = "/help"

// System answers for one school in the form of another maker's system, and for every other school like the
// sandbox. It is safe for concurrent use.
type System struct {
	behind *sandbox.Sandbox
	school sandbox.School
	now    func() time.Time
	// key is shown on the help page; nil when an earlier process has shown it.
	key atomic.Pointer[string]
}

var _ http.Handler = (*System)(nil)

// New returns a system for the school of the sandbox, and adds a missing school.
func New(behind *sandbox.Sandbox, school sandbox.School, now func() time.Time) (*System, error) {
	err := behind.AddSchool(school)
	if err != nil && sandbox.KindOf(err) != sandbox.KindTaken {
		return nil, fmt.Errorf("add %s: %w", school.Name, err)
	}
	return &System{behind: behind, school: school, now: now}, nil
}

// Renew revokes the school's keys, and makes a new one for the help page.
func (s *System) Renew() error {
	keys, err := s.behind.Keys(s.school.Code)
	if err != nil {
		return fmt.Errorf("list the keys of %s: %w", s.school.Name, err)
	}
	for _, key := range keys {
		if key.Revoked != nil {
			continue
		}
		if err := s.behind.RevokeKey(s.school.Code, key.ID); err != nil {
			return fmt.Errorf("revoke a key of %s: %w", s.school.Name, err)
		}
	}
	_, value, err := s.behind.CreateKey(s.school.Code, "Attendance")
	if err != nil {
		return fmt.Errorf("make a key for %s: %w", s.school.Name, err)
	}
	s.key.Store(&value)
	return nil
}

// ServeHTTP answers the school's calls in the other form, and the help page.
func (s *System) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	as := func(path string, query url.Values, convert func(any) (any, error)) {
		s.behind.Translate(w, r, path, query, convert)
	}
	switch {
	case r.URL.Path == HelpPath:
		// This page is for this machine only, like the sandbox's own.
		as("/integrations", url.Values{"schoolCode": {s.school.Code}}, func(any) (any, error) { return s.help(r.Host) })
	case r.Header.Get("schoolCode") != s.school.Code || r.URL.Path == pathSave:
		s.behind.ServeHTTP(w, r)
	case r.URL.Path == pathTerms:
		as(pathTerms, nil, renamed("terms", newTerm))
	case r.URL.Path == pathPupils:
		as("/serviceapi/v1/students/list", url.Values{"schoolPeriodId": query["term"]}, pageOf(query.Get("page")))
	case r.URL.Path == pathCodes:
		as("/serviceapi/v1/students/attendance/statuses/list", nil, renamed("codes", newCode))
	default:
		// The sandbox checks the key before it answers 404.
		as("/serviceapi/v1/none", nil, nil)
	}
}

// help returns the help page at an address, with the marks of the day, so that people can check whether a mark
// arrived. It shows no key when an earlier process has shown it.
func (s *System) help(host string) (any, error) {
	view := struct {
		School             sandbox.School
		Address, Key, Date string
		Paths              map[string]string
		PageSize, Enrolled int
		Marks              []mark
	}{
		School: s.school, Address: "http://" + host, PageSize: pageSize, Date: s.now().Format(time.DateOnly),
		Paths: map[string]string{"terms": pathTerms, "pupils": pathPupils, "codes": pathCodes, "save": pathSave},
	}
	if key := s.key.Load(); key != nil {
		view.Key = *key
	}
	periods, err := s.behind.Periods(s.school.Code)
	if err != nil {
		return nil, err
	}
	for _, period := range periods {
		if period.StartDate <= view.Date && view.Date <= period.EndDate {
			students, err := s.behind.Students(s.school.Code, period.ID)
			if err != nil {
				return nil, err
			}
			view.Enrolled = len(students) - len(students)/leavesEvery
		}
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
	return sandbox.NewPage(http.StatusOK, helpText, view)
}

//go:embed help.html
var helpText string

// mark is a student's attendance in the school system.
type mark struct {
	sandbox.Student
	Caption string
}

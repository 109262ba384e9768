// Package registrar is a school system of another maker, for trying to connect an unknown system. It uses the
// sandbox, with its marks, keys and faults. It keeps everything that the service's document shows: the three
// headers, the path of the school periods and the bulk save. The rest differs: lists have other paths, fields
// have other names, students come in two pages, and some of them have left. Its help page describes the calls
// as the help of such a system would.
package registrar

import (
	"bytes"
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
	switch {
	case r.URL.Path == HelpPath:
		// This page is for this machine only, like the sandbox's own.
		school := url.Values{"schoolCode": {s.school.Code}}
		s.forward(w, r, "/integrations", school, func([]byte) ([]byte, error) { return s.help(r) })
	case r.Header.Get("schoolCode") != s.school.Code || r.URL.Path == pathSave:
		s.behind.ServeHTTP(w, r)
	case r.URL.Path == pathTerms:
		names := map[string]string{"id": "term_no", "name": "title", "startDate": "begins_on", "endDate": "ends_on"}
		s.forward(w, r, pathTerms, nil, inWords(renamed("terms", names)))
	case r.URL.Path == pathPupils:
		period := url.Values{"schoolPeriodId": query["term"]}
		s.forward(w, r, "/serviceapi/v1/students/list", period, inWords(pageOf(query.Get("page"))))
	case r.URL.Path == pathCodes:
		names := map[string]string{"id": "no", "name": "caption"}
		s.forward(w, r, "/serviceapi/v1/students/attendance/statuses/list", nil, inWords(renamed("codes", names)))
	default:
		// The sandbox checks the key before it answers 404.
		s.forward(w, r, "/serviceapi/v1/none", nil, nil)
	}
}

// forward sends the request to another path of the sandbox, and converts the body of its answer. It passes on
// failures and bodies that a fault has spoilt unchanged.
func (s *System) forward(
	w http.ResponseWriter, r *http.Request, path string, query url.Values, convert func(body []byte) ([]byte, error),
) {
	forwarded := r.Clone(r.Context())
	forwarded.URL.Path, forwarded.URL.RawPath, forwarded.URL.RawQuery = path, "", query.Encode()
	answer := &bufferedAnswer{ResponseWriter: w, status: http.StatusOK}
	s.behind.ServeHTTP(answer, forwarded)
	body := answer.body.Bytes()
	if answer.status == http.StatusOK && convert != nil {
		if converted, err := convert(body); err == nil {
			body = converted
		}
	}
	w.WriteHeader(answer.status)
	// The caller may have hung up.
	_, _ = w.Write(body)
}

// bufferedAnswer buffers the sandbox's answer, so that its body can be replaced.
type bufferedAnswer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader stores the status.
func (b *bufferedAnswer) WriteHeader(status int) { b.status = status }

// Write stores a part of the body.
func (b *bufferedAnswer) Write(part []byte) (int, error) { return b.body.Write(part) }

// Unwrap returns the connection to faults that break it.
func (b *bufferedAnswer) Unwrap() http.ResponseWriter { return b.ResponseWriter }

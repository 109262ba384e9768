// Package registrar is a school system of another maker, for those who want to connect one that
// nobody has seen. Behind it is the sandbox, with its marks, keys and faults. What the service's
// document shows stays: the three headers, the path of the school periods and the bulk save. The
// rest differs: lists lie elsewhere, fields have other names, students come in two pages, and some
// of them have left. Its help page describes the calls as the help of such a system does.
package registrar

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"rollbook/apiclient/sandbox"
)

// The paths of its calls. The first two are those of the service's document (sections 4.1 and 4.2).
const (
	pathSave   = "/serviceapi/v1/students/attendance/daily/bulk"
	pathTerms  = "/serviceapi/v1/curriculum/schoolperiods/list"
	pathPupils = "/registrar/v2/pupils"
	pathCodes  = "/registrar/v2/codes"
)

// HelpPath is the path of the help page.
const HelpPath = "/help"

// System answers for one school as the other maker's system, and for every other school as the
// sandbox does. It is safe for concurrent use.
type System struct {
	behind *sandbox.Sandbox
	school sandbox.School
	now    func() time.Time
	// key is shown on the help page; nil where an earlier process has shown it.
	key atomic.Pointer[string]
}

var _ http.Handler = (*System)(nil)

// New returns a system for the school of the sandbox, and adds the school where it is not there yet.
func New(ctx context.Context, behind *sandbox.Sandbox, school sandbox.School, now func() time.Time) (*System, error) {
	err := behind.AddSchool(ctx, school)
	if err != nil && sandbox.KindOf(err) != sandbox.KindTaken {
		return nil, fmt.Errorf("add %s: %w", school.Name, err)
	}
	return &System{behind: behind, school: school, now: now}, nil
}

// Renew revokes the school's keys, and makes one that the help page shows.
func (s *System) Renew(ctx context.Context) error {
	keys, err := s.behind.Keys(ctx, s.school.Code)
	if err != nil {
		return fmt.Errorf("list the keys of %s: %w", s.school.Name, err)
	}
	for _, key := range keys {
		if key.Revoked != nil {
			continue
		}
		if err := s.behind.RevokeKey(ctx, s.school.Code, key.ID); err != nil {
			return fmt.Errorf("revoke a key of %s: %w", s.school.Name, err)
		}
	}
	_, value, err := s.behind.CreateKey(ctx, s.school.Code, "Attendance")
	if err != nil {
		return fmt.Errorf("make a key for %s: %w", s.school.Name, err)
	}
	s.key.Store(&value)
	return nil
}

// ServeHTTP answers the calls of the school in its own shape, and the help page.
func (s *System) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	switch {
	case r.URL.Path == HelpPath:
		// The sandbox's own page is for this machine only, and so is this one.
		s.retell(w, r, "/integrations", url.Values{"schoolCode": {s.school.Code}}, func([]byte) ([]byte, error) { return s.help(r) })
	case r.Header.Get("schoolCode") != s.school.Code || r.URL.Path == pathSave:
		s.behind.ServeHTTP(w, r)
	case r.URL.Path == pathTerms:
		s.retell(w, r, pathTerms, nil, inWords(termsOf))
	case r.URL.Path == pathPupils:
		s.retell(w, r, "/serviceapi/v1/students/list", url.Values{"schoolPeriodId": query["term"]}, inWords(pageOf(query.Get("page"))))
	case r.URL.Path == pathCodes:
		s.retell(w, r, "/serviceapi/v1/students/attendance/statuses/list", nil, inWords(codesOf))
	default:
		// The sandbox looks at the key before it says that nothing is there.
		s.retell(w, r, "/serviceapi/v1/none", nil, nil)
	}
}

// retell asks the sandbox at another path, and replaces the body of its answer. What is no success,
// or was spoilt by a fault, goes out as it is.
func (s *System) retell(w http.ResponseWriter, r *http.Request, path string, query url.Values, tell func(heard []byte) ([]byte, error)) {
	asked := r.Clone(r.Context())
	asked.URL.Path, asked.URL.RawPath, asked.URL.RawQuery = path, "", query.Encode()
	answer := &heldAnswer{ResponseWriter: w, status: http.StatusOK}
	s.behind.ServeHTTP(answer, asked)
	body := answer.body.Bytes()
	if answer.status == http.StatusOK && tell != nil {
		if told, err := tell(body); err == nil {
			body = told
		}
	}
	w.WriteHeader(answer.status)
	// A caller who has hung up misses nothing.
	_, _ = w.Write(body)
}

// heldAnswer keeps the sandbox's answer back, so that its body can be replaced.
type heldAnswer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader keeps the status.
func (h *heldAnswer) WriteHeader(status int) { h.status = status }

// Write keeps a part of the body.
func (h *heldAnswer) Write(part []byte) (int, error) { return h.body.Write(part) }

// Unwrap leads faults that break the connection to the connection itself.
func (h *heldAnswer) Unwrap() http.ResponseWriter { return h.ResponseWriter }

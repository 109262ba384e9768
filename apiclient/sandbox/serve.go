package sandbox

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// NewServer returns a server for the handler that waits at most ten seconds for a request's headers.
func NewServer(handler http.Handler) *http.Server {
	const readHeaderTimeout = 10 * time.Second
	return &http.Server{Handler: handler, ReadHeaderTimeout: readHeaderTimeout}
}

var _ http.Handler = (*Sandbox)(nil)

// ServeHTTP answers the service's calls, /openapi.json, and the invented control routes under /integrations/.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.serveCall(&call{writer: w, request: r})
}

// Translate answers a request as one for the path and the query, for a system of another maker. Convert changes the
// value of a right answer, which is a list of the Go API.
func (s *Sandbox) Translate(
	w http.ResponseWriter, r *http.Request, path string, query url.Values, convert func(any) (any, error),
) {
	translated := r.Clone(r.Context())
	translated.URL.Path, translated.URL.RawPath, translated.URL.RawQuery = path, "", query.Encode()
	s.serveCall(&call{writer: w, request: translated, convert: convert})
}

func (s *Sandbox) serveCall(c *call) {
	r := c.request
	c.route = find(s.routes, r)
	if !strings.HasPrefix(r.URL.Path, serviceRoot) {
		s.write(c, s.answerOther(c))
		return
	}
	if c.route.bulk {
		c.arrival = s.arrives(r.Header, s.options.Now())
	}
	defer func() { s.ended(c, 0) }()
	var err error
	c.school, err = s.authenticate(r.Header)
	s.countCall(c.school.Code, c.route.path)
	if err != nil {
		s.write(c, s.answer(nil, err))
		return
	}
	c.fault = s.take(c.school.Code, c.route.bulk)
	s.serve(c)
}

func (s *Sandbox) ended(c *call, status int) { s.noteEnd(c.arrival, status, s.options.Now()) }

func (s *Sandbox) answer(value any, err error) answer { return answerOf(value, err, s.options.Logger) }

// serve applies the fault to an authenticated call and runs its endpoint.
func (s *Sandbox) serve(c *call) {
	if c.fault.Reset == ResetUnread {
		s.reset(c)
		return
	}
	if err := c.readBody(); err != nil {
		s.write(c, s.answer(nil, err))
		return
	}
	if c.route.bulk {
		c.save, c.saveErr = readBulkRequest(c.request.Header, c.body)
		s.keepSave(c.arrival, c.school.Code, c.body, c.save)
		defer context.AfterFunc(c.request.Context(), func() { s.noteLeft(c.arrival) })()
	}
	if !s.wait(milliseconds(c.fault.DelayBeforeMs)) || (c.fault.Hang == HangBefore && !s.hangs(c)) {
		s.reset(c)
		return
	}
	reply, replied := s.process(c)
	if !s.wait(milliseconds(c.fault.DelayAfterMs)) || (c.fault.Hang == HangAfter && !s.hangs(c)) {
		replied = false
	}
	switch {
	case !replied || c.fault.Reset == ResetApplied:
		s.reset(c)
	case c.fault.EndlessBytes > 0:
		s.streamEndless(c, reply)
	default:
		s.write(c, reply)
	}
}

// hangs leaves a call unanswered. It returns true when Heal releases the call, false when the connection or
// the service ends.
func (s *Sandbox) hangs(c *call) bool {
	released, leave := s.hang(c.school.Code)
	defer leave()
	select {
	case <-released:
		return true
	case <-c.request.Context().Done():
		return false
	case <-s.ending.Done():
		return false
	}
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// process applies the call as far as its fault allows. It returns false when the call gets no answer.
func (s *Sandbox) process(c *call) (answer, bool) {
	instead, replaced := c.fault.instead()
	switch {
	case c.fault.RefuseKey:
		return c.fault.dress(s.answer(nil, s.unauthorized(messageWrongKey))), true
	case c.fault.LateMs > 0 && c.route.bulk:
		s.applyLate(c)
		return instead, replaced
	case c.fault.Reset == ResetRead:
		return answer{}, false
	case replaced && (!c.fault.Applied || c.fault.Redirect != ""):
		return instead, true
	}
	reply := s.answer(c.value())
	if replaced {
		return instead, true
	}
	return c.fault.dress(reply), true
}

// answerBulk implements section 4.1.
func (s *Sandbox) answerBulk(c *call) (any, error) {
	if c.saveErr != nil {
		return nil, c.saveErr
	}
	if err := c.fault.rejection(c.save); err != nil {
		return nil, err
	}
	items, err := s.record(c.school.Code, c.save)
	if err != nil {
		return nil, err
	}
	s.noteApplied(c.arrival)
	if items, err = s.mistake(c, items); err != nil {
		return nil, err
	}
	return c.fault.shape(items), nil
}

// applyLate applies a save after its caller lost the answer.
func (s *Sandbox) applyLate(c *call) {
	if c.save == nil {
		return
	}
	s.options.After(milliseconds(c.fault.LateMs), func() {
		if s.closed() {
			return
		}
		if _, err := s.record(c.school.Code, c.save); err != nil {
			s.options.Logger.Error("sandbox: late change failed", "error", err)
			return
		}
		s.noteApplied(c.arrival)
	})
}

func (s *Sandbox) write(c *call, reply answer) {
	s.ended(c, reply.status)
	if err := reply.writeTo(c.writer); err != nil {
		s.options.Logger.Debug("sandbox: the caller left", "error", err)
	}
}

func (s *Sandbox) reset(c *call) {
	s.ended(c, 0)
	c.reset()
}

// streamEndless repeats the items of an answer and never closes its array.
func (s *Sandbox) streamEndless(c *call, reply answer) {
	inner := bytes.Trim(reply.body, "[]")
	if len(inner) == 0 {
		inner = []byte("0")
	}
	chunk := bytes.Repeat(append(inner, ','), 1+(64<<10)/(len(inner)+1))
	reply.body = []byte("[")
	s.write(c, reply)
	for sent := int64(0); sent < c.fault.EndlessBytes && !s.closed(); {
		n, err := c.writer.Write(chunk[:min(int64(len(chunk)), c.fault.EndlessBytes-sent)])
		if err != nil {
			return
		}
		sent += int64(n)
	}
}

// answerOther answers the paths outside the service: its description, its page and the control routes.
func (s *Sandbox) answerOther(c *call) answer {
	if path := c.request.URL.Path; path == pagePath || strings.HasPrefix(path, controlRoot) {
		if err := guard(c.request); err != nil {
			return s.answer(nil, err)
		}
	}
	if err := c.readBody(); err != nil {
		return s.answer(nil, err)
	}
	return s.answer(c.value())
}

package sandbox

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"
)

// serviceRoot begins every path of the service document. Nothing below it is answered without authentication.
const serviceRoot = "/serviceapi/"

// NewServer returns a server for the handler that waits at most ten seconds for a request's headers.
func NewServer(handler http.Handler) *http.Server {
	const readHeaderTimeout = 10 * time.Second
	return &http.Server{Handler: handler, ReadHeaderTimeout: readHeaderTimeout}
}

// ServeHTTP answers the service's calls, /openapi.json, and the invented control routes under /integrations/.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{writer: w, request: r}
	if !strings.HasPrefix(r.URL.Path, serviceRoot) {
		s.write(c, s.answerOther(c))
		return
	}
	var unknown error
	c.route, unknown = s.routes.find(r)
	s.journal.begin(c, s.now())
	defer func() { s.journal.end(c, 0, s.now()) }()
	owner, err := s.authenticate(c.lasting(), r.Header)
	s.journal.count(owner.Code, c.route.path)
	if err != nil {
		s.write(c, s.failureAnswer(err))
		return
	}
	c.school = owner
	if unknown != nil {
		c.route.answer = func(context.Context, *call) (any, error) { return nil, unknown }
	}
	c.fault = s.faults.take(owner.Code, c.route.bulk)
	s.serve(c)
}

// serve applies the fault to an authenticated call and runs its endpoint.
func (s *Sandbox) serve(c *call) {
	if c.fault.Reset == ResetUnread {
		s.reset(c)
		return
	}
	if err := c.readBody(); err != nil {
		s.write(c, s.failureAnswer(err))
		return
	}
	if c.route.bulk {
		c.save, c.saveErr = readBulkRequest(c.request.Header, c.body)
		s.journal.read(c)
	}
	if !s.wait(c.fault.DelayBeforeMs) || (c.fault.Hang == HangBefore && !s.hang(c)) {
		s.reset(c)
		return
	}
	reply, replied := s.process(c)
	if !s.wait(c.fault.DelayAfterMs) || (c.fault.Hang == HangAfter && !s.hang(c)) {
		s.reset(c)
		return
	}
	s.finish(c, reply, replied)
}

// process applies the call as far as its fault allows. It returns false when the call gets no answer.
func (s *Sandbox) process(c *call) (answer, bool) {
	if c.fault.RefuseKey {
		return c.fault.dress(s.failureAnswer(s.unauthorized(messageWrongKey))), true
	}
	if c.fault.LateMs > 0 && c.route.bulk {
		s.applyLate(c)
		return c.fault.instead()
	}
	if c.fault.Reset == ResetRead {
		return answer{}, false
	}
	if !c.fault.Applied || c.fault.Redirect != "" {
		if reply, ok := c.fault.instead(); ok {
			return reply, true
		}
	}
	reply := s.endpoint(c)
	if c.fault.Status != 0 {
		return c.fault.instead()
	}
	return c.fault.dress(reply), true
}

// endpoint returns the service's answer without faults.
func (s *Sandbox) endpoint(c *call) answer {
	value, err := c.route.answer(c.lasting(), c)
	if err != nil {
		return s.failureAnswer(err)
	}
	if made, isAnswer := value.(answer); isAnswer {
		return made
	}
	reply, err := jsonAnswer(http.StatusOK, value)
	if err != nil {
		return s.failureAnswer(err)
	}
	return reply
}

// answerBulk implements section 4.1.
func (s *Sandbox) answerBulk(ctx context.Context, c *call) (any, error) {
	if c.saveErr != nil {
		return nil, c.saveErr
	}
	if err := c.fault.rejection(c.save); err != nil {
		return nil, err
	}
	items, err := s.record(ctx, c.school, c.save)
	if err != nil {
		return nil, err
	}
	s.journal.applied(c)
	s.reportSave(ctx, c)
	if items, err = s.mistake(ctx, c, items); err != nil {
		return nil, err
	}
	return c.fault.shape(items), nil
}

// applyLate applies a save after its caller lost the answer.
func (s *Sandbox) applyLate(c *call) {
	if c.save == nil {
		return
	}
	ctx := c.lasting()
	s.options.After(milliseconds(c.fault.LateMs), func() {
		if s.closed() {
			return
		}
		if _, err := s.record(ctx, c.school, c.save); err != nil {
			s.options.Logger.Error("sandbox: late change failed", "error", err)
			return
		}
		s.journal.applied(c)
		s.reportSave(ctx, c)
	})
}

// reportSave reports an applied save to the webhooks.
func (s *Sandbox) reportSave(ctx context.Context, c *call) {
	s.report(ctx, c.school.Code, EventAttendance,
		map[string]any{"date": c.save.date, "studentSemesterInfoIds": c.save.enrolments})
}

func (s *Sandbox) finish(c *call, reply answer, replied bool) {
	switch {
	case !replied || c.fault.Reset == ResetApplied:
		s.reset(c)
	case c.fault.EndlessBytes > 0:
		s.streamEndless(c, reply)
	default:
		s.write(c, reply)
	}
}

func (s *Sandbox) write(c *call, reply answer) {
	s.journal.end(c, reply.status, s.now())
	if err := reply.writeTo(c.writer); err != nil {
		s.options.Logger.Debug("sandbox: the caller left", "error", err)
	}
}

func (s *Sandbox) reset(c *call) {
	s.journal.end(c, 0, s.now())
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

func (s *Sandbox) newRoutingTable() routingTable {
	table := routingTable{}
	table.add(
		route{"POST", pathBulk, true, s.answerBulk},
		route{"GET", pathPeriods, false, s.answerPeriods},
		route{"GET", pathStudents, false, s.answerStudents},
		route{"GET", pathStatuses, false, s.answerStatuses},
		route{"GET", pathOpenAPI, false, s.answerOpenAPI},
	)
	if !s.options.DisableDailyList {
		table.add(route{"GET", pathDailyList, false, s.answerDailyList})
	}
	table.add(s.controlRoutes()...)
	return table
}

// answerOther answers the paths outside the service: its description, and the control routes.
func (s *Sandbox) answerOther(c *call) answer {
	path := c.request.URL.Path
	if path == pagePath || strings.HasPrefix(path, controlRoot) {
		if err := guard(c.request); err != nil {
			return s.failureAnswer(err)
		}
	}
	table := s.routes
	if path == pagePath || path == styleFile {
		table = s.pageRoutes()
	}
	var err error
	if c.route, err = table.find(c.request); err != nil {
		return s.failureAnswer(err)
	}
	if err := c.readBody(); err != nil {
		return s.failureAnswer(err)
	}
	return s.endpoint(c)
}

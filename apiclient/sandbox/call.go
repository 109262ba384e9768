package sandbox

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// maxBody is the longest body that the service reads, in bytes: about 50,000 enrolments.
const maxBody = 1 << 20

// call is one request on its way through the service.
type call struct {
	writer  http.ResponseWriter
	request *http.Request
	route   route
	school  school
	fault   Fault
	body    []byte
	save    *bulkRequest // a readable bulk save
	saveErr error        // the error of an unreadable one
	arrival *arrival     // nil unless it is a bulk save
}

// readBody reads the whole body before any answer, as services do. Only a POST has one.
func (c *call) readBody() error {
	if c.request.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(c.writer, c.request.Body, maxBody))
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return refuse(http.StatusRequestEntityTooLarge, "the body is longer than %d bytes", maxBody)
	}
	if err != nil {
		return refuse(http.StatusBadRequest, "the body could not be read")
	}
	c.body = body
	return nil
}

// reset ends the connection with a TCP RST. If the connection cannot be taken over (HTTP/2, a recorder), the
// server aborts the answer.
func (c *call) reset() {
	connection, _, err := http.NewResponseController(c.writer).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	plain := connection
	if wrapped, ok := connection.(interface{ NetConn() net.Conn }); ok {
		plain = wrapped.NetConn()
	}
	if tcp, ok := plain.(*net.TCPConn); ok {
		// Without this, Close would send the buffered bytes and a FIN. An error means that the connection is
		// closed already.
		_ = tcp.SetLinger(0)
	}
	_ = plain.Close()
}

// lasting returns the request's context without its end: a service continues when the caller has left.
func (c *call) lasting() context.Context { return context.WithoutCancel(c.request.Context()) }

// wait waits ms milliseconds on the service's timer. It returns false if the service closed meanwhile.
func (s *Sandbox) wait(ms int64) bool {
	if ms == 0 {
		return true
	}
	over := make(chan struct{})
	stop := s.options.After(milliseconds(ms), func() { close(over) })
	defer stop()
	select {
	case <-over:
		return true
	case <-s.ending.Done():
		return false
	}
}

// hang leaves a call unanswered. It returns true when Heal releases the call, false when the connection or
// the service ends.
func (s *Sandbox) hang(c *call) bool {
	waiting := s.faults.hang(c.school.Code)
	defer s.faults.leave(waiting)
	select {
	case <-waiting.released:
		return true
	case <-c.request.Context().Done():
		return false
	case <-s.ending.Done():
		return false
	}
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// Arrival is a bulk request as the service received it.
type Arrival struct {
	// SchoolCode is the code in the request, even when the request was refused.
	SchoolCode string `json:"schoolCode"`
	// In is when the request came. Out is when the service finished, just before the first byte of an answer;
	// nil while the request is open.
	In  time.Time  `json:"in"`
	Out *time.Time `json:"out"`
	// Enrolments, StatusID, Date and Check come from the request. They are empty when its body was not read
	// or not understood.
	Enrolments []int64 `json:"enrolments"`
	StatusID   int64   `json:"statusId"`
	Date       string  `json:"date"`
	Check      string  `json:"checkInOrCheckOut"`
	// Code is the status code of the answer, 0 when there was none.
	Code int `json:"code"`
	// Applied is true when the change was recorded, perhaps late.
	Applied bool `json:"applied"`
	// Header contains the request's headers with the key masked.
	Header http.Header `json:"header"`
	// Body is the unchanged body, at most 16 KiB of it.
	Body string `json:"body"`
}

// arrival is an Arrival in the journal, with its enrolments in flight.
type arrival struct {
	Arrival
	flying  []flightKey
	dropped bool
}

// route is one operation. Paths have no variables.
type route struct {
	method, path string
	bulk         bool
	answer       func(context.Context, *call) (any, error)
}

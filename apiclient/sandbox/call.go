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
	save    *bulkRequest // of a bulk save that could be read
	saveErr error        // of one that could not
	arrival *arrival     // nil unless it is a bulk save
}

// readBody takes the whole body in, as any service does before it answers. Only a POST has one.
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

// reset ends the connection with a TCP RST. Where the connection cannot be had (HTTP/2, a recorder) the server
// aborts the answer instead.
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
		// Without this Close would send what is buffered and a FIN. A failure means that it is closed already.
		_ = tcp.SetLinger(0)
	}
	_ = plain.Close()
}

// lasting is the request's context without its end: a service goes on when the caller has left.
func (c *call) lasting() context.Context { return context.WithoutCancel(c.request.Context()) }

// wait lets ms milliseconds pass on the service's timer; false means that the service closed meanwhile.
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
	case <-s.closing:
		return false
	}
}

// hang keeps a call unanswered; true means that it was released, false that its connection or the service ended.
func (s *Sandbox) hang(c *call) bool {
	waiting := s.faults.hang(c.school.Code)
	defer s.faults.leave(waiting)
	select {
	case <-waiting.released:
		return true
	case <-c.request.Context().Done():
		return false
	case <-s.closing:
		return false
	}
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// Arrival is a bulk request as the service saw it.
type Arrival struct {
	// SchoolCode is the code that the request claims, also when it was refused.
	SchoolCode string `json:"schoolCode"`
	// In tells when the request came, Out when the service was done with it, just before any byte of an answer;
	// Out is nil while it is open.
	In  time.Time  `json:"in"`
	Out *time.Time `json:"out"`
	// Enrolments, StatusID, Date and Check are the request's own, empty when the body was not read or
	// not understood.
	Enrolments []int64 `json:"enrolments"`
	StatusID   int64   `json:"statusId"`
	Date       string  `json:"date"`
	Check      string  `json:"checkInOrCheckOut"`
	// Code is the status code of the answer, 0 when there was none.
	Code int `json:"code"`
	// Applied says that the change was recorded, perhaps late.
	Applied bool `json:"applied"`
	// Header holds the request's headers, the key masked.
	Header http.Header `json:"header"`
	// Body is the body as it came, at most 16 KiB of it.
	Body string `json:"body"`
}

// arrival is an Arrival in the journal, with the enrolments that it has in flight.
type arrival struct {
	Arrival
	flying  []flightKey
	dropped bool
}

// route is one operation. Paths hold no variables.
type route struct {
	method, path string
	bulk         bool
	answer       func(context.Context, *call) (any, error)
}

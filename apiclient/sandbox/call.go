package sandbox

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
)

// maxBody is the longest body that the service reads, in bytes: about 50,000 enrolments.
const maxBody = 1 << 20

// call is one request on its way through the service.
type call struct {
	writer  http.ResponseWriter
	request *http.Request
	route   route
	school  School
	fault   Fault
	body    []byte
	save    *bulkRequest // a readable bulk save
	saveErr error        // the error of an unreadable one
	arrival *arrival     // nil unless it is a bulk save
	convert func(any) (any, error)
}

// value returns the value of the right answer, or an error.
func (c *call) value() (any, error) {
	value, err := c.route.answer(c)
	if err == nil && c.convert != nil {
		return c.convert(value)
	}
	return value, err
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
		return invalid("the body could not be read")
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

// route is one operation. Paths have no variables.
type route struct {
	method, path string
	bulk         bool
	answer       func(*call) (any, error)
}

// find returns the route of a request, or one that answers 404 or 405. The path must match exactly.
func find(routes []route, r *http.Request) route {
	var methods []string
	for _, one := range routes {
		switch {
		case one.path != r.URL.Path:
		case one.method == r.Method:
			return one
		default:
			methods = append(methods, one.method)
		}
	}
	if len(methods) == 0 {
		return route{answer: func(*call) (any, error) { return nil, notFound("no such path") }}
	}
	return route{path: r.URL.Path, answer: func(*call) (any, error) {
		allow := strings.Join(methods, ", ")
		return nil, &Error{status: http.StatusMethodNotAllowed, Message: "method not allowed", allow: allow}
	}}
}

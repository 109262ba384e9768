package apiclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/failsafe-go/failsafe-go"
	"golang.org/x/text/encoding/htmlindex"
)

const userAgent = "Rollbook"

// Client calls the service for one school. It is safe for concurrent use and cheap: all schools share the
// connections of the [Transport]. It counts failed reads, so keep one client while the school's settings stay
// the same.
type Client struct {
	transport   *Transport
	base        BaseURL
	credentials Credentials
	redactor    redactor
	// reads repeats reads that failed for a passing reason.
	reads failsafe.Executor[Reply]
}

// New makes a client for one school. It opens no connection.
func New(transport *Transport, base BaseURL, credentials Credentials) (*Client, error) {
	if transport == nil || base.IsZero() {
		return nil, errors.New("a client needs a transport and a base address")
	}
	if err := credentials.Validate(); err != nil {
		return nil, err
	}
	return &Client{
		transport:   transport,
		base:        base,
		credentials: credentials,
		redactor:    newRedactor(credentials.Key),
		reads:       failsafe.With[Reply](newRetry(), newBreaker()),
	}, nil
}

func (c *Client) header() http.Header {
	header := http.Header{"User-Agent": {userAgent}, "Accept": {"application/json"}}
	c.credentials.apply(header)
	return header
}

// request is one call before it is made.
type request struct {
	call   string // names the call in errors
	method string
	target string // path and query under the base address
	body   []byte
	limit  int64 // the most bytes of the answer to read
}

// Reply is one answer of the service, unchanged.
type Reply struct {
	// Body is unredacted: pass it through [Client.Redact] before showing any of it.
	Body []byte
	// Exchange shows the request and the answer.
	Exchange Exchange

	status int
	header http.Header
	// broken is the error that ended the body early, nil when it is whole.
	broken error
}

var errTooLarge = errors.New("the answer is too large")

// perform makes one call on one pool of connections. It follows no redirect and keeps no cookie. It never
// repeats a request with a body: without GetBody net/http cannot.
func (c *Client) perform(ctx context.Context, pool *http.Transport, r request) (Reply, error) {
	made, err := http.NewRequestWithContext(ctx, r.method, c.base.String()+r.target, nil)
	if err != nil {
		return Reply{}, err
	}
	made.Header = c.header()
	if r.body != nil {
		made.Header["Content-Type"] = []string{"application/json"}
		made.Body = io.NopCloser(bytes.NewReader(r.body)) // a known reader: head and body leave in one write
		made.ContentLength = int64(len(r.body))
	}
	exchange := Exchange{
		Method: r.method, URL: c.redactor.text(made.URL.String()),
		RequestHeader: c.redactor.header(made.Header), RequestBody: c.redactor.excerpt(r.body, false),
	}
	began := time.Now()
	response, err := pool.RoundTrip(made)
	if err != nil {
		exchange.Took = time.Since(began)
		return Reply{Exchange: exchange}, err
	}
	answer := c.receive(response, r.limit, exchange)
	answer.Exchange.Took = time.Since(began)
	return answer, nil
}

func (c *Client) receive(response *http.Response, limit int64, exchange Exchange) Reply {
	var body []byte
	var err error
	if response.StatusCode >= http.StatusOK { // after 101 the "body" is the bare connection, which has no end
		body, err = io.ReadAll(io.LimitReader(plain(response), limit+1))
	}
	if closed := response.Body.Close(); err == nil {
		err = closed
	}
	if int64(len(body)) > limit {
		body, err = body[:limit], fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
	}
	exchange.Status = response.StatusCode
	exchange.ResponseHeader = c.redactor.header(response.Header)
	shown := body[:min(len(body), maxRedacted)]
	exchange.ResponseBody = c.redactor.excerpt(shown, err != nil || len(shown) < len(body))
	return Reply{Body: body, Exchange: exchange, status: response.StatusCode, header: response.Header, broken: err}
}

// maxRedacted limits the part of a body that is searched for the key. Only the first 2 KiB are shown.
const maxRedacted = 16 << 10

// statusError returns the error for an answer with a status other than success, nil for success.
func (r Reply) statusError(call string) *Error {
	kind := statusKind(r.status)
	if kind == 0 {
		return nil
	}
	return &Error{
		Kind: kind, Call: call, Status: r.status, Exchange: r.Exchange,
		RetryAfter: retryAfter(r.status, r.header, time.Now()),
	}
}

// Unreadable returns the error for a successful answer that cannot be understood. Detail explains briefly
// why. The cause may be nil; the key is removed from its text.
func (c *Client) Unreadable(r Reply, call, detail string, cause error) *Error {
	clean := c.redactor.err(cause)
	return &Error{Kind: Unknown, Call: call, Status: r.status, Exchange: r.Exchange, detail: detail, cause: clean}
}

// plain returns the body of an answer as UTF-8 text. It unpacks brotli (RFC 7932), which some services send
// unrequested, and converts a declared character set. A body without a declaration stays unchanged.
func plain(response *http.Response) io.Reader {
	var body io.Reader = response.Body
	if strings.EqualFold(response.Header.Get("Content-Encoding"), "br") {
		body = brotli.NewReader(body)
	}
	_, parameters, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || parameters["charset"] == "" {
		return body
	}
	set, err := htmlindex.Get(parameters["charset"])
	if err != nil {
		return body
	}
	return set.NewDecoder().Reader(body)
}

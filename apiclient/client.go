package apiclient

import (
	"errors"
	"net/http"
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
	breaker     readBreaker
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
		breaker:     newReadBreaker(),
	}, nil
}

func (c *Client) header() http.Header {
	header := http.Header{"User-Agent": {userAgent}, "Accept": {"application/json"}}
	c.credentials.apply(header)
	return header
}

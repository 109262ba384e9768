package apiclient

import "errors"

// ErrNotMapped says that the mapping has no such call.
var ErrNotMapped = errors.New("the mapping has no such call")

// Reader reads one school by a mapping. It is safe for concurrent use. Its methods return an [*Error]
// when a call fails; what could be read of a list with unreadable items is no error.
type Reader struct {
	client  *Client
	mapping compiled
}

// Reader compiles the mapping for this client. Its errors are [ErrMapping].
func (c *Client) Reader(mapping Mapping) (*Reader, error) {
	compiled, err := compile(mapping)
	if err != nil {
		return nil, err
	}
	return &Reader{client: c, mapping: compiled}, nil
}

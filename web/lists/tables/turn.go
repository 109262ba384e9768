package tables

import (
	"cmp"
	"context"
	"errors"
	"time"

	"golang.org/x/sync/semaphore"
)

// ErrBusy is returned while other files are being read. A retry soon may succeed.
var ErrBusy = errors.New("other files are being read")

// longestTurn limits how long a file waits for those before it.
const longestTurn = 5 * time.Second

// Turn reads files one at a time, since one can take more than 100 MiB. It is safe for concurrent use.
type Turn struct{ one *semaphore.Weighted }

// NewTurn returns a free Turn.
func NewTurn() *Turn { return &Turn{semaphore.NewWeighted(1)} }

// Read is [Read] after the files before it. It returns [ErrBusy] when they take longer than five seconds, and
// the context's error when that ends first.
func (t *Turn) Read(ctx context.Context, content []byte, options Options) (*Table, error) {
	return inTurn(ctx, t, func() (*Table, error) { return Read(content, options) })
}

// ReadSheets is [ReadSheets] after the files before it.
func (t *Turn) ReadSheets(ctx context.Context, content []byte, options Options) ([]*Table, error) {
	return inTurn(ctx, t, func() ([]*Table, error) { return ReadSheets(content, options) })
}

func inTurn[T any](ctx context.Context, t *Turn, read func() (T, error)) (T, error) {
	waiting, cancel := context.WithTimeout(ctx, longestTurn)
	defer cancel()
	if t.one.Acquire(waiting, 1) != nil {
		var none T
		return none, cmp.Or(ctx.Err(), ErrBusy)
	}
	defer t.one.Release(1)
	return read()
}

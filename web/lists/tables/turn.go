package tables

import (
	"context"
	"errors"
	"time"
)

// ErrBusy is returned while other files are being read. A retry soon may succeed.
var ErrBusy = errors.New("other files are being read")

// longestTurn limits how long a file waits for those before it.
const longestTurn = 5 * time.Second

// Turn reads files one at a time, since one can take more than 100 MiB. It is safe for concurrent use.
type Turn struct{ free chan struct{} }

// NewTurn returns a free Turn.
func NewTurn() *Turn {
	turn := &Turn{free: make(chan struct{}, 1)}
	turn.free <- struct{}{}
	return turn
}

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
	done, err := t.take(ctx)
	if err != nil {
		var none T
		return none, err
	}
	defer done()
	return read()
}

func (t *Turn) take(ctx context.Context) (done func(), err error) {
	waited := time.NewTimer(longestTurn)
	defer waited.Stop()
	select {
	case <-t.free:
		return func() { t.free <- struct{}{} }, nil
	case <-waited.C:
		return nil, ErrBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

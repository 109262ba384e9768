package engine

import (
	"context"
	"errors"
	"sync"
	"time"
)

// turnLimit bounds a transaction's wait for its turn behind others of this
// process.
const turnLimit = 10 * time.Second

// mostTogether bounds the transactions that share a commit, and so how long the first of
// them waits for the last.
const mostTogether = 16

// queue holds the transactions that wait for the one writer of a SQLite file. The goroutine
// that holds the lead runs all of them as one transaction: a morning's saves share the wait for
// the disk instead of standing in line for it.
type queue struct {
	mu      sync.Mutex
	waiting []*piece
	lead    chan struct{}
}

func newQueue() *queue { return &queue{lead: make(chan struct{}, 1)} }

// piece is the work of one transaction, with its result.
type piece struct {
	ctx      context.Context
	work     func(*Transaction) error
	err      error
	panicked any
	done     chan struct{}
}

var errPanicked = errors.New("a transaction's work panicked")

// run keeps a panic for the goroutine whose work it is.
func (p *piece) run(tx *Transaction) (err error) {
	defer func() {
		if p.panicked = recover(); p.panicked != nil {
			err = errPanicked
		}
	}()
	return p.work(tx)
}

func (p *piece) finish(err error) {
	p.err = err
	close(p.done)
}

func (p *piece) outcome() error {
	<-p.done
	if p.panicked != nil {
		panic(p.panicked)
	}
	return p.err
}

func (q *queue) join(ctx context.Context, work func(*Transaction) error) *piece {
	own := &piece{ctx: ctx, work: work, done: make(chan struct{})}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, own)
	return own
}

// leave takes the piece out of the queue; false when somebody runs it already.
func (q *queue) leave(own *piece) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, waiting := range q.waiting {
		if waiting == own {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// take removes the pieces that waited longest, at most mostTogether, and returns them.
func (q *queue) take() []*piece {
	q.mu.Lock()
	defer q.mu.Unlock()
	count := min(len(q.waiting), mostTogether)
	taken := q.waiting[:count:count]
	q.waiting = q.waiting[count:]
	return taken
}

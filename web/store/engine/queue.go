package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// turnLimit limits how long a transaction waits for others of this process.
const turnLimit = 10 * time.Second

// mostTogether limits the transactions that share a commit, and thereby the wait of the first for the last.
const mostTogether = 16

// queue contains the transactions that wait for the one writer of a SQLite file. The goroutine that leads
// runs all of them as one transaction, so that a morning's saves share one wait for the disk.
type queue struct {
	mu      sync.Mutex
	waiting []*piece
	lead    chan struct{}
}

// piece is the work of one transaction, with its result.
type piece struct {
	ctx      context.Context
	work     func(*Transaction) error
	err      error
	panicked any
	done     chan struct{}
}

var errPanicked = errors.New("a transaction's work panicked")

// run stores a panic for the goroutine that submitted the work.
func (p *piece) run(tx *Transaction) (err error) {
	defer func() {
		if p.panicked = recover(); p.panicked != nil {
			err = errPanicked
		}
	}()
	return tx.outcome(p.work(tx))
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

// leave removes the piece from the queue. It returns false when the piece is already running.
func (q *queue) leave(own *piece) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, own)
	if at < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, at, at+1)
	return true
}

// take removes and returns the pieces that waited longest, at most mostTogether.
func (q *queue) take() []*piece {
	q.mu.Lock()
	defer q.mu.Unlock()
	count := min(len(q.waiting), mostTogether)
	taken := q.waiting[:count:count]
	q.waiting = q.waiting[count:]
	return taken
}

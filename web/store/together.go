package store

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
	work     func(*transaction) error
	err      error
	panicked any
	done     chan struct{}
}

var errPanicked = errors.New("a transaction's work panicked")

// run keeps a panic for the goroutine whose work it is.
func (p *piece) run(tx *transaction) (err error) {
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

func (q *queue) join(ctx context.Context, work func(*transaction) error) *piece {
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

// together runs the work in a transaction that others may share. Once it returns nil, the
// commit that holds the work is on the disk.
func (s *Store) together(ctx context.Context, work func(*transaction) error) error {
	limited, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	own := s.queue.join(ctx, work)
	for {
		select {
		case <-own.done:
			return own.outcome()
		case s.queue.lead <- struct{}{}:
			s.lead(own)
			<-s.queue.lead
		case <-limited.Done():
			if !s.queue.leave(own) {
				return own.outcome()
			}
			if ctx.Err() == nil {
				return unkept(limited.Err())
			}
			return ctx.Err()
		}
	}
}

// lead runs the pieces that wait, unless own is done: then another of the waiting goroutines leads.
func (s *Store) lead(own *piece) {
	select {
	case <-own.done:
		return
	default:
	}
	var pieces []*piece
	for _, taken := range s.queue.take() {
		if err := taken.ctx.Err(); err != nil {
			taken.finish(err)
			continue
		}
		pieces = append(pieces, taken)
	}
	failed, err := s.commit(pieces...)
	for _, one := range pieces {
		// The fault of one piece must not fail the others: each is run alone.
		if failed && len(pieces) > 1 {
			_, err = s.commit(one)
		}
		one.finish(err)
	}
}

// commit runs the pieces in one transaction; failed tells that one of them did not work.
func (s *Store) commit(pieces ...*piece) (failed bool, err error) {
	if len(pieces) == 0 {
		return false, nil
	}
	// Nobody who leaves takes the others' work along.
	ctx := context.WithoutCancel(pieces[0].ctx)
	err = s.transact(ctx, func(tx *transaction) error {
		tx.shared = true
		for _, one := range pieces {
			part := *tx
			if err := one.run(&part); err != nil {
				failed = true
				return err
			}
		}
		return nil
	})
	return failed, err
}

package engine

import (
	"context"
	"errors"
)

// together runs the work in a transaction that others may share. When it returns nil, the commit with the
// work is on the disk.
func (d *Database) together(ctx context.Context, work func(*Transaction) error) error {
	limited, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	own := d.queue.join(ctx, work)
	for {
		select {
		case <-own.done:
			return own.outcome()
		case d.queue.lead <- struct{}{}:
			d.lead(own)
			<-d.queue.lead
		case <-limited.Done():
			if !d.queue.leave(own) {
				return own.outcome()
			}
			if ctx.Err() == nil {
				return Unkept(limited.Err())
			}
			return ctx.Err()
		}
	}
}

// lead runs the waiting pieces, unless own is done: then another waiting goroutine leads.
func (d *Database) lead(own *piece) {
	select {
	case <-own.done:
		return
	default:
	}
	var pieces []*piece
	for _, taken := range d.queue.take() {
		if err := taken.ctx.Err(); err != nil {
			taken.finish(err)
			continue
		}
		pieces = append(pieces, taken)
	}
	failed, err := d.commit(pieces...)
	for _, one := range pieces {
		// An error of one piece must not fail the others, so each runs alone.
		if failed && len(pieces) > 1 {
			_, err = d.commit(one)
		}
		one.finish(err)
	}
}

// commit runs all pieces in one transaction and reports whether one failed.
func (d *Database) commit(pieces ...*piece) (failed bool, err error) {
	if len(pieces) == 0 {
		return false, nil
	}
	// A caller who leaves must not cancel the others' work.
	ctx := context.WithoutCancel(pieces[0].ctx)
	err = d.transact(ctx, func(tx *Transaction) error {
		tx.shared = true
		for _, one := range pieces {
			part := *tx
			part.failed = new(error)
			if err := one.run(&part); err != nil {
				failed = true
				return err
			}
		}
		return nil
	})
	return failed, err
}

// InTransaction runs work and commits, or rolls back on an error. It runs work again after a conflict with
// another writer.
func (d *Database) InTransaction(ctx context.Context, work func(*Transaction) error) error {
	const tries = 5
	run := d.transact
	if d.queue != nil {
		run = d.together
	}
	var err error
	for range tries {
		if err = run(ctx, work); !errors.Is(err, ErrRetry) {
			return err
		}
	}
	return Unkept(err)
}

// Exec is [Transaction.Exec] in a separate transaction.
func (d *Database) Exec(ctx context.Context, text string, args ...any) (changed int64, err error) {
	err = d.InTransaction(ctx, func(tx *Transaction) error {
		changed, err = tx.Exec(ctx, text, args...)
		return err
	})
	return changed, err
}

// Do is [Transaction.Do] in a separate transaction.
func (d *Database) Do(ctx context.Context, text string, args ...any) error {
	return d.InTransaction(ctx, func(tx *Transaction) error { return tx.Do(ctx, text, args...) })
}

// MustChange is [Transaction.MustChange] in a separate transaction.
func (d *Database) MustChange(ctx context.Context, text string, args ...any) error {
	return d.InTransaction(ctx, func(tx *Transaction) error { return tx.MustChange(ctx, text, args...) })
}

// Returning is [Database.InTransaction] for work with a result, which is zero after an error.
func Returning[T any](ctx context.Context, d *Database, work func(*Transaction) (T, error)) (result T, err error) {
	err = d.InTransaction(ctx, func(tx *Transaction) error {
		result, err = work(tx)
		return err
	})
	if err != nil {
		result = *new(T)
	}
	return result, err
}

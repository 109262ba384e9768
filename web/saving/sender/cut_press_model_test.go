package sender

import (
	"context"
	"errors"
	"fmt"

	"rollbook/web/roll"
)

// cuttableLine is a person's connection to the server. It is cut during the next press if the person leaves.
type cuttableLine struct {
	*Sender
	// left is the number of looks at the request's context until it ends; 0 is never.
	left int
	// saves are those of the last press.
	saves []roll.Save
}

// Accept accepts the saves of a request, which may be cut meanwhile.
func (c *cuttableLine) Accept(ctx context.Context, school roll.School, saves ...roll.Save) ([]roll.Acceptance, error) {
	c.saves = saves
	if c.left == 0 {
		return c.Sender.Accept(ctx, school, saves...)
	}
	cut, end := context.WithCancel(ctx)
	defer end()
	defer func() { c.left = 0 }()
	return c.Sender.Accept(&cutRequest{cut, end, make(chan struct{}, c.left-1)}, school, saves...)
}

// wasCut reports whether the error of a press is that of a cut request.
func (c *cuttableLine) wasCut(err error) bool { return errors.Is(err, context.Canceled) }

// cutRequest is a context that ends after some looks at it, at any point of the work for a request.
type cutRequest struct {
	context.Context
	end context.CancelFunc
	// looks is full before the last one.
	looks chan struct{}
}

func (c *cutRequest) look() {
	select {
	case c.looks <- struct{}{}:
	default:
		c.end()
	}
}

// Done returns the channel that the end closes.
func (c *cutRequest) Done() <-chan struct{} {
	c.look()
	return c.Context.Done()
}

// Err returns whether the request has ended.
func (c *cutRequest) Err() error {
	c.look()
	return c.Context.Err()
}

// storedWhole reports whether the saves of a cut press were stored. They are stored with all that belongs to them, or
// nothing is.
func (r *run) storedWhole(saves []roll.Save) (bool, error) {
	stored := 0
	for _, save := range saves {
		_, err := r.store.Save(r.ctx, save.School, save.Token)
		if err == nil {
			stored++
		} else if roll.KindOf(err) != roll.NotFound {
			return false, err
		}
	}
	if stored != 0 && stored != len(saves) {
		return false, fmt.Errorf("of %d saves of a cut press %d are stored", len(saves), stored)
	}
	return stored > 0, nil
}

package handlers

import (
	"context"

	"rollbook/web/roll"
)

// Stopped finds marks that stopped, and notes what a person did about them.
type Stopped interface {
	Pending(ctx context.Context, school roll.SchoolID, outcomes ...roll.Outcome) ([]roll.PendingMark, error)
	Save(ctx context.Context, school roll.SchoolID, token roll.Token) (roll.Save, error)
	KeyByHand(ctx context.Context, school roll.SchoolID, token roll.Token, by roll.Actor) error
}

// releases are the two ways out for saves that stopped: send them, or note that
// they were keyed in by hand. Pressed twice, the second press finds nothing to do.
type releases struct {
	*shell
	store    Stopped
	releaser Releaser
}

// sendAll sends everything that stopped.
func (r *releases) sendAll(v *visit) error {
	stopped, err := r.store.Pending(v.ctx, v.school.ID, roll.Stopped)
	if err != nil {
		return err
	}
	return r.send(v, stopped)
}

// sendOne sends what stopped of the save in the address.
func (r *releases) sendOne(v *visit) error {
	stopped, err := r.stoppedOf(v)
	if err != nil {
		return err
	}
	return r.send(v, stopped)
}

// byHand notes that what stopped of the save was keyed in by hand.
func (r *releases) byHand(v *visit) error {
	stopped, err := r.stoppedOf(v)
	if err != nil {
		return err
	}
	if len(stopped) > 0 {
		if err := r.store.KeyByHand(v.ctx, v.school.ID, stopped[0].Save.Token, v.actor()); err != nil {
			return err
		}
	}
	return r.back(v)
}

// stoppedOf are the stopped marks of the save in the address, which must exist.
func (r *releases) stoppedOf(v *visit) ([]roll.PendingMark, error) {
	save, err := r.store.Save(v.ctx, v.school.ID, roll.Token(v.Param("token")))
	if err != nil {
		return nil, err
	}
	all, err := r.store.Pending(v.ctx, v.school.ID, roll.Stopped)
	if err != nil {
		return nil, err
	}
	var stopped []roll.PendingMark
	for _, mark := range all {
		if mark.Save.Token == save.Token {
			stopped = append(stopped, mark)
		}
	}
	return stopped, nil
}

func (r *releases) send(v *visit, stopped []roll.PendingMark) error {
	if len(stopped) > 0 {
		token := func() roll.Token { return r.tokens.New(v.person.ID) }
		if _, err := r.releaser.SendAgain(v.ctx, v.school, v.actor(), stopped, token); err != nil {
			return err
		}
	}
	return r.back(v)
}

func (r *releases) back(v *visit) error { return goTo(v, r.paths.Connection(string(v.school.ID))) }

package auth

import (
	"context"
	"errors"

	"rollbook/web/roll"
)

// CheckCode calls right, which checks a code of the person's second factor, within the limits of wrong passwords. It
// returns ErrWrong and *ThrottledError like Check. All devices share the count: a known one may be that of a person
// who knows the password only.
func (s *SignIn) CheckCode(ctx context.Context, person roll.PersonID, from From, right func() (bool, error)) error {
	name := "second factor\x00" + string(person)
	counters, err := s.countTry(ctx, []counter{{s.keys.account(name, ""), ofAccount{}}}, s.keys.turn(name, from))
	if err != nil {
		return err
	}
	is, err := right()
	switch {
	case err != nil:
		return errors.Join(err, s.takeBack(context.WithoutCancel(ctx), counters, 0))
	case !is:
		return ErrWrong
	}
	return s.succeed(ctx, counters, person, "")
}

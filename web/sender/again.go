package sender

import (
	"context"

	"rollbook/web/roll"
)

// LookAgain has what waits for the school looked at now: a day that could not be read a
// moment ago is read again. What may not be sent yet is not sent.
func (s *Sender) LookAgain(ctx context.Context, school roll.SchoolID) { s.hurry(ctx, school) }

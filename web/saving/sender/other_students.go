package sender

import (
	"context"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// noteOthers records the students whom an answer named although they were not sent. If they replaced students
// who were sent, this may pause the school before anything is sent again.
func (s *Sender) noteOthers(ctx context.Context, attempt roll.Attempt, reading roll.Reading) error {
	paused, err := s.store.NoteOthers(ctx, attempt, reading.OtherStudents, reading.Instead)
	if err != nil {
		return err
	}
	if paused {
		s.log.ErrorContext(ctx, "answers contain students that were not sent: the school is paused", "school",
			attempt.School, "attempt", attempt.ID)
		s.listeners.Changed(live.SchoolOf(attempt.School))
	}
	return nil
}

package sender

import (
	"context"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// readAgainAfter is the pause after a failed reading of a day.
const readAgainAfter = 15 * time.Second

// day identifies the one answer that settles several marks.
type day struct {
	period roll.PeriodID
	date   roll.Date
}

// readFirst reads the days of the marks that may not be sent unread: those with an unknown attempt, and those
// that waited long. The result decides whether each is saved, may be sent, or was changed elsewhere.
func (s *Sender) readFirst(ctx context.Context, school roll.School) {
	unread, err := s.store.ToRead(ctx, school.ID, school.Apply)
	if err != nil {
		s.complain(ctx, "look for marks to read", err)
		return
	}
	byDay := make(map[day][]roll.Unread)
	for _, mark := range unread {
		key := day{mark.Period, mark.Date}
		byDay[key] = append(byDay[key], mark)
	}
	for key, marks := range byDay {
		if err := s.readDay(ctx, school, key, marks); err != nil {
			s.log.WarnContext(ctx, "a school's day could not be read", "school", school.ID, "date", key.date, "error", err)
			if err := s.store.PutOff(ctx, school.ID, marks, readAgainAfter); err != nil {
				s.complain(ctx, "put off what could not be read", err)
			}
		}
	}
}

func (s *Sender) readDay(ctx context.Context, school roll.School, key day, marks []roll.Unread) error {
	recorded, err := s.service.ReadDay(ctx, school, key.period, key.date)
	if err != nil {
		return err
	}
	same := func(status roll.StatusID, sent, returned string) bool {
		return s.sameAs(ctx, roll.Attempt{School: school.ID,
			Intent: roll.Intent{Status: roll.Status{ID: status, Name: sent}}})(returned)
	}
	for _, mark := range marks {
		found, returned := mark.Resolve(recorded, same)
		if err := s.store.NoteRead(ctx, school.ID, mark, found, returned); err != nil {
			return err
		}
	}
	s.listeners.Changed(live.DayOf(school.ID, key.date))
	return nil
}

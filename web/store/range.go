package store

import (
	"context"

	"rollbook/web/roll"
)

// MarksBetween are the newest marks of one enrolment on the dates, both included, by date.
func (s *Store) MarksBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from, to roll.Date) (map[roll.Date]roll.Mark, error) {
	marks := make(map[roll.Date]roll.Mark)
	err := s.eachDatedMark(ctx, func(date roll.Date, mark roll.Mark) { marks[date] = mark },
		`m.school = $1 AND m.date >= $2 AND m.date <= $3 AND m.enrolment = $4`, school, from, to, enrolment)
	return marks, err
}

// HaltBetween stops the enrolment's marks on the dates that wait and of which nothing was
// sent that could still take effect. It returns how many.
func (s *Store) HaltBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from, to roll.Date) (halted int, err error) {
	dates, err := s.MarksBetween(ctx, school, enrolment, from, to)
	if err != nil {
		return 0, err
	}
	err = s.inTransaction(ctx, func(tx *transaction) error {
		halted = 0
		for date := range dates {
			progress, err := tx.progress(ctx, `marks m`, `m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.attempt = ''`, school, date, enrolment)
			if err != nil {
				return err
			}
			for _, before := range progress {
				after, ok := before.Halt()
				if !ok {
					continue
				}
				halted++
				if err := tx.writeGroups(ctx, school, date, groups{{becomes: after, enrolments: []roll.EnrolmentID{enrolment}}}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return halted, err
}

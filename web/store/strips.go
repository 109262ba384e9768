package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// RollDates are the last dates before the one given on which the class had a save
// with a settled mark, the latest first.
func (s *Store) RollDates(ctx context.Context, school roll.SchoolID, class roll.ClassID, before roll.Date, most int) ([]roll.Date, error) {
	var dates []roll.Date
	err := s.query(ctx, func(rows *sql.Rows) error {
		var date roll.Date
		err := rows.Scan(&date)
		dates = append(dates, date)
		return err
	}, `SELECT DISTINCT s.date FROM saves s WHERE s.school = $1 AND s.class = $2 AND s.date < $3
		AND EXISTS (SELECT 1 FROM intents i WHERE i.save = s.token AND i.state IN `+sqlReturned+`)
		ORDER BY s.date DESC LIMIT $4`, school, class, before, most)
	return dates, err
}

// Settled calls each with every settled mark of the enrolments on the dates.
func (s *Store) Settled(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID, each func(roll.Date, roll.Mark)) error {
	return s.marksOn(ctx, school, dates, enrolments, each, ` AND m.state IN `+sqlReturned)
}

// MarksOn calls each with every mark of the enrolments on the dates, whatever became of it.
// There may be a few hundred dates.
func (s *Store) MarksOn(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID, each func(roll.Date, roll.Mark)) error {
	return s.marksOn(ctx, school, dates, enrolments, each, "")
}

func (s *Store) marksOn(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID, each func(roll.Date, roll.Mark), condition string) error {
	if len(dates) == 0 {
		return nil
	}
	days := padded(dates)
	return chunks(enrolments, func(part []roll.EnrolmentID) error {
		args := append(append([]any{school}, days...), padded(part)...)
		return s.eachDatedMark(ctx, each, `m.school = $1 AND m.date IN (`+list(1, len(days))+`)
			AND m.enrolment IN (`+list(1+len(days), len(args)-1-len(days))+`)`+condition, args...)
	})
}

package saves

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// KeepRefusedTaps adds refused taps to the office's list of the school. Existing ones stay.
func (s *Store) KeepRefusedTaps(ctx context.Context, school roll.SchoolID, taps []roll.RefusedMark) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return engine.DoEach(ctx, tx, taps,
			`INSERT INTO refused_taps (school, press, enrolment, generation, tablet, class_name, date, tapped_at, reason, status)
			VALUES `+engine.Tuples(1, 10)+` ON CONFLICT DO NOTHING`, func(_ int, tap roll.RefusedMark) []any {
				return []any{school, tap.Press, tap.Enrolment, tap.Generation, tap.Tablet, tap.Class, tap.Date,
					engine.Milliseconds(tap.TappedAt), tap.Reason, tap.Status}
			})
	})
}

// RefusedTaps returns the refused taps of the school that the office has not handled, by date, class and
// time, with their students' names at the time of the tap.
func (s *Store) RefusedTaps(ctx context.Context, school roll.SchoolID) ([]roll.RefusedMark, error) {
	taps, err := engine.Rows[roll.RefusedMark](ctx, s.Database,
		`SELECT press, enrolment, enrolment AS student_id, generation, tablet, class_name AS class, date,
			tapped_at, reason, status FROM refused_taps WHERE school = $1 AND seen_at = 0
		ORDER BY date, class_name, tapped_at, enrolment`, school)
	numbers := make(map[int64][]roll.EnrolmentID)
	for _, tap := range taps {
		numbers[tap.Generation] = append(numbers[tap.Generation], tap.Enrolment)
	}
	names := make(map[int64]map[roll.EnrolmentID]roll.Enrolment)
	for generation, of := range numbers {
		if generation > 0 && err == nil {
			names[generation], err = s.NamesFor(ctx, roll.Save{School: school, Generation: generation}, of)
		}
	}
	for i, tap := range taps {
		if student, known := names[tap.Generation][tap.Enrolment]; known {
			taps[i].Student = student
		}
	}
	return taps, err
}

// SeeRefusedTaps removes the taps of the presses from the school's list, at the instant, for the person.
func (s *Store) SeeRefusedTaps(ctx context.Context, school roll.SchoolID, presses []string, by string,
	at time.Time) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return engine.DoAmong(ctx, tx, presses,
			`UPDATE refused_taps SET seen_at = $1, seen_by = $2 WHERE school = $3 AND seen_at = 0 AND press IN ($ids)`,
			engine.Milliseconds(at), by, school)
	})
}

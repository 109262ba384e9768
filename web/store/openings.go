package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// NoteOpening keeps who opened the class's roll first on the date; what is there stays.
func (s *Store) NoteOpening(ctx context.Context, school roll.SchoolID, date roll.Date, opening roll.Opening) error {
	_, err := s.exec(ctx, `INSERT INTO roll_openings (school, date, class, person, person_name, role, opened_at) VALUES `+tuples(1, 7)+`
		ON CONFLICT (school, date, class) DO NOTHING`,
		school, date, opening.Class, opening.By.Person, opening.By.Name, opening.By.Role, milliseconds(opening.At))
	return err
}

// Openings are who opened the rolls of the date first, by class.
func (s *Store) Openings(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.ClassID]roll.Opening, error) {
	openings := make(map[roll.ClassID]roll.Opening)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var opening roll.Opening
		var at int64
		err := rows.Scan(&opening.Class, &opening.By.Person, &opening.By.Name, &opening.By.Role, &at)
		opening.At = instant(at)
		openings[opening.Class] = opening
		return err
	}, `SELECT class, person, person_name, role, opened_at FROM roll_openings WHERE school = $1 AND date = $2`, school, date)
	return openings, err
}

// ForgetOpenings drops those from before the instant.
func (s *Store) ForgetOpenings(ctx context.Context, before time.Time) error {
	_, err := s.exec(ctx, `DELETE FROM roll_openings WHERE opened_at < $1`, milliseconds(before))
	return err
}

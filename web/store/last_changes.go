package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// LastChanges are the newest changes of the enrolments on the dates, both included: one for
// each student and date with a mark. All are read at once, however many students there are.
func (s *Store) LastChanges(ctx context.Context, school roll.SchoolID, from, to roll.Date, enrolments []roll.EnrolmentID) ([]roll.LastChange, error) {
	var last []roll.LastChange
	err := chunks(enrolments, func(part []roll.EnrolmentID) error {
		args := append([]any{school, from, to}, padded(part)...)
		of := `IN (` + list(3, len(args)-3) + `)`
		return s.query(ctx, func(rows *sql.Rows) error {
			change, was, err := scanChange(rows)
			if at := len(last) - 1; at >= 0 && last[at].Enrolment == change.Enrolment && last[at].Date == change.Date {
				change.From = last[at].To
				last = last[:at]
			}
			if was != "" {
				change.From = was
			}
			last = append(last, change)
			return err
		}, `SELECT i.enrolment, s.date, s.accepted_at AS at, i.seq AS seq, s.person, s.person_name, s.role, '' AS was, s.status_name, s.observed
			FROM saves s CROSS JOIN intents i
			WHERE i.save = s.token AND s.school = $1 AND s.date >= $2 AND s.date <= $3 AND i.enrolment `+of+`
			UNION ALL
			SELECT c.enrolment, c.date, c.found_at, 0, '', '', '', c.was, c.status, '' FROM changes_elsewhere c
			WHERE c.school = $1 AND c.date >= $2 AND c.date <= $3 AND c.enrolment `+of+`
			ORDER BY 1, 2, 3, 4`, args...)
	})
	return last, err
}

func scanChange(rows *sql.Rows) (change roll.LastChange, was string, err error) {
	var at, seq int64
	err = rows.Scan(&change.Enrolment, &change.Date, &at, &seq, &change.By.Person, &change.By.Name, &change.By.Role, &was, &change.To, &change.Observed)
	change.At = instant(at)
	return change, was, err
}

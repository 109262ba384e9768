package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// EditStatuses replaces the school's statuses and the names that its service has for them
// besides, in one transaction. typed says that the school has typed them in: the service no
// longer replaces them. Else the list stays as old as it was.
func (s *Store) EditStatuses(ctx context.Context, school roll.SchoolID, typed bool, statuses []roll.Status, aliases map[string]roll.StatusID) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if err := tx.putStatuses(ctx, school, statuses); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM status_aliases WHERE school = $1`, school); err != nil {
			return err
		}
		for name, status := range aliases {
			if _, err := tx.exec(ctx, `INSERT INTO status_aliases (school, name, status) VALUES ($1, $2, $3)`, school, name, status); err != nil {
				return err
			}
		}
		if !typed {
			return nil
		}
		return tx.noteList(ctx, school, StatusList, Typed)
	})
}

func (t *transaction) putStatuses(ctx context.Context, school roll.SchoolID, statuses []roll.Status) error {
	if _, err := t.exec(ctx, `DELETE FROM statuses WHERE school = $1`, school); err != nil {
		return err
	}
	for i, status := range statuses {
		if _, err := t.exec(ctx, `INSERT INTO statuses (school, id, name, letter, family, carries_time, position)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, school, status.ID, status.Name, status.Letter, status.Family, flag(status.CarriesTime), i); err != nil {
			return err
		}
	}
	return nil
}

// OtherNames are the names that the service returned since the date where another status
// was sent, the most frequent first.
func (s *Store) OtherNames(ctx context.Context, school roll.SchoolID, since roll.Date) ([]roll.OtherName, error) {
	var names []roll.OtherName
	err := s.query(ctx, func(rows *sql.Rows) error {
		var name roll.OtherName
		err := rows.Scan(&name.Returned, &name.Sent, &name.Marks)
		names = append(names, name)
		return err
	}, `SELECT m.returned, s.status_id, count(*) FROM marks m JOIN saves s ON s.token = m.save
		WHERE m.school = $1 AND m.date >= $2 AND m.state = `+sqlDiffers+` AND m.returned <> ''
		GROUP BY m.returned, s.status_id ORDER BY count(*) DESC, m.returned, s.status_id LIMIT 20`, school, since)
	return names, err
}

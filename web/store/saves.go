package store

import (
	"context"
	"database/sql"

	"rollbook/web/roll"
)

// storedSave is a save as the table has it; its rows are in intents and held_marks.
type storedSave struct {
	save        roll.Save
	contentHash string
}

const saveColumns = `token, school, period, class, class_name, date, status_id, status_name, family,
	check_kind, check_time, observed, reason, person, person_name, role, accepted_at, stops_at, content_hash`

func scanSave(rows *sql.Rows, stored *storedSave, more ...any) error {
	var acceptedAt, stopsAt int64
	save := &stored.save
	into := []any{&save.Token, &save.School, &save.Period, &save.Class, &save.ClassName, &save.Date,
		&save.Status.ID, &save.Status.Name, &save.Status.Family, &save.Check, &save.CheckTime, &save.Observed, &save.Reason,
		&save.By.Person, &save.By.Name, &save.By.Role, &acceptedAt, &stopsAt, &stored.contentHash}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	save.AcceptedAt, save.StopsAt = instant(acceptedAt), instant(stopsAt)
	return nil
}

func (t *transaction) saveByToken(ctx context.Context, token roll.Token) (storedSave, error) {
	var stored storedSave
	found := false
	err := t.query(ctx, func(rows *sql.Rows) error {
		found = true
		return scanSave(rows, &stored)
	}, `SELECT `+saveColumns+` FROM saves WHERE token = $1`, token)
	if err == nil && !found {
		err = notFound()
	}
	return stored, err
}

// Save is the save that the token brought to the school, without its rows.
func (s *Store) Save(ctx context.Context, school roll.SchoolID, token roll.Token) (roll.Save, error) {
	var stored storedSave
	found := false
	err := s.query(ctx, func(rows *sql.Rows) error {
		found = true
		return scanSave(rows, &stored)
	}, `SELECT `+saveColumns+` FROM saves WHERE token = $1 AND school = $2`, token, school)
	if err == nil && !found {
		err = notFound()
	}
	return stored.save, err
}

// UnderWay tells whether a mark of the save still waits for its outcome.
func (s *Store) UnderWay(ctx context.Context, token roll.Token) (underWay bool, err error) {
	err = s.query(ctx, func(*sql.Rows) error {
		underWay = true
		return nil
	}, `SELECT 1 FROM intents WHERE save = $1 AND state IN `+sqlUnderWay+` LIMIT 1`, token)
	return underWay, err
}

package lists

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/schools"
)

// PutStatuses replaces the school's attendance statuses, in the school's order.
func (s *Store) PutStatuses(ctx context.Context, school roll.SchoolID, source string, statuses []roll.Status) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return putStatusList(ctx, tx, school, source, statuses) })
}

// TakeStatuses is PutStatuses for an answer of the service. It returns the error of schools.OfConnection.
func (s *Store) TakeStatuses(ctx context.Context, school roll.School, statuses []roll.Status) error {
	return schools.OfConnection(ctx, s.Database, school,
		func(tx *engine.Transaction) error { return putStatusList(ctx, tx, school.ID, FromService, statuses) })
}

func putStatusList(ctx context.Context, t *engine.Transaction, school roll.SchoolID, source string,
	statuses []roll.Status) error {
	t.Require(putStatuses(ctx, t, school, statuses))
	return noteList(ctx, t, school, StatusList, source)
}

// Statuses returns the school's attendance statuses, in its order.
func (s *Store) Statuses(ctx context.Context, school roll.SchoolID) ([]roll.Status, error) {
	return statusesOf(ctx, s.Database, school)
}

func statusesOf(ctx context.Context, read engine.Reader, school roll.SchoolID) ([]roll.Status, error) {
	return engine.Rows[roll.Status](ctx, read,
		`SELECT id, name, letter, family, carries_time FROM statuses WHERE school = $1 ORDER BY position`, school)
}

// Aliases returns the other names of statuses in the school's service.
func (s *Store) Aliases(ctx context.Context, school roll.SchoolID) (map[string]roll.StatusID, error) {
	return engine.Pairs[string, roll.StatusID](ctx, s.Database,
		`SELECT name, status FROM status_aliases WHERE school = $1`, school)
}

// AddAlias stores another name of the status in the school's service.
func (s *Store) AddAlias(ctx context.Context, school roll.SchoolID, name string, status roll.StatusID) error {
	return s.Database.Do(ctx, `INSERT INTO status_aliases (school, name, status) VALUES ($1, $2, $3)
		ON CONFLICT (school, name) DO UPDATE SET status = excluded.status`, school, name, status)
}

// EditStatuses replaces the school's statuses and their other names in its service, in one transaction. Typed
// means that the school has typed them in and the service no longer replaces them. Otherwise the age of the
// list does not change.
func (s *Store) EditStatuses(ctx context.Context, school roll.SchoolID, typed bool, statuses []roll.Status,
	aliases map[string]roll.StatusID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(putStatuses(ctx, tx, school, statuses))
		tx.Require(tx.Do(ctx, `DELETE FROM status_aliases WHERE school = $1`, school))
		for name, status := range aliases {
			tx.Require(tx.Do(ctx, `INSERT INTO status_aliases (school, name, status) VALUES ($1, $2, $3)`, school, name, status))
		}
		if !typed {
			return nil
		}
		return noteList(ctx, tx, school, StatusList, Typed)
	})
}

func putStatuses(ctx context.Context, t *engine.Transaction, school roll.SchoolID, statuses []roll.Status) error {
	t.Require(t.Do(ctx, `DELETE FROM statuses WHERE school = $1`, school))
	return engine.DoEach(ctx, t, statuses, `INSERT INTO statuses (school, id, name, letter, family, carries_time, position)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, func(i int, status roll.Status) []any {
		return []any{school, status.ID, status.Name, status.Letter, status.Family, engine.Flag(status.CarriesTime), i}
	})
}

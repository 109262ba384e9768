package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// School is one customer of the service: its name, and the two codes that its calls carry beside the key (service
// document, section 5).
type School struct {
	Name   string `json:"name"`
	Tenant string `json:"tenant"`
	Code   string `json:"schoolCode"`
}

// school is a School with its id in the database.
type school struct {
	School
	id int64
}

const sqlSchoolByCode = `SELECT id, code, tenant, name FROM schools WHERE code = ?1`

// Schools returns the schools in the order in which they were added.
func (s *Sandbox) Schools(ctx context.Context) ([]School, error) {
	return collect[School](s.db.QueryContext(ctx,
		`SELECT json_object('name', name, 'tenant', tenant, 'schoolCode', code) FROM schools ORDER BY id`))
}

// schoolByCode returns a school, or KindNotFound.
func (s *Sandbox) schoolByCode(ctx context.Context, code string) (school, error) {
	var found school
	err := s.sql[sqlSchoolByCode].QueryRowContext(ctx, code).Scan(&found.id, &found.Code, &found.Tenant, &found.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return found, errorf(KindNotFound, "no school has the code %q", code)
	}
	if err != nil {
		return found, fmt.Errorf("find school: %w", err)
	}
	return found, nil
}

package sandbox

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are the prepared statements by their text. Preparing them once keeps the save of a whole class
// well under a millisecond.
type statements map[string]*sql.Stmt

// listOf runs a prepared statement whose first argument is the school's id and returns its rows.
func listOf[T any](ctx context.Context, s *Sandbox, schoolCode, text string, scan func(*sql.Rows, *T) error, more ...any) ([]T, error) {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return nil, err
	}
	rows, err := s.sql[text].QueryContext(ctx, append([]any{owner.id}, more...)...)
	found, err := collect(rows, err, scan)
	if err != nil {
		return nil, fmt.Errorf("list %T: %w", found, err)
	}
	return found, nil
}

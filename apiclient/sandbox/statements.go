package sandbox

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are prepared once, by their texts: a save of a whole class stays well under a millisecond.
type statements map[string]*sql.Stmt

// listOf reads the rows of a prepared statement about one school, whose number is its first argument.
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

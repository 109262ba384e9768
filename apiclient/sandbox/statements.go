package sandbox

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are the prepared statements by their text. Preparing them once keeps the save of a whole class
// well under a millisecond.
type statements map[string]*sql.Stmt

// listOf returns the rows of a query whose first argument is the school's id.
func listOf[T any](ctx context.Context, s *Sandbox, schoolCode, text string, more ...any) ([]T, error) {
	owner, err := s.schoolByCode(ctx, schoolCode)
	if err != nil {
		return nil, err
	}
	found, err := collect[T](s.db.QueryContext(ctx, text, append([]any{owner.id}, more...)...))
	if err != nil {
		return nil, fmt.Errorf("list %T: %w", found, err)
	}
	return found, nil
}

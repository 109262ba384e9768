package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// statements are prepared once, by their texts: a save of a whole class stays well under a millisecond.
type statements map[string]*sql.Stmt

func prepareStatements(ctx context.Context, db *sql.DB) (statements, error) {
	prepared := statements{}
	var failures []error
	for _, text := range []string{
		sqlKeyByHash, sqlTouchKey, sqlKeysEverMade, sqlKeysOfSchool, sqlActiveKeyCount, sqlSchoolByCode,
		sqlStatusName, sqlStudentsOf, sqlRecord, sqlMarksOfDate, sqlMarkOf,
		sqlPeriods, sqlPeriodExists, sqlStudents, sqlStatusList, sqlDailyList,
		sqlWebhooksOf, sqlWebhookIDs, sqlDeliveries,
	} {
		statement, err := db.PrepareContext(ctx, text)
		if err != nil {
			failures = append(failures, fmt.Errorf("prepare %q: %w", text, err))
		}
		prepared[text] = statement
	}
	return prepared, errors.Join(failures...)
}

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

// changeOne changes one row; missing is its error where there is none.
func (s *Sandbox) changeOne(ctx context.Context, missing error, text string, arguments ...any) error {
	result, err := s.db.ExecContext(ctx, text, arguments...)
	if err != nil {
		return fmt.Errorf("change a row: %w", err)
	}
	changed, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("change a row: %w", err)
	}
	if changed == 0 {
		return missing
	}
	return nil
}

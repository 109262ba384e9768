package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// statements are prepared once: a save of a whole class stays well under a millisecond.
type statements struct {
	keyByHash      *sql.Stmt
	touchKey       *sql.Stmt
	keysEverMade   *sql.Stmt
	schoolByCode   *sql.Stmt
	statusName     *sql.Stmt
	studentsOf     *sql.Stmt
	record         *sql.Stmt
	periods        *sql.Stmt
	periodExists   *sql.Stmt
	students       *sql.Stmt
	statusList     *sql.Stmt
	dailyList      *sql.Stmt
	marksOfDate    *sql.Stmt
	markOf         *sql.Stmt
	keysOfSchool   *sql.Stmt
	activeKeyCount *sql.Stmt
	webhooksOf     *sql.Stmt
}

func prepareStatements(ctx context.Context, db *sql.DB) (statements, error) {
	var s statements
	texts := map[**sql.Stmt]string{
		&s.keyByHash:      sqlKeyByHash,
		&s.touchKey:       sqlTouchKey,
		&s.keysEverMade:   sqlKeysEverMade,
		&s.schoolByCode:   sqlSchoolByCode,
		&s.statusName:     sqlStatusName,
		&s.studentsOf:     sqlStudentsOf,
		&s.record:         sqlRecord,
		&s.periods:        sqlPeriods,
		&s.periodExists:   sqlPeriodExists,
		&s.students:       sqlStudents,
		&s.statusList:     sqlStatusList,
		&s.dailyList:      sqlDailyList,
		&s.marksOfDate:    sqlMarksOfDate,
		&s.markOf:         sqlMarkOf,
		&s.keysOfSchool:   sqlKeysOfSchool,
		&s.activeKeyCount: sqlActiveKeyCount,
		&s.webhooksOf:     sqlWebhooksOf,
	}
	var failures []error
	for statement, text := range texts {
		prepared, err := db.PrepareContext(ctx, text)
		if err != nil {
			failures = append(failures, fmt.Errorf("prepare %q: %w", text, err))
		}
		*statement = prepared
	}
	return s, errors.Join(failures...)
}

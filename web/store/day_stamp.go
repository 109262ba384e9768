package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"rollbook/web/roll"
)

// DayStamp is a text that differs whenever a mark of the school on the date, a row that waits
// for somebody's word, or an opening does. It costs a fraction of reading the day.
func (s *Store) DayStamp(ctx context.Context, school roll.SchoolID, date roll.Date) (string, error) {
	var stamp strings.Builder
	err := s.query(ctx, func(rows *sql.Rows) error {
		var kind string
		var count, versions, answers, keyed int64
		err := rows.Scan(&kind, &count, &versions, &answers, &keyed)
		fmt.Fprintln(&stamp, kind, count, versions, answers, keyed)
		return err
	}, `SELECT m.state AS kind, COUNT(*), CAST(SUM(m.seq) AS BIGINT), CAST(SUM(m.answered_at) AS BIGINT), CAST(SUM(m.keyed) AS BIGINT)
			FROM marks m WHERE m.school = $1 AND m.date = $2 GROUP BY m.state
		UNION ALL
		SELECT ' held', COUNT(*), CAST(COALESCE(SUM(h.their_seq), 0) AS BIGINT), CAST(COALESCE(SUM(h.enrolment % 1000003), 0) AS BIGINT), 0
			FROM held_marks h WHERE h.school = $1 AND h.date = $2 AND h.decision = `+sqlUndecided+`
		UNION ALL
		SELECT ' opened', COUNT(*), 0, 0, 0 FROM roll_openings o WHERE o.school = $1 AND o.date = $2
		ORDER BY 1`, school, date)
	return stamp.String(), err
}

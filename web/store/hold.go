package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// heldSchool is true for a school c of which nothing but guided marks is sent until a person
// has acted. Its saves wait until midnight, not for roll.WaitLimit.
const heldSchool = `(c.proof = ` + sqlUnproven + ` OR EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug AND u.reason = ` + sqlPausedStudents + `))`

// holdOn lets the saves of held schools that are past their stop wait until the midnight
// after their acceptance.
func (t *transaction) holdOn(ctx context.Context) error {
	stops := make(map[roll.Token]time.Time)
	err := t.query(ctx, func(rows *sql.Rows) error {
		var token roll.Token
		var acceptedAt int64
		var name string
		if err := rows.Scan(&token, &acceptedAt, &name); err != nil {
			return err
		}
		zone, err := t.store.zone(name)
		if err == nil {
			stops[token] = roll.DateOf(instant(acceptedAt), zone).End(zone)
		}
		return err
	}, `SELECT DISTINCT s.token, s.accepted_at, c.time_zone FROM `+markTables+` JOIN schools c ON c.slug = m.school
		WHERE `+pending+` AND `+pastItsStop+` AND `+heldSchool, milliseconds(t.Now))
	if err != nil {
		return err
	}
	for token, midnight := range stops {
		if _, err := t.exec(ctx, `UPDATE saves SET stops_at = $1 WHERE token = $2 AND stops_at < $1`, milliseconds(midnight), token); err != nil {
			return err
		}
	}
	return nil
}

// release lets what was held beyond roll.WaitLimit go on for as long from now.
func (t *transaction) release(ctx context.Context, school roll.School) error {
	_, err := t.exec(ctx, `UPDATE saves SET stops_at = $1 WHERE school = $2 AND stops_at > $1 AND stops_at > accepted_at + $3
		AND token IN (SELECT m.save FROM marks m WHERE m.school = $2 AND `+pending+`)`,
		milliseconds(t.Now.Add(roll.WaitLimit)), school.ID, roll.WaitLimit.Milliseconds())
	return err
}
